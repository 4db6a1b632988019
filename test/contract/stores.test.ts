import assert from 'node:assert/strict';
import fc from 'fast-check';
import { foldCase } from '../../src/service/store/foldCase.ts';
import { openPostgresStore } from '../../src/service/store/postgres.ts';
import { openSqliteStore } from '../../src/service/store/sqlite.ts';
import type { ListStart, NewReport, Slice, Store } from '../../src/service/store/store.ts';
import { newAccount, newId, sampleReport } from './support/samples.ts';
import { stores } from './support/targets.ts';

const firstTen = { sort: 'asc', limit: 10, from: { kind: 'offset', offset: 0 } } as const;

/** What every store keeps to, below the service. */
for (const [name, place] of Object.entries(stores)) {
  describe(`the store, ${name}`, () => {
    let store: Store;
    let account: string;
    let remove: () => void;
    let now = 1_000_000;

    before(async () => {
      const made = await place();
      remove = made.remove;
      const open = made.address.startsWith('postgres:') ? openPostgresStore : openSqliteStore;
      store = await open(made.address, () => now);
    });
    beforeEach(async () => {
      account = await newAccount(store);
    });
    after(async () => {
      await store.close();
      remove();
    });

    const listAll = () => store.listReports(account, { ...firstTen, sortBy: 'id', project: null });
    const projectsBy = (search: string | null) =>
      store.listProjects(account, { ...firstTen, sortBy: 'project', limit: 100, search });

    it('answers when asked whether it works', () => store.ping());

    describe('accounts', () => {
      it('are found by id and by name in any case, with their password’s hash', async () => {
        const id = newId();
        now = 5_000_000;
        assert.ok(await store.createAccount({ id, name: `Ärzte ${id}`, passwordHash: 'hash' }));
        const expected = { id, name: `Ärzte ${id}`, createdAt: 5_000_000, passwordHash: 'hash' };
        assert.deepEqual(await store.getAccount(id), expected);
        assert.deepEqual(await store.accountNamed(`äRZTE ${id}`), expected);
      });

      it('are not made twice under one name, whatever its case', async () => {
        const id = newId();
        assert.equal(await store.createAccount({ id, name: `Straße ${id}`, passwordHash: null }), true);
        const other = newId();
        const taken = { id: other, name: `STRASSE ${id}`, passwordHash: 'other' };
        assert.equal(await store.createAccount(taken), false);
        assert.equal(await store.getAccount(other), null);
        assert.equal((await store.accountNamed(`strasse ${id}`))?.id, id);
      });

      it('that race for one name: one wins, and the others are told', async () => {
        const name = `wanted ${newId()}`;
        const ids = Array.from({ length: 6 }, newId);
        const made = await Promise.all(
          ids.map((id) => store.createAccount({ id, name, passwordHash: null })),
        );
        assert.equal(made.filter(Boolean).length, 1);
        assert.equal((await store.accountNamed(name))?.id, ids[made.indexOf(true)]);
      });

      it('unknown are none', async () => {
        for (const strange of ['', 'nobody', 'null\0']) {
          assert.equal(await store.getAccount(strange), null);
          assert.equal(await store.accountNamed(strange), null);
          assert.equal(await store.deleteAccount(strange), false);
        }
      });

      it('are listed by name, as a reader looks them up', async () => {
        const names = ['b', 'A', 'é', 'ß', '\u{10400}', '\uFB03'].map((start) => `${start} ${account}`);
        for (const each of names) await store.createAccount({ id: newId(), name: each, passwordHash: null });
        const listed = (await store.listAccounts()).map(({ name }) => name);
        assert.deepEqual(
          listed.filter((each) => names.includes(each)),
          names.toSorted(byCodePoint),
        );
      });

      it('take another password', async () => {
        await store.setPasswordHash(account, 'second');
        assert.equal((await store.getAccount(account))?.passwordHash, 'second');
      });

      it('are deleted with all they own, and nothing of the others', async () => {
        const other = await newAccount(store);
        const owned = sampleReport({ project: 'p' });
        const others = sampleReport({ project: 'p' });
        await store.addReport(account, owned);
        await store.addReport(other, others);
        await store.addKey(account, { id: newId(), name: 'k', digest: `digest of ${account}` });
        await store.addKey(other, { id: newId(), name: 'k', digest: `digest of ${other}` });
        const name = (await store.getAccount(account))?.name ?? '';

        assert.equal(await store.deleteAccount(account), true);
        assert.equal(await store.deleteAccount(account), false);
        assert.equal(await store.getAccount(account), null);
        assert.equal(await store.accountNamed(name), null);
        assert.equal(await store.accountOfKey(`digest of ${account}`), null);
        assert.deepEqual(await store.listKeys(account), []);
        assert.equal(await store.getReport(account, owned.id), null);
        assert.equal(await store.findReport(owned.id), null);
        assert.equal((await listAll()).total, 0);
        assert.equal((await projectsBy(null)).total, 0);

        assert.equal(await store.accountOfKey(`digest of ${other}`), other);
        assert.equal((await store.findReport(others.id))?.account, other);
        assert.equal(await store.createAccount({ id: newId(), name, passwordHash: null }), true);
      });

      it('that were deleted take no more reports and keys', async () => {
        await store.deleteAccount(account);
        await assert.rejects(store.addReport(account, sampleReport({ project: 'p' })));
        await assert.rejects(store.addKey(account, { id: newId(), name: 'k', digest: newId() }));
      });
    });

    describe('keys', () => {
      it('name their account until they are revoked, by it alone', async () => {
        const other = await newAccount(store);
        const [first, second] = [newId(), newId()];
        for (const id of [first, second]) {
          await store.addKey(account, { id, name: `key ${id}`, digest: `digest of ${id}` });
        }
        assert.equal(await store.accountOfKey(`digest of ${first}`), account);
        assert.equal(await store.revokeKey(other, first), false);
        assert.equal(await store.revokeKey(account, first), true);
        assert.equal(await store.revokeKey(account, first), false);
        assert.equal(await store.accountOfKey(`digest of ${first}`), null);
        assert.equal(await store.accountOfKey(`digest of ${second}`), account);
        assert.deepEqual(
          (await store.listKeys(account)).map(({ id, name }) => ({ id, name })),
          [{ id: second, name: `key ${second}` }],
        );
        assert.deepEqual(await store.listKeys(other), []);
      });

      it('say when they were last used, noted once a minute', async () => {
        const digest = `digest of ${account}`;
        now = 10_000_000;
        await store.addKey(account, { id: newId(), name: 'k', digest });
        const used = async () =>
          (await store.listKeys(account)).map(({ createdAt, lastUsedAt }) => [createdAt, lastUsedAt]);
        assert.deepEqual(await used(), [[10_000_000, null]]);
        for (const [time, noted] of [
          [20_000_000, 20_000_000],
          [20_059_999, 20_000_000],
          [20_060_000, 20_060_000],
        ] as const) {
          now = time;
          assert.equal(await store.accountOfKey(digest), account);
          assert.deepEqual(await used(), [[10_000_000, noted]]);
        }
      });

      it('unknown name none', async () => {
        for (const digest of ['', 'none', 'null\0']) assert.equal(await store.accountOfKey(digest), null);
      });

      it('are never of two accounts', async () => {
        const digest = `digest of ${account}`;
        await store.addKey(account, { id: newId(), name: 'k', digest });
        const other = await newAccount(store);
        await assert.rejects(store.addKey(other, { id: newId(), name: 'k', digest }));
        assert.equal(await store.accountOfKey(digest), account);
        assert.deepEqual(await store.listKeys(other), []);
      });
    });

    describe('a report', () => {
      it('comes back as it was stored, U+0000 and all', async () => {
        const stored = sampleReport({
          title: 't\0\uFEFF',
          project: 'p\u{1F600}\u202E',
          privacy: 2,
          passwordHash: 'h',
          generatedAt: 8_640_000_000_000_000,
          content: '\uFEFFa\0b\r\ne\u0301é\u{10FFFF}\uFFFD\\x41\\',
        });
        const [evidence] = stored.result.evidence;
        assert.ok(evidence);
        stored.result.evidence = [{ ...evidence, label: 'l\0\u{1F600}' }];
        await store.addReport(account, stored);
        const { passwordHash, ...shown } = stored;
        assert.deepEqual(await store.getReport(account, stored.id), shown);
        assert.deepEqual(await store.findReport(stored.id), { account, report: shown, passwordHash });
        const listed = (await listAll()).items[0]?.item;
        const { title, project, privacy, generatedAt } = stored;
        assert.deepEqual(
          [listed?.title, listed?.project, listed?.privacy, listed?.generatedAt],
          [title, project, privacy, generatedAt],
        );
      });

      it('keeps a text of a megabyte', async () => {
        const stored = sampleReport({ content: 'Ein Wörtchen \0. '.repeat(65_536) });
        await store.addReport(account, stored);
        assert.equal((await store.getReport(account, stored.id))?.content, stored.content);
      });

      it('is found by its id alone until it is deleted', async () => {
        const { id } = sampleReport();
        await store.addReport(account, sampleReport({ id, project: 'p' }));
        assert.equal((await store.findReport(id))?.account, account);
        assert.equal(await store.deleteReport(account, id), true);
        assert.equal(await store.findReport(id), null);
      });

      it('is gone from everywhere with its project', async () => {
        const stored = sampleReport({ project: 'p' });
        await store.addReport(account, stored);
        assert.equal(await store.deleteProject(account, 'p'), true);
        assert.equal(await store.findReport(stored.id), null);
        await store.addReport(account, stored); // nothing of it is in the way
      });

      it('changes who may read its page, for its own account', async () => {
        const other = await newAccount(store);
        const { id } = sampleReport();
        await store.addReport(account, sampleReport({ id }));
        const access = async () => {
          const found = await store.findReport(id);
          return [found?.report.privacy, found?.passwordHash];
        };
        assert.equal(await store.setPrivacy(account, id, 2, 'hash'), true);
        assert.deepEqual(await access(), [2, 'hash']);
        assert.equal(await store.setPrivacy(other, id, 0, null), false);
        assert.equal(await store.setPrivacy(account, newId(), 0, null), false);
        assert.deepEqual(await access(), [2, 'hash']);
        assert.equal(await store.setPrivacy(account, id, 0, null), true);
        assert.deepEqual(await access(), [0, null]);
      });

      it('unknown is none, whatever it is called', async () => {
        for (const id of ['', 'none', 'null\0', "'; --", '\uFFFF', 'x'.repeat(10_000)]) {
          assert.equal(await store.getReport(account, id), null);
          assert.equal(await store.findReport(id), null);
          assert.equal(await store.deleteReport(account, id), false);
          assert.equal(await store.deleteProject(account, id), false);
          assert.equal(await store.setPrivacy(account, id, 0, null), false);
          assert.equal(await store.revokeKey(account, id), false);
        }
      });

      it('that fails to be stored leaves nothing behind', async () => {
        const stored = sampleReport();
        await store.addReport(account, stored);
        await assert.rejects(store.addReport(account, { ...stored, project: 'half' }));
        assert.deepEqual(await projectsBy(null), { items: [], more: false, total: 0 });
        assert.equal((await listAll()).total, 1);
      });

      it('of an account that does not exist is refused', async () => {
        await assert.rejects(store.addReport('nobody', sampleReport({ project: 'p' })));
        await assert.rejects(store.addReport('nobody', sampleReport()));
      });
    });

    describe('lists', () => {
      const starts: fc.Arbitrary<string> = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 });

      it('sort names by the code points of their folded form, those beyond U+FFFF last', async () => {
        const names = [
          '\u{1F600}',
          '\uFFFD',
          'z',
          'Ä',
          'a',
          '\u{10428}',
          'é',
          'e\u0301',
          '_',
          'B',
          '\uE000',
          'ﬁ',
        ];
        for (const project of names) await store.addReport(account, sampleReport({ project }));
        const listed = (await projectsBy(null)).items.map(({ item }) => item.project);
        assert.deepEqual(listed, names.toSorted(byCodePoint));
      });

      it('read any names in that order, forwards and backwards, and find them by their parts', async () => {
        await fc.assert(
          fc.asyncProperty(
            fc.uniqueArray(starts, { minLength: 1, maxLength: 6 }),
            fc.constantFrom('asc' as const, 'desc' as const),
            async (names, sort) => {
              const owner = await newAccount(store);
              for (const project of names) await store.addReport(owner, sampleReport({ project }));
              const read = (search: string | null) => (from: ListStart) =>
                store.listProjects(owner, { sortBy: 'project', sort, search, limit: 2, from });
              const keyOf = async (search: string | null) =>
                (await readBothWays(read(search))).map(({ project }) => project);
              const expected = names.toSorted(byCodePoint).map(foldCase);
              if (sort === 'desc') expected.reverse();
              assert.deepEqual((await keyOf(null)).map(foldCase), expected);
              const part = foldCase(names[0] ?? '')
                .slice(0, 1)
                .toWellFormed();
              assert.deepEqual(
                (await keyOf(part)).map(foldCase),
                expected.filter((name) => name.includes(foldCase(part))),
              );
            },
          ),
          { numRuns: 15 },
        );
      });

      it('find nothing by what no name can hold', async () => {
        await store.addReport(account, sampleReport({ project: 'p' }));
        for (const search of ['\0', 'p\0']) {
          assert.deepEqual(await projectsBy(search), { items: [], more: false, total: 0 });
        }
        // A cursor that somebody made by hand can point there.
        const from = { kind: 'after', place: { key: '\0', id: '\0' } } as const;
        await store.listProjects(account, { ...firstTen, from, sortBy: 'project', search: null });
      });

      it('read reports in the order they should have, forwards and backwards, whatever the ties', async () => {
        await fc.assert(
          fc.asyncProperty(
            fc.array(
              fc.record({ generatedAt: fc.nat({ max: 3 }), project: fc.constantFrom(null, 'p', 'q') }),
              { maxLength: 12 },
            ),
            fc.constantFrom('id' as const, 'generated_at' as const),
            fc.constantFrom('asc' as const, 'desc' as const),
            fc.constantFrom(null, 'p'),
            fc.integer({ min: 1, max: 5 }),
            async (fields, sortBy, sort, project, limit) => {
              const owner = await newAccount(store);
              const reports = fields.map(sampleReport);
              for (const each of reports) await store.addReport(owner, each);
              const expected = reports
                .filter((each) => project === null || each.project === project)
                .toSorted(
                  (a, b) => (sortBy === 'id' ? 0 : a.generatedAt - b.generatedAt) || (a.id < b.id ? -1 : 1),
                )
                .map(({ id }) => id);
              if (sort === 'desc') expected.reverse();
              const read = (from: ListStart) =>
                store.listReports(owner, { sortBy, sort, project, limit, from });
              assert.deepEqual(
                (await readBothWays(read)).map(({ id }) => id),
                expected,
              );
            },
          ),
          { numRuns: 30 },
        );
      });

      it('count what they hold, after any sequence of writes', async () => {
        const project = fc.constantFrom(null, 'p', 'q');
        const step = fc.oneof(
          fc.record({ kind: fc.constant('add' as const), project }),
          fc.record({ kind: fc.constant('deleteReport' as const), index: fc.nat() }),
          fc.record({ kind: fc.constant('deleteProject' as const), project: fc.constantFrom('p', 'q') }),
        );
        await fc.assert(
          fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
            const owner = await newAccount(store);
            let kept: NewReport[] = [];
            const projects = new Set<string>();
            for (const each of steps) {
              if (each.kind === 'add') {
                const added = sampleReport({ project: each.project });
                await store.addReport(owner, added);
                kept.push(added);
                if (each.project !== null) projects.add(each.project);
              } else if (each.kind === 'deleteReport') {
                const gone = kept[each.index % kept.length];
                assert.equal(await store.deleteReport(owner, gone?.id ?? 'none'), gone !== undefined);
                kept = kept.filter((other) => other !== gone);
              } else {
                assert.equal(await store.deleteProject(owner, each.project), projects.delete(each.project));
                kept = kept.filter((other) => other.project !== each.project);
              }
            }
            await assertCounts(store, owner, kept, projects);
          }),
          { numRuns: 30 },
        );
      });
    });
  });
}

