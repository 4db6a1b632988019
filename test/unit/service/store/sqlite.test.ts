import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { idMaker } from '../../../../src/service/ids.ts';
import { openSqliteStore } from '../../../../src/service/store/sqlite.ts';
import {
  StoreError,
  type ListStart,
  type NewReport,
  type Slice,
  type Store,
} from '../../../../src/service/store/store.ts';
import { detectionOf } from '../../../contract/support/fakeDetect.ts';

const newId = idMaker(Date.now);

function report(fields: Partial<NewReport> = {}): NewReport {
  const content = 'Some words.';
  const shown = { title: null, project: null, privacy: 1, passwordHash: null } as const;
  return { ...detectionOf(content), ...shown, id: newId(), generatedAt: 1, content, ...fields };
}

describe('the SQLite store', () => {
  let folder: string;
  let path: string;
  const open: Store[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'inkling-store-'));
    path = join(folder, 'reports.db');
  });
  afterEach(async () => {
    for (const store of open.splice(0)) await store.close();
    rmSync(folder, { recursive: true });
  });

  function openStore(): Store {
    const store = openSqliteStore(path);
    open.push(store);
    return store;
  }

  const account = (store: Store) => store.ensureAccount('a', 'account-a');
  const firstTen = { sort: 'asc', limit: 10, from: { kind: 'offset', offset: 0 } } as const;

  it('gives back a report as it was stored, after it was closed and opened again', async () => {
    const store = openStore();
    const stored = report({
      title: 't\0',
      project: 'p',
      privacy: 2,
      passwordHash: 'h',
      content: 'a\0\uFEFFb\r\n',
    });
    await store.addReport(await account(store), stored);
    await open.splice(0)[0]?.close();
    const { passwordHash, ...shown } = stored;
    assert.deepEqual(await openStore().getReport('account-a', stored.id), shown);
    const row = new DatabaseSync(path).prepare('SELECT password_hash AS hash FROM reports').get();
    assert.equal(row?.['hash'], passwordHash);
  });

  it('is shared by several windows', async () => {
    const [one, two] = [openStore(), openStore()];
    const stored = report({ project: 'p' });
    await one.addReport(await account(one), stored);
    assert.ok(await two.getReport(await account(two), stored.id));
    assert.ok(await two.deleteProject('account-a', 'p'));
    assert.equal(await one.getReport('account-a', stored.id), null);
  });

  it('is made once when several windows start at the same moment', async () => {
    const module = new URL('../../../../src/service/store/sqlite.ts', import.meta.url).href;
    const script = `import(${JSON.stringify(module)}).then(async ({ openSqliteStore }) => {
      const store = openSqliteStore(${JSON.stringify(path)});
      await store.ensureAccount('a', 'made by ' + process.pid + Math.random());
      await store.close();
    })`;
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        const worker = new Worker(script, { eval: true });
        await new Promise((resolve, reject) => worker.once('exit', resolve).once('error', reject));
      }),
    );
    const accounts = new DatabaseSync(path).prepare('SELECT count(*) AS n FROM accounts').get();
    assert.equal(accounts?.['n'], 1);
  });

  it('undoes all of a write that fails', async () => {
    const store = openStore();
    await account(store);
    const stored = report();
    await store.addReport('account-a', stored);
    await assert.rejects(store.addReport('account-a', { ...stored, project: 'half' }));
    const projects = await store.listProjects('account-a', { ...firstTen, sortBy: 'project', search: null });
    assert.deepEqual(projects, { items: [], more: false, total: 0 });
    const reports = await store.listReports('account-a', { ...firstTen, sortBy: 'id', project: null });
    assert.equal(reports.total, 1);
  });

  it('refuses a report of an account that does not exist', async () => {
    await assert.rejects(openStore().addReport('nobody', report({ project: 'p' })));
  });

  for (const [name, damage] of [
    ['is no database', () => { writeFileSync(path, 'x'.repeat(5000)); }], // prettier-ignore
    ['has lost its pages', () => { truncateSync(path, 4096); }], // prettier-ignore
    ['has a page of rubbish', () => { const bytes = readFileSync(path); bytes.fill(0xaa, 100, 4096); writeFileSync(path, bytes); }], // prettier-ignore
  ] as const) {
    it(`says so when the file ${name}, and leaves it as it is`, async () => {
      const store = openStore();
      for (let i = 0; i < 30; i++) await store.addReport(await account(store), report());
      for (const each of open.splice(0)) await each.close();
      damage();
      const before = readFileSync(path);
      assert.throws(openStore, (error) => {
        assert.ok(error instanceof StoreError, String(error));
        assert.ok(error.message.includes(path) && error.message.includes('damaged'), error.message);
        return true;
      });
      assert.deepEqual(readFileSync(path), before);
    });
  }

  it('refuses a database that a newer Inkling wrote', async () => {
    await openStore().close();
    open.splice(0);
    new DatabaseSync(path).exec('PRAGMA user_version = 1000');
    assert.throws(openStore, { name: 'StoreError', message: /newer Inkling.*1000.*Update/ });
  });

  it('refuses another program’s database and does not touch it', () => {
    const other = new DatabaseSync(path);
    other.exec('CREATE TABLE notes (text)');
    other.close();
    assert.throws(openStore, { name: 'StoreError', message: /another program/ });
    const tables = new DatabaseSync(path).prepare('SELECT count(*) AS n FROM sqlite_schema').get();
    assert.equal(tables?.['n'], 1);
  });

  it('says so when it can’t write there', () => {
    path = join(folder, 'no', 'such', 'folder.db');
    assert.throws(openStore, { name: 'StoreError', message: /can't be opened/ });
  });

  it('reads every list along its own index, so that depth and size cost nothing', async () => {
    const store = openStore();
    const place = { key: 'k', id: 'i' };
    const starts: ListStart[] = [
      { kind: 'offset', offset: 0 },
      { kind: 'after', place },
      { kind: 'before', place },
    ];
    const queries = await preparedDuring(async () => {
      for (const from of starts) {
        for (const sort of ['asc', 'desc'] as const) {
          const list = { from, sort, limit: 10 };
          for (const sortBy of ['id', 'generated_at'] as const) {
            await store.listReports('account-a', { ...list, sortBy, project: null });
            await store.listReports('account-a', { ...list, sortBy, project: 'p' });
          }
          for (const sortBy of ['created_at', 'project'] as const) {
            await store.listProjects('account-a', { ...list, sortBy, search: null });
          }
        }
      }
    });
    const lists = queries.filter((sql) => sql.includes('ORDER BY'));
    assert.equal(lists.length, 6 * 4); // six lists, each up and down, from the start and from a place
    const database = new DatabaseSync(path);
    for (const sql of lists) {
      const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
      const details = plan.map((row) => String(row['detail'])).join('; ');
      const ofProject = sql.includes('AND project = ?') ? ' AND project=\\?' : '';
      const fromPlace = /[<>] \(\?/.test(sql) ? ' AND .*[<>].*' : '';
      const expected = new RegExp(`^SEARCH \\w+ USING INDEX \\w+ \\(account=\\?${ofProject}${fromPlace}\\)$`);
      assert.match(details, expected, `${sql}: ${details}`);
    }
  });

  it('reads every list in the order it should have, forwards and backwards, whatever the ties', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ generatedAt: fc.nat({ max: 3 }), project: fc.constantFrom(null, 'p', 'q') }), {
          maxLength: 25,
        }),
        fc.constantFrom('id' as const, 'generated_at' as const),
        fc.constantFrom('asc' as const, 'desc' as const),
        fc.constantFrom(null, 'p'),
        fc.integer({ min: 1, max: 7 }),
        async (fields, sortBy, sort, project, limit) => {
          const store = openSqliteStore(':memory:');
          await account(store);
          const reports = fields.map(report);
          for (const each of reports) await store.addReport('account-a', each);
          const expected = reports
            .filter((each) => project === null || each.project === project)
            .toSorted(
              (a, b) => (sortBy === 'id' ? 0 : a.generatedAt - b.generatedAt) || (a.id < b.id ? -1 : 1),
            )
            .map(({ id }) => id);
          if (sort === 'desc') expected.reverse();

          const read = (from: ListStart) =>
            store.listReports('account-a', { sortBy, sort, project, limit, from });
          const forwards = await readAll(read, { kind: 'offset', offset: 0 }, 'after');
          assert.deepEqual(forwards.ids, expected);
          if (forwards.last) {
            const backwards = await readAll(read, { kind: 'before', place: forwards.last }, 'before');
            assert.deepEqual([...backwards.ids, expected.at(-1)], expected);
          }
          await store.close();
        },
      ),
      { numRuns: 60 },
    );
  });

  it('counts what it holds, after any sequence of writes', async () => {
    const project = fc.constantFrom(null, 'p', 'q');
    const step = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), project }),
      fc.record({ kind: fc.constant('deleteReport' as const), index: fc.nat() }),
      fc.record({ kind: fc.constant('deleteProject' as const), project: fc.constantFrom('p', 'q') }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const store = openSqliteStore(':memory:');
        await account(store);
        let kept: NewReport[] = [];
        const projects = new Set<string>();
        for (const each of steps) {
          if (each.kind === 'add') {
            const added = report({ project: each.project });
            await store.addReport('account-a', added);
            kept.push(added);
            if (each.project !== null) projects.add(each.project);
          } else if (each.kind === 'deleteReport') {
            const gone = kept[each.index % kept.length];
            assert.equal(await store.deleteReport('account-a', gone?.id ?? 'none'), gone !== undefined);
            kept = kept.filter((other) => other !== gone);
          } else {
            assert.equal(await store.deleteProject('account-a', each.project), projects.delete(each.project));
            kept = kept.filter((other) => other.project !== each.project);
          }
        }
        const reports = await store.listReports('account-a', { ...firstTen, sortBy: 'id', project: null });
        assert.equal(reports.total, kept.length);
        const listed = await store.listProjects('account-a', {
          ...firstTen,
          sortBy: 'project',
          search: null,
        });
        assert.equal(listed.total, projects.size);
        for (const { item } of listed.items) {
          assert.equal(item.reports, kept.filter((other) => other.project === item.project).length);
          const of = await store.listReports('account-a', {
            ...firstTen,
            sortBy: 'id',
            project: item.project,
          });
          assert.equal(of.total, item.reports);
        }
        await store.close();
      }),
      { numRuns: 60 },
    );
  });
});

async function readAll(
  read: (from: ListStart) => Promise<Slice<{ id: string }>>,
  from: ListStart,
  on: 'after' | 'before',
) {
  const ids: string[] = [];
  let start = from;
  for (;;) {
    const { items, more } = await read(start);
    const page = items.map(({ item }) => item.id);
    if (on === 'after') ids.push(...page);
    else ids.unshift(...page);
    const place = (on === 'after' ? items.at(-1) : items[0])?.place;
    if (!more || !place) return { ids, last: items.at(-1)?.place };
    start = { kind: on, place };
  }
}

/** The SQL that is prepared while `work` goes on. */
async function preparedDuring(work: () => Promise<void>): Promise<string[]> {
  const queries: string[] = [];
  const original = Object.getOwnPropertyDescriptor(DatabaseSync.prototype, 'prepare');
  assert.ok(original);
  const prepare = original.value as DatabaseSync['prepare'];
  DatabaseSync.prototype.prepare = function (sql) {
    queries.push(sql);
    return prepare.call(this, sql);
  };
  try {
    await work();
  } finally {
    Object.defineProperty(DatabaseSync.prototype, 'prepare', original);
  }
  return queries;
}
