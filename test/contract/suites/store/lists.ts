import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../../runs.ts';
import {
  foldCase,
  type ListStart,
  type NewReport,
  type Slice,
  type Store,
} from '../../../../src/service/store/store.ts';
import type { ReportSortKey } from '../../../../src/api/lists.ts';
import { verdicts } from '../../../../src/api/report.ts';
import { byCodePoint, emptySlice, firstTen, newAccount, sampleReport } from '../../support/samples.ts';
import { assertTotals, reportWith } from '../../support/totals.ts';
import type { StoreSubject } from '../../support/stores.ts';

export function listsSuite(subject: () => StoreSubject): void {
  let store: Store;
  let account: string;
  beforeEach(() => {
    ({ store, account } = subject());
  });

  const projectsBy = (search: string | null) =>
    store.listProjects(account, { ...firstTen, sortBy: 'project', limit: 100, search });

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
      { numRuns: runs(15, 10) },
    );
  });

  it('find nothing by what no name can hold', async () => {
    await store.addReport(account, sampleReport({ project: 'p' }));
    for (const search of ['\0', 'p\0']) {
      assert.deepEqual(await projectsBy(search), emptySlice);
    }
    // A cursor that somebody made by hand can point there.
    const from = { kind: 'after', place: { key: '\0', id: '\0' } } as const;
    await store.listProjects(account, { ...firstTen, from, sortBy: 'project', search: null });
  });

  it('read reports in the order they should have, forwards and backwards, whatever the ties', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            generatedAt: fc.nat({ max: 3 }),
            project: fc.constantFrom(null, 'p', 'q'),
            score: fc.constantFrom(0, 1e-7, 0.1, 0.1 + Number.EPSILON, 1),
            verdict: fc.constantFrom(...verdicts),
          }),
          { maxLength: 12 },
        ),
        fc.constantFrom('id' as const, 'generated_at' as const, 'score' as const),
        fc.constantFrom('asc' as const, 'desc' as const),
        fc.constantFrom(null, 'p'),
        fc.constantFrom(null, 'ai' as const),
        fc.integer({ min: 1, max: 5 }),
        async (fields, sortBy, sort, project, verdict, limit) => {
          const owner = await newAccount(store);
          const reports = fields.map(({ score, verdict, ...each }) => {
            const sample = sampleReport(each);
            return { ...sample, result: { ...sample.result, score, verdict } };
          });
          for (const each of reports) await store.addReport(owner, each);
          const expected = reports
            .filter((each) => project === null || each.project === project)
            .filter((each) => verdict === null || each.result.verdict === verdict)
            .toSorted((a, b) => keyOf[sortBy](a) - keyOf[sortBy](b) || (a.id < b.id ? -1 : 1))
            .map(({ id }) => id);
          if (sort === 'desc') expected.reverse();
          const read = (from: ListStart) =>
            store.listReports(owner, { sortBy, sort, project, verdict, limit, from });
          assert.deepEqual(
            (await readBothWays(read)).map(({ id }) => id),
            expected,
          );
          assert.equal((await read({ kind: 'offset', offset: 0 })).total, expected.length);
        },
      ),
      { numRuns: runs(30, 10) },
    );
  });

  it('read the same page by its number whether the list’s beginning or its end is nearer', async () => {
    const count = 2310;
    const reports = Array.from({ length: count }, (_, i) =>
      sampleReport({ generatedAt: i % 7, project: 'p' }),
    );
    for (let i = 0; i < count; i += 200) {
      await Promise.all(reports.slice(i, i + 200).map((report) => store.addReport(account, report)));
    }
    for (const [project, sort] of [
      [null, 'desc'],
      ['p', 'asc'],
    ] as const) {
      const read = (from: ListStart, limit: number) =>
        store.listReports(account, { sortBy: 'generated_at', sort, project, from, limit });
      const all = await read({ kind: 'offset', offset: 0 }, count);
      for (const limit of [1, 100]) {
        for (const offset of [1000, 1155, 1156, 2209, 2210, 2211, 2300, 2309, 2310, 2400]) {
          const page = await read({ kind: 'offset', offset }, limit);
          const items = all.items.slice(offset, offset + limit);
          assert.deepEqual(page, {
            items,
            damaged: [],
            bounds: items.length === 0 ? null : { first: items[0]?.place, last: items.at(-1)?.place },
            more: offset + limit < count,
            total: count,
          });
        }
      }
    }
  });

  it('count what they hold, after any sequence of writes', async () => {
    const project = fc.constantFrom(null, 'p', 'q');
    const step = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), project, verdict: fc.constantFrom(...verdicts) }),
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
            const added = reportWith(each.verdict, { project: each.project });
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
      { numRuns: runs(30, 10) },
    );
  });
}

/** What each order sorts by; ids order as reports are made. */
const keyOf: Record<ReportSortKey, (report: NewReport) => number> = {
  id: () => 0,
  generated_at: ({ generatedAt }) => generatedAt,
  score: ({ result }) => result.score,
};

async function assertCounts(store: Store, account: string, kept: NewReport[], projects: Set<string>) {
  const reports = await store.listReports(account, { ...firstTen, sortBy: 'id', project: null });
  assert.equal(reports.total, kept.length);
  await assertTotals(store, account);
  const listed = await store.listProjects(account, { ...firstTen, sortBy: 'project', search: null });
  assert.equal(listed.total, projects.size);
  for (const { item } of listed.items) {
    assert.equal(item.reports, kept.filter((other) => other.project === item.project).length);
    const of = await store.listReports(account, { ...firstTen, sortBy: 'id', project: item.project });
    assert.equal(of.total, item.reports);
  }
}

/** All of a list, read to the end; checks that reading back from its last item, and after any number, gives the same. */
async function readBothWays<Item>(read: (from: ListStart) => Promise<Slice<Item>>): Promise<Item[]> {
  const forwards = await readAll(read, { kind: 'offset', offset: 0 }, 'after');
  if (forwards.last) {
    const backwards = await readAll(read, { kind: 'before', place: forwards.last }, 'before');
    assert.deepEqual([...backwards.items, ...forwards.items.slice(-1)], forwards.items);
  }
  const all = forwards.items;
  const size = (await read({ kind: 'offset', offset: 0 })).items.length;
  for (let offset = 1; offset <= all.length; offset++) {
    const { items, more, total } = await read({ kind: 'offset', offset });
    const expected = [all.slice(offset, offset + size), offset + size < all.length, all.length];
    assert.deepEqual([items.map(({ item }) => item), more, total], expected);
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
