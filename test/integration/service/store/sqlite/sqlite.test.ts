import assert from 'node:assert/strict';
import { chmodSync, existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { backUpSqlite, compactSqlite } from '../../../../../src/service/store/sqlite/maintenance.ts';
import { migrate } from '../../../../../src/service/store/sqlite/migrations.ts';
import { openDatabase, openSqliteStore } from '../../../../../src/service/store/sqlite/sqlite.ts';
import { countColumns } from '../../../../../src/service/store/slice.ts';
import { StoreError, type ListStart, type Store } from '../../../../../src/service/store/store.ts';
import { root } from '../../../../rig/paths.ts';
import { accountWith, firstTen, sampleReport, shownOf } from '../../../../contract/support/samples.ts';
import { assertTotals, writeAtOnce } from '../../../../contract/support/totals.ts';
import { temporaryFolder } from '../../../../rig/temporaryFolder.ts';

describe('the SQLite store', () => {
  let folder: string;
  let path: string;
  const open: Store[] = [];

  beforeEach(() => {
    folder = temporaryFolder('store');
    path = join(folder, 'reports.db');
  });
  afterEach(async () => {
    for (const store of open.splice(0)) await store.close();
  });

  function openStore(): Store {
    const store = openSqliteStore(path);
    open.push(store);
    return store;
  }

  const account = async (store: Store) => {
    await store.createAccount({ id: 'account-a', name: 'a', passwordHash: null });
    return 'account-a';
  };

  it('returns a report unchanged after closing and opening again', async () => {
    const store = openStore();
    const stored = sampleReport({
      title: 't\0',
      project: 'p',
      privacy: 2,
      passwordHash: 'h',
      content: 'a\0\uFEFFb\r\n',
    });
    await store.addReport(await account(store), stored);
    await open.splice(0)[0]?.close();
    const { passwordHash } = stored;
    const shown = shownOf(stored);
    assert.deepEqual(await openStore().getReport('account-a', stored.id), shown);
    const row = new DatabaseSync(path).prepare('SELECT password_hash AS hash FROM reports').get();
    assert.equal(row?.['hash'], passwordHash);
  });

  it('is shared by several windows', async () => {
    const [one, two] = [openStore(), openStore()];
    const stored = sampleReport({ project: 'p' });
    await one.addReport(await account(one), stored);
    assert.ok(await two.getReport(await account(two), stored.id));
    assert.ok(await two.deleteProject('account-a', 'p'));
    assert.equal(await one.getReport('account-a', stored.id), null);
  });

  it('is made once when several windows start at the same moment', async () => {
    const module = new URL('../../../../../src/service/store/sqlite/sqlite.ts', import.meta.url).href;
    const script = `import(${JSON.stringify(module)}).then(async ({ openSqliteStore }) => {
      const store = openSqliteStore(${JSON.stringify(path)});
      await store.createAccount({ id: 'made by ' + process.pid + Math.random(), name: 'a', passwordHash: null });
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

  it('waits for a window that is just making the file, where SQLite itself would not', () => {
    const other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    const { wait } = Atomics;
    let waits = 0;
    try {
      // The other window goes on while this one pauses.
      Atomics.wait = () => {
        waits++;
        other.close();
        return 'timed-out';
      };
      openStore();
    } finally {
      Atomics.wait = wait;
    }
    assert.equal(waits, 1);
  });

  for (const [name, damage] of [
    ['is no database', () => { writeFileSync(path, 'x'.repeat(5000)); }], // prettier-ignore
    ['has lost its pages', () => { truncateSync(path, 4096); }], // prettier-ignore
    ['has a page of rubbish', () => { const bytes = readFileSync(path); bytes.fill(0xaa, 100, 4096); writeFileSync(path, bytes); }], // prettier-ignore
  ] as const) {
    it(`says so when the file ${name}, and leaves it as it is`, async () => {
      const store = openStore();
      for (let i = 0; i < 30; i++) await store.addReport(await account(store), sampleReport());
      for (const each of open.splice(0)) await each.close();
      damage();
      const before = readFileSync(path);
      assert.throws(openStore, (error) => {
        assert.ok(error instanceof StoreError, String(error));
        assert.ok(error.message.includes(path), error.message);
        assert.match(error.message, / is damaged\..* restore a backup/);
        return true;
      });
      assert.deepEqual(readFileSync(path), before);
    });
  }

  for (const [what, columns] of [
    ['a list nor by itself', "result_summary = replace(result_summary, '0.25', '0.75')"],
    ['a list, under another title', "title = 'another'"],
    ['a list, cut off', 'result_summary = substr(result_summary, 1, 20)'],
    ['a list, with bytes that are no UTF-8', "title = CAST(x'ff80' AS TEXT)"],
    ['a list, without an end of time', 'generated_at = 9223372036854775'],
  ] as const) {
    it(`shows no report that the disk has changed, in ${what}`, async () => {
      const store = openStore();
      const stored = sampleReport({ title: 'one' });
      await store.addReport(await account(store), stored);
      new DatabaseSync(path).exec(`UPDATE reports SET ${columns}`);
      const damaged = { name: 'StoreDamagedError', message: new RegExp(stored.id) };
      await assert.rejects(store.getReport('account-a', stored.id), damaged);
      await assert.rejects(store.getSummary('account-a', stored.id), damaged);
      const list = { sortBy: 'id', project: null, ...firstTen } as const;
      const listed = await store.listReports('account-a', list);
      assert.deepEqual([listed.items, listed.damaged, listed.bounds?.last.id], [[], [stored.id], stored.id]);
    });
  }

  it('lists the reports beside a damaged one, which can be deleted', async () => {
    const store = openStore();
    const reports = ['one', 'two', 'three'].map((title) => sampleReport({ title }));
    for (const report of reports) await store.addReport(await account(store), report);
    const [first, second, third] = reports.map(({ id }) => id);
    new DatabaseSync(path).exec("UPDATE reports SET result_summary = '{' WHERE title = 'two'");
    const list = { sortBy: 'id', project: null, ...firstTen } as const;
    const listed = await store.listReports('account-a', list);
    assert.deepEqual(listed.items.map(({ item }) => item.id), [first, third]); // prettier-ignore
    assert.deepEqual(listed.damaged, [second]);
    assert.ok(await store.deleteReport('account-a', second ?? ''));
    assert.deepEqual((await store.listReports('account-a', list)).damaged, []);
  });

  describe('while another process holds the write lock', () => {
    let other: DatabaseSync;
    const list = { sortBy: 'id', project: null, ...firstTen } as const;
    beforeEach(() => {
      openStore();
      other = new DatabaseSync(path);
    });
    afterEach(() => {
      other.close();
    });

    it('reads, a key’s use and all, and writes in order once the lock is free', async () => {
      const [store] = open;
      assert.ok(store);
      await account(store);
      await store.addKey('account-a', { id: 'k', name: 'k', digest: 'd' });
      other.exec('BEGIN IMMEDIATE');
      const reports = [1, 2, 3].map(() => sampleReport());
      const written: string[] = [];
      const writing = reports.map(async (report) => {
        await store.addReport('account-a', report);
        written.push(report.id);
      });
      for (let tries = 0; tries < 20; tries++) {
        assert.equal(await store.accountOfKey('d'), 'account-a');
        assert.equal((await store.listReports('account-a', list)).total, 0);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      assert.deepEqual(written, []);
      other.exec('COMMIT');
      await Promise.all(writing);
      assert.deepEqual(written, reports.map(({ id }) => id)); // prettier-ignore
    });

    it('is opened', async () => {
      other.exec('BEGIN IMMEDIATE');
      await openStore().ping();
    });
  });

  describe('deleting much', () => {
    const many = 2500; // more than a list reads at once where rows are hidden, and than a batch clears
    const list = { sortBy: 'id', project: null, ...firstTen, limit: 3 } as const;

    /** Two reports that stay, and between them so many of a project. @returns the ids of the two. */
    async function fill(store: Store): Promise<string[]> {
      await account(store);
      const [before, one, after] = [null, 'big', 'p'].map((project) => sampleReport({ project }));
      assert.ok(before && one && after);
      await store.addReport('account-a', before);
      await store.addReport('account-a', one);
      const database = new DatabaseSync(path);
      const columns =
        'privacy, language, words, characters, sentences, model, score, details, content, verdict';
      database.exec(`
        WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${many})
        INSERT INTO reports (account, id, project, generated_at, result_summary, ${columns})
          SELECT account, substr(id, 1, 24) || printf('%012x', n), project, n, '{}', ${columns}
          FROM reports, numbers WHERE project = 'big';
        UPDATE projects SET reports = reports + ${many};
        UPDATE accounts SET reports = reports + ${many};`);
      database.close();
      const last = { ...after, id: `f${after.id.slice(1)}` };
      await store.addReport('account-a', last);
      return [before.id, last.id];
    }
    const rows = () => {
      const database = new DatabaseSync(path);
      const counted = database.prepare('SELECT count(*) AS n FROM reports').get();
      database.close();
      return Number(counted?.['n']);
    };

    it('hides a project at one moment, serves other calls while it is cleared, and gives its name free', async () => {
      const store = openStore();
      const stay = await fill(store);
      assert.equal(await store.deleteProject('account-a', 'big'), true);
      assert.ok(rows() > 1000, 'it was cleared in one go');
      for (const sort of ['asc', 'desc'] as const) {
        const read = async (from: ListStart, limit = 3) =>
          (await store.listReports('account-a', { ...list, sort, from, limit })).items.map(
            ({ item }) => item.id,
          );
        const expected = sort === 'asc' ? stay : stay.toReversed();
        assert.deepEqual(await read({ kind: 'offset', offset: 0 }), expected);
        assert.deepEqual(await read({ kind: 'offset', offset: 1 }, 1), expected.slice(1));
        const [first = '', last = ''] = expected;
        assert.deepEqual(await read({ kind: 'after', place: { key: first, id: first } }), [last]);
        assert.deepEqual(await read({ kind: 'before', place: { key: last, id: last } }), [first]);
      }
      assert.equal((await store.listReports('account-a', list)).total, 2);
      assert.equal((await store.listReports('account-a', { ...list, project: 'big' })).total, 0);
      const { verdict } = sampleReport().result;
      assert.equal((await store.listReports('account-a', { ...list, verdict })).total, 2);
      const projects = await store.listProjects('account-a', {
        ...firstTen,
        sortBy: 'project',
        search: null,
      });
      assert.deepEqual([projects.total, projects.items.map(({ item }) => item.project)], [1, ['p']]);
      assert.equal(await store.deleteProject('account-a', 'big'), false);
      assert.ok(rows() > 3, 'nothing else was done before it was cleared');

      const again = sampleReport({ project: 'big' });
      await store.addReport('account-a', again);
      assert.equal((await store.listReports('account-a', { ...list, project: 'big' })).total, 1);
      assert.equal(rows(), 3);
    });

    it('hides an account at one moment, whose name is free again', async () => {
      const store = openStore();
      const [first = ''] = await fill(store);
      await store.addKey('account-a', { id: 'k', name: 'k', digest: 'd' });
      assert.equal(await store.deleteAccount('account-a'), true);
      assert.ok(rows() > 1000, 'it was cleared in one go');
      assert.equal(await store.findReport(first), null);
      assert.equal(await store.getReport('account-a', first), null);
      assert.equal((await store.listReports('account-a', list)).total, 0);
      assert.equal(await store.accountOfKey('d'), null);
      assert.deepEqual(await store.listAccounts(), []);
      await assert.rejects(store.addReport('account-a', sampleReport()));
      assert.ok(await store.createAccount({ id: 'account-b', name: 'a', passwordHash: null }));
      await open.splice(0)[0]?.close();
      assert.equal(rows(), 0);
    });

    it('continues the work of a process that was killed', async () => {
      const stay = await fill(openStore());
      await open.splice(0)[0]?.close();
      new DatabaseSync(path).exec(`
        UPDATE accounts SET projects = projects - 1, reports = 2;
        UPDATE projects SET deleting = 1 WHERE project = 'big'`);
      const store = openStore();
      assert.equal((await store.listReports('account-a', list)).total, 2);
      for (let tries = 0; tries < 3000 && rows() > 2; tries++) await new Promise((r) => setTimeout(r, 10));
      assert.equal(rows(), 2);
      for (const id of stay) assert.ok(await store.getReport('account-a', id));
    });
  });

  describe('what is deleted', () => {
    const secret = 'The herons left the mill at dusk, said Marguerite-Nepomucena.';
    const files = () =>
      readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(secret));
    const long = () => sampleReport({ content: `${secret} ${'x'.repeat(20_000)}`, title: secret });
    const until = async (isSo: () => boolean) => {
      for (let tries = 0; tries < 3000 && !isSo(); tries++) await new Promise((r) => setTimeout(r, 10));
    };

    it('is gone from every file, also the write-ahead log, while the store is open', async () => {
      const store = openStore();
      await account(store);
      const [one, two] = [long(), { ...long(), project: 'p' }];
      await store.addReport('account-a', one);
      await store.addReport('account-a', two);
      assert.notDeepEqual(files(), []);
      await store.deleteReport('account-a', one.id);
      await store.deleteProject('account-a', 'p');
      await until(() => files().length === 0);
      assert.deepEqual(files(), []);
      assert.ok(await accountWith(store, 'account-a'));
    });

    it('disappears from the log once a reader in another process has ended', async () => {
      const store = openStore();
      await account(store);
      const one = long();
      await store.addReport('account-a', one);
      const reader = new DatabaseSync(path);
      reader.exec('BEGIN');
      reader.prepare('SELECT count(*) FROM reports').get();
      await store.deleteReport('account-a', one.id);
      await new Promise((resolve) => setTimeout(resolve, 1500));
      assert.notDeepEqual(files(), [], 'the reader still needs it');
      reader.close();
      await until(() => files().length === 0);
      assert.deepEqual(files(), []);
    });

    it('goes into no backup, nor what lies in free pages, nor what is still being cleared', async () => {
      const store = openStore();
      await account(store);
      const [left, hidden, kept] = [long(), { ...long(), project: 'p' }, sampleReport({ project: 'q' })];
      for (const report of [left, hidden, kept]) await store.addReport('account-a', report);
      await open.splice(0)[0]?.close();
      const old = new DatabaseSync(path);
      old.exec(`PRAGMA secure_delete = OFF; DELETE FROM reports WHERE id = '${left.id}';
        UPDATE projects SET deleting = 1 WHERE project = 'p';`);
      old.close();
      assert.notDeepEqual(files(), []);
      backUpSqlite(path, join(folder, 'copy'));
      assert.ok(!files().includes('copy'));
      const copy = openSqliteStore(join(folder, 'copy'));
      open.push(copy);
      assert.deepEqual(await copy.getReport('account-a', kept.id), shownOf(kept));
      assert.equal(await copy.getReport('account-a', hidden.id), null);
    });

    it('is overwritten by compacting, even if deleted without overwriting', async () => {
      const store = openStore();
      await account(store);
      const [left, kept] = [long(), sampleReport()];
      for (const report of [left, kept]) await store.addReport('account-a', report);
      await open.splice(0)[0]?.close();
      const other = new DatabaseSync(path);
      other.exec(`PRAGMA secure_delete = OFF; DELETE FROM reports WHERE id = '${left.id}'`);
      other.close();
      assert.notDeepEqual(files(), []);
      compactSqlite(path);
      assert.deepEqual([files(), readdirSync(folder)], [[], ['reports.db']]);
      assert.deepEqual(await openStore().getReport('account-a', kept.id), shownOf(kept));
    });

    it('stays in a damaged file, from which it may be saved', async () => {
      const store = openStore();
      const reports = Array.from({ length: 9 }, () => sampleReport());
      for (const report of reports) await store.addReport(await account(store), report);
      await open.splice(0)[0]?.close();
      const bytes = readFileSync(path);
      bytes.write('0', bytes.indexOf(reports[3]?.id ?? '') + 1); // an id that its index has otherwise
      bytes.write('9', bytes.indexOf(reports[3]?.id ?? ''));
      writeFileSync(path, bytes);
      assert.throws(() => { compactSqlite(path); }, { name: 'StoreDamagedError' }); // prettier-ignore
      assert.deepEqual(readFileSync(path), bytes);
    });
  });

  it('shows no report whose text the disk has changed, and lists it still', async () => {
    const store = openStore();
    const stored = sampleReport({ content: 'We ate at nine.' });
    await store.addReport(await account(store), stored);
    new DatabaseSync(path).exec("UPDATE reports SET content = 'We ate at ten. '");
    await assert.rejects(store.getReport('account-a', stored.id), { name: 'StoreDamagedError' });
    const list = { sortBy: 'id', project: null, ...firstTen } as const;
    assert.equal((await store.listReports('account-a', list)).total, 1);
  });

  it('names the file when it is found damaged in the middle of use', async () => {
    const store = openStore();
    const id = await account(store);
    for (let i = 0; i < 60; i++) await store.addReport(id, sampleReport({ content: 'x'.repeat(3000) }));
    await open.splice(0)[0]?.close();
    const bytes = readFileSync(path);
    bytes.fill(0xaa, 48 * 4096); // its tables begin before
    writeFileSync(path, bytes);
    const damaged = openStore();
    const list = { sortBy: 'id', project: null, ...firstTen, limit: 100 } as const;
    await assert.rejects(damaged.listReports(id, list), {
      name: 'StoreDamagedError',
      message: new RegExp(`${path} is damaged`),
    });
  });

  it('leaves no files beside a read-only database, which would cause trouble later', function () {
    if (process.getuid?.() === 0) this.skip(); // for root, nothing is read-only: lab/faults/readOnly.ts
    openStore();
    void open.splice(0)[0]?.close();
    chmodSync(path, 0o400);
    assert.throws(openStore, { name: 'StoreError', message: /can't be read and written to/ });
    assert.deepEqual(readdirSync(folder), ['reports.db']);
  });

  const bytesOf = () => {
    const database = new DatabaseSync(path);
    const row = database.prepare('SELECT bytes FROM accounts').get();
    database.close();
    return row?.['bytes'];
  };

  it('keeps all counts right while several windows add and delete', async () => {
    const stores = [openStore(), openStore(), openStore()];
    const [store] = stores;
    assert.ok(store);
    const id = await account(store);
    const context = await writeAtOnce(stores, id);
    await assertTotals(store, id, context);
  });

  it('allows repairing a wrong count with the statement in docs/deploy.md', async () => {
    const store = openStore();
    await store.addReport(await account(store), sampleReport({ content: 'Zoë', project: 'p' }));
    const deploy = readFileSync(join(root, 'docs/deploy.md'), 'utf8');
    const statement = /```sql\n(UPDATE accounts SET\n[^`]*)```/.exec(deploy)?.[1] ?? '';
    const database = new DatabaseSync(path);
    const counts = countColumns.map((column) => `${column} = 77`).join(', ');
    database.exec(`UPDATE accounts SET bytes = 77, ${counts}; UPDATE projects SET ${counts}`);
    database.exec(statement);
    database.close();
    assert.equal(bytesOf(), 4);
    await assertTotals(store, 'account-a');
  });

  describe('of another format', () => {
    const formatOf = () => new DatabaseSync(path).prepare('PRAGMA user_version').get()?.['user_version'];
    const rename = 'ALTER TABLE accounts RENAME COLUMN name TO title';

    for (const [age, format, remedy] of [
      ['a newer', 1000, 'Update Inkling'],
      ['an older', 9, 'Use the version that wrote it, or start with an empty database'],
    ] as const) {
      it(`is refused and left as it is when ${age} version wrote it`, async () => {
        await account(openStore());
        await open.splice(0)[0]?.close();
        const other = new DatabaseSync(path);
        other.exec(`PRAGMA user_version = ${format}`);
        other.close();
        const before = readFileSync(path);
        const message = new RegExp(`from ${age} version of Inkling \\(format ${format}; .*\\. ${remedy}\\.$`);
        const compacts = () => {
          compactSqlite(path);
        };
        const backsUp = () => {
          backUpSqlite(path, join(folder, 'copy'));
        };
        for (const opens of [openStore, compacts]) assert.throws(opens, { name: 'StoreError', message });
        assert.deepEqual(readdirSync(folder), ['reports.db']);
        assert.throws(backsUp, { name: 'StoreError', message });
        assert.deepEqual([readFileSync(path), existsSync(join(folder, 'copy'))], [before, false]);
      });
    }

    it('is migrated to the newest, or stays unchanged if that fails', async () => {
      await account(openStore());
      await open.splice(0)[0]?.close();
      const database = openDatabase(path);
      const first = Number(formatOf());
      assert.throws(() => { migrate(database, path, [rename, 'DROP TABLE none']); }, /none/); // prettier-ignore
      assert.equal(formatOf(), first);
      assert.ok(database.prepare('SELECT name FROM accounts').get());
      for (let times = 0; times < 2; times++) migrate(database, path, [rename]);
      assert.equal(formatOf(), first + 1);
      assert.equal(database.prepare('SELECT title FROM accounts').get()?.['title'], 'a');
      migrate(database, path, [rename, 'CREATE TABLE more (text)']);
      assert.equal(formatOf(), first + 2);
      database.close();
      assert.throws(openStore, { name: 'StoreError', message: /newer version of Inkling/ });
    });

    it('is made new with what changed since', () => {
      const database = new DatabaseSync(path);
      migrate(database, path, [rename]);
      assert.deepEqual(database.prepare('SELECT title FROM accounts').all(), []);
      database.close();
      assert.throws(openStore, { name: 'StoreError', message: /newer version of Inkling/ });
    });
  });

  it('refuses another program’s database and does not touch it', () => {
    const other = new DatabaseSync(path);
    other.exec('CREATE TABLE notes (text)');
    other.close();
    const before = readFileSync(path);
    assert.throws(openStore, { name: 'StoreError', message: /another program/ });
    assert.deepEqual([readFileSync(path), readdirSync(folder)], [before, ['reports.db']]);
  });

  it('is reported if it can’t be written', () => {
    path = join(folder, 'no', 'such', 'folder.db');
    assert.throws(openStore, { name: 'StoreError', message: /can’t be opened/ });
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
          for (const sortBy of ['id', 'generated_at', 'score'] as const) {
            for (const project of [null, 'p']) {
              for (const verdict of [null, 'ai'] as const) {
                await store.listReports('account-a', { ...list, sortBy, project, verdict });
              }
            }
          }
          for (const sortBy of ['created_at', 'project'] as const) {
            await store.listProjects('account-a', { ...list, sortBy, search: null });
          }
        }
      }
    });
    const lists = queries.map((sql) => sql.replace(/\s+/g, ' ')).filter((sql) => sql.includes('ORDER BY'));
    assert.equal(lists.length, 14 * 4); // fourteen lists, each up and down, from the start and from a place
    const database = new DatabaseSync(path);
    for (const sql of lists) {
      const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
      const details = plan.map((row) => String(row['detail'])).join('; ');
      const narrowed = (list: string) =>
        ['project', 'verdict']
          .map((column) => (list.includes(`${column} = ?`) ? ` AND ${column}=\\?` : ''))
          .join('');
      const [total = '', listed = ''] = sql.split(/\) AS total FROM (?!.* AS total FROM )/);
      const fromPlace = /[<>] \(\?/.test(sql) ? ' AND .*[<>].*' : '';
      const list = `SEARCH \\w+ USING INDEX \\w+ \\(account=\\?${narrowed(listed)}${fromPlace}\\)`;
      const count = `SCALAR SUBQUERY \\d; SEARCH \\w+ USING (COVERING )?INDEX \\w+ \\((id|account)=\\?${narrowed(total)}\\)`;
      // Of a verdict in all projects, without those of projects that are being deleted.
      const hidden =
        'SCALAR SUBQUERY \\d; SEARCH p USING COVERING INDEX projects_deleting \\(account=\\?\\); ' +
        'SEARCH r USING COVERING INDEX \\w+ \\(account=\\? AND project=\\? AND verdict=\\?\\)';
      const expected = new RegExp(`^${list}; ${count}${total.includes('deleting') ? `; ${hidden}` : ''}$`);
      assert.match(details, expected, `${sql}: ${details}`);
    }
  });
});

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