/** UTF-8 order, under `foldCase`; JavaScript's own `<` compares UTF-16 code units and puts U+1F600 before U+FFFD. */
function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(foldCase(a)), Buffer.from(foldCase(b)));
}

async function assertCounts(store: Store, account: string, kept: NewReport[], projects: Set<string>) {
  const reports = await store.listReports(account, { ...firstTen, sortBy: 'id', project: null });
  assert.equal(reports.total, kept.length);
  const listed = await store.listProjects(account, { ...firstTen, sortBy: 'project', search: null });
  assert.equal(listed.total, projects.size);
  for (const { item } of listed.items) {
    assert.equal(item.reports, kept.filter((other) => other.project === item.project).length);
    const of = await store.listReports(account, { ...firstTen, sortBy: 'id', project: item.project });
    assert.equal(of.total, item.reports);
  }
}

/** All of a list, read to the end; checks that reading back from its last item gives the same. */
async function readBothWays<Item>(read: (from: ListStart) => Promise<Slice<Item>>): Promise<Item[]> {
  const forwards = await readAll(read, { kind: 'offset', offset: 0 }, 'after');
  if (forwards.last) {
    const backwards = await readAll(read, { kind: 'before', place: forwards.last }, 'before');
    assert.deepEqual([...backwards.items, ...forwards.items.slice(-1)], forwards.items);
  }
  return forwards.items;
}

async function readAll<Item>(
  read: (from: ListStart) => Promise<Slice<Item>>,
  from: ListStart,
  on: 'after' | 'before',
) {
  const all: Item[] = [];
  let start = from;
  for (;;) {
    const { items, more } = await read(start);
    const page = items.map(({ item }) => item);
    if (on === 'after') all.push(...page);
    else all.unshift(...page);
    const place = (on === 'after' ? items.at(-1) : items[0])?.place;
    if (!more || !place) return { items: all, last: items.at(-1)?.place };
    start = { kind: on, place };
  }
}
