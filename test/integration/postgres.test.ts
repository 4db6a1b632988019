import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inspect } from 'node:util';
import { Client } from 'pg';
import { migrate } from '../../src/service/store/postgres/migrations.ts';
import { openPostgresStore } from '../../src/service/store/postgres/postgres.ts';
import { PostgresPool } from '../../src/service/store/postgres/pool.ts';
import { StoreUnavailableError, type ListStart, type Store } from '../../src/service/store/store.ts';
import { root } from '../rig/paths.ts';
import { installPgBouncer, startPgBouncer, type PgBouncer } from '../rig/pgbouncer.ts';
import { run } from '../rig/postgres.ts';
import { postgres, startTimeout } from '../contract/support/postgres.ts';
import { accountWith, firstTen, newAccount, newId, sampleReport } from '../contract/support/samples.ts';
import { assertTotals, writeAtOnce } from '../contract/support/totals.ts';

describe('the PostgreSQL store', () => {
  let address: string;
  const open: Store[] = [];

  before(async function () {
    this.timeout(startTimeout);
    await postgres();
  });
  beforeEach(async () => {
    address = await (await postgres()).createDatabase();
  });
  afterEach(async () => {
    for (const store of open.splice(0)) await store.close();
  });

  async function openStore(at = address): Promise<Store> {
    const store = await openPostgresStore(at);
    open.push(store);
    return store;
  }

  describe('opening', () => {
    it('makes the tables once when several processes start at the same moment', async () => {
      const stores = await Promise.all(Array.from({ length: 6 }, () => openStore()));
      for (const store of stores) await store.ping();
      assert.equal((await run(address, 'SELECT version FROM inkling.migrations')).length, 1);
    });

    it('waits longer for another process’s migration than any other statement may take', async () => {
      const other = new Client({ connectionString: address });
      await other.connect();
      try {
        await other.query('SELECT pg_advisory_lock($1)', [0x496e6b6c]);
        const opening = openStore(`${address}?query_timeout=300`);
        await setTimeout(1000);
        await other.query('SELECT pg_advisory_unlock_all()');
        await (await opening).ping();
      } finally {
        await other.end();
      }
      const pool = new PostgresPool(address);
      const shown = (maxTime?: number) =>
        pool.transaction((queries) => queries.find('SHOW statement_timeout'), maxTime);
      try {
        assert.deepEqual(await shown(60_000), [{ statement_timeout: '1min' }]);
        assert.deepEqual(await shown(), [{ statement_timeout: '30s' }]);
      } finally {
        await pool.close();
      }
    });

    it('returns what was stored', async () => {
      const account = await newAccount(await openStore());
      assert.equal((await accountWith(await openStore(), account))?.id, account);
    });

    for (const [age, format, remedy] of [
      ['a newer', 1000, 'Update Inkling'],
      ['an older', 6, 'Use the version that wrote it, or start with an empty database'],
    ] as const) {
      it(`refuses a database that ${age} version wrote, and leaves it as it is`, async () => {
        await openStore();
        await run(address, `UPDATE inkling.migrations SET version = ${format}`);
        const all = `SELECT 'inkling.migrations'::regclass::text, xmin::text, m.* FROM inkling.migrations AS m
          UNION ALL SELECT relname, xmin::text, relnatts, null FROM pg_class WHERE relnamespace = 'inkling'::regnamespace`;
        const before = await run(address, all);
        await assert.rejects(openStore(), {
          name: 'StoreError',
          message: new RegExp(`from ${age} version of Inkling \\(format ${format}; .*\\. ${remedy}\\.$`),
        });
        assert.deepEqual(await run(address, all), before);
      });
    }

    it('migrates a database to the newest format, or leaves it unchanged if that fails', async () => {
      const account = await newAccount(await openStore());
      const rename = 'ALTER TABLE inkling.accounts RENAME COLUMN name TO title';
      const pool = new PostgresPool(address);
      try {
        await assert.rejects(migrate(pool, 'x', [rename, 'DROP TABLE inkling.none']), /none/);
        assert.ok(await accountWith(await openStore(), account));
        for (let times = 0; times < 2; times++) await migrate(pool, 'x', [rename]);
        assert.equal((await run(address, 'SELECT title FROM inkling.accounts')).length, 1);
      } finally {
        await pool.close();
      }
      await assert.rejects(openStore(), { name: 'StoreError', message: /newer version of Inkling/ });
    });

    it('leaves another program’s schema alone', async () => {
      await run(address, 'CREATE SCHEMA inkling CREATE TABLE notes (text text)');
      await assert.rejects(openStore(), { name: 'StoreError', message: /another program/ });
      assert.deepEqual(await run(address, "SELECT FROM pg_tables WHERE schemaname = 'inkling'"), [{}]);
    });

    it('uses a schema that was made for it, without the right to make one', async () => {
      await run(
        address,
        "CREATE ROLE clerk LOGIN PASSWORD 'clerk'; CREATE SCHEMA inkling AUTHORIZATION clerk",
      );
      const url = new URL(address);
      [url.username, url.password] = ['clerk', 'clerk'];
      await newAccount(await openStore(url.href));
    });

    it('refuses a database that can’t store every text', async () => {
      const other = new URL(address);
      other.pathname = '/ascii';
      await run(
        address,
        "CREATE DATABASE ascii TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C'",
      );
      await assert.rejects(openStore(other.href), { name: 'StoreError', message: /SQL_ASCII.*UTF8/ });
    });

    const wrong: [name: string, change: (url: URL) => void, message: RegExp][] = [
      ['nothing answers', (url) => (url.port = '1'), /can't be reached.*Check/],
      ['the host is unknown', (url) => (url.hostname = 'db.invalid'), /db\.invalid.*can't be reached/],
      ['the password is wrong', (url) => (url.password = 'wrong-secret'), /refused the user or the password/],
      ['there is no such database', (url) => (url.pathname = '/none'), /does not exist.*createdb/],
    ];
    for (const [name, change, message] of wrong) {
      it(`says what to do when ${name}, and never the password`, async () => {
        const url = new URL(address);
        change(url);
        await assert.rejects(openStore(url.href), (error: Error) => {
          assert.equal(error.name, 'StoreError');
          assert.match(error.message, message);
          assert.ok(!error.message.includes(url.password), error.message);
          return true;
        });
      });
    }

    it('says how an address is written when it is none', async () => {
      await assert.rejects(openStore('postgres://user:secret@host:port/db'), (error: Error) => {
        assert.equal(error.name, 'StoreError');
        assert.match(error.message, /postgres:\/\/user:password@host:port\/database/);
        assert.ok(!error.message.includes('secret'));
        return true;
      });
    });
  });

  describe('can be split by account', () => {
    it('because every key and index begins with it, except the three tables that find an account', async () => {
      await openStore();
      const indexes = await run(
        address,
        `SELECT relname AS table, pg_get_indexdef(indexrelid, 1, true) AS first, indnatts::int AS columns
         FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
         WHERE relnamespace = 'inkling'::regnamespace AND relname <> 'migrations'`,
      );
      const others = indexes.filter(({ first }) => first !== 'account');
      assert.deepEqual(
        others
          .map(({ table, first, columns }) => `${String(table)} (${String(first)}) ${String(columns)}`)
          .sort(),
        ['account_names (folded) 1', 'key_owners (digest) 1', 'report_owners (id) 1'],
      );
    });

    it('with the commands in docs/deploy.md, which name what there is and lose nothing', async () => {
      await openStore();
      const keys = `SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint
        WHERE contype = 'f' AND connamespace = 'inkling'::regnamespace ORDER BY 1`;
      const before = await run(address, keys);
      // Stands in for Citus's: fails when the table, the column or the table beside it is not there.
      await run(
        address,
        `CREATE TABLE distributed (name text, key text);
         CREATE FUNCTION create_distributed_table(name text, key text, colocate_with text DEFAULT 'none') RETURNS void AS $$
           SELECT name::regclass, nullif(colocate_with, 'none')::regclass;
           INSERT INTO distributed
             SELECT name, attname FROM pg_attribute WHERE attrelid = name::regclass AND attname = key;
         $$ LANGUAGE sql`,
      );
      const page = readFileSync(join(root, 'docs/deploy.md'), 'utf8');
      const [, commands] = /### Spread over several machines.*?```sql\n(.*?)```/s.exec(page) ?? [];
      assert.ok(commands);
      await run(address, commands);
      assert.deepEqual(await run(address, keys), before);
      const left = await run(
        address,
        `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'inkling'::regnamespace
         AND 'inkling.' || relname NOT IN (SELECT name FROM distributed WHERE key IS NOT NULL)`,
      );
      assert.deepEqual(left, [{ relname: 'migrations' }]);
    });
  });

  describe('when the server is lost', () => {
    it('rejects current calls and serves the next ones once it is back', async () => {
      const store = await openStore();
      const account = await newAccount(store);
      const calls = Array.from({ length: 20 }, () => store.addReport(account, sampleReport()));
      const ends = Promise.allSettled(calls);
      await run(
        address,
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
      const stored = (await ends).filter(({ status }) => status === 'fulfilled').length;
      const { total } = await onceServed(() =>
        store.listReports(account, { ...firstTen, sortBy: 'id', project: null }),
      );
      assert.ok(total >= stored, `${stored} were acknowledged, ${total} are there`);
      await onceServed(() => store.addReport(account, sampleReport()));
    });

    /** A connection that was idle when it was ended may not have heard of it yet: the call that it is given to fails. */
    async function onceServed<Result>(call: () => Promise<Result>): Promise<Result> {
      for (let tries = 1; ; tries++) {
        try {
          return await call();
        } catch (error) {
          if (!(error instanceof StoreUnavailableError) || tries === 50) throw error;
          await setTimeout(50);
        }
      }
    }

    it('fails a call rather than wait for ever for a server that is silent', async () => {
      const proxy = await startProxy((await postgres()).port);
      try {
        const url = new URL(address);
        url.port = String(proxy.port);
        url.search = '?query_timeout=1500';
        const account = await newAccount(await openStore()); // the tables are made without that limit
        const store = await openStore(url.href);
        proxy.freeze();
        const unavailable = { name: 'StoreUnavailableError' };
        await assert.rejects(store.ping(), unavailable);
        await assert.rejects(store.addReport(account, sampleReport()), unavailable);
        proxy.thaw();
        await store.addReport(account, sampleReport());
      } finally {
        proxy.stop();
      }
    });

    it('still knows whose a key is on a server that only reads, where its use can’t be noted', async () => {
      const store = await openStore();
      const account = await newAccount(store);
      await store.addKey(account, { id: newId(), name: 'k', digest: 'd' });
      await run(
        address,
        `ALTER DATABASE ${new URL(address).pathname.slice(1)} SET default_transaction_read_only = on`,
      );
      const reading = await openStore();
      assert.equal(await reading.accountOfKey('d'), account);
      await assert.rejects(reading.addReport(account, sampleReport()), { name: 'StoreUnavailableError' });
    });

    it('gives errors for the log that don’t quote what was sent', async () => {
      const store = await openStore();
      const account = await newAccount(store);
      const report = sampleReport({ title: 'a private title' });
      const language = null as unknown as string; // what the database refuses with the whole row in its detail
      await assert.rejects(store.addReport(account, { ...report, language }), (error: Error) => {
        assert.ok(!inspect(error).includes(account), inspect(error));
        return true;
      });
    });
  });

  it('finds the keys of requests that come together with one statement', async () => {
    const store = await openStore();
    const account = await newAccount(store);
    const digests = ['one', 'two', 'three'];
    for (const digest of digests) await store.addKey(account, { id: newId(), name: 'k', digest });
    const sent = await sentDuring(async () => {
      await Promise.all(digests.map((digest) => store.accountOfKey(digest)));
    });
    const lookUps = sent.filter(({ text }) => text.startsWith('SELECT'));
    assert.deepEqual(
      lookUps.map(({ values }) => values),
      [[digests]],
    );
  });

  it('answers no request by a lookup that was sent before its key was revoked', async () => {
    const store = await openStore();
    const account = await newAccount(store);
    const id = newId();
    await store.addKey(account, { id, name: 'k', digest: 'd' });
    const [looksUp, isRevoked] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const found: (string | null)[] = [];
    await sentDuring(
      async () => {
        const before = store.accountOfKey('d');
        await looksUp.promise;
        await store.revokeKey(account, id);
        const after = store.accountOfKey('d');
        isRevoked.resolve(undefined);
        found.push(await before, await after);
      },
      // The first answer is on its way for as long as revoking takes.
      async ({ text }) => {
        if (!text.startsWith('SELECT digest')) return;
        looksUp.resolve(undefined);
        await isRevoked.promise;
      },
    );
    assert.deepEqual(found, [account, null]);
  });

  it('works while a newer version changes the tables', async () => {
    const store = await openStore();
    const account = await newAccount(store);
    await store.addReport(account, sampleReport({ project: 'p' }));
    const all = () =>
      Promise.all(
        [0, 1].flatMap((offset) =>
          [null, 'p'].map(async (project) => {
            const from = { kind: 'offset', offset } as const;
            const list = { ...firstTen, from, sortBy: 'score', project } as const;
            const { items, total } = await store.listReports(account, list);
            return [items.length, total];
          }),
        ),
      );
    const expected = [[1, 1], [1, 1], [0, 1], [0, 1]]; // prettier-ignore
    assert.deepEqual(await all(), expected);
    await run(
      address,
      `ALTER TABLE inkling.reports ADD COLUMN newer bigint NOT NULL DEFAULT 0;
       DROP INDEX inkling.reports_by_score, inkling.reports_of_project_by_score;
       CREATE INDEX newer_by_score ON inkling.reports (account, score, id, newer);
       ALTER TABLE inkling.accounts DROP COLUMN bytes, ADD COLUMN bytes bigint NOT NULL DEFAULT 0`,
    );
    assert.deepEqual(await all(), expected);
  });

  /** What a statement runs under, and whether it is sent without a transaction around it. */
  async function limitsAt(at: string) {
    const pool = new PostgresPool(at);
    try {
      const limits = `current_setting('statement_timeout') AS limit, current_setting('enable_sort') AS sort`;
      const [alone] = await pool.find(`SELECT ${limits}, now() = statement_timestamp() AS "isAlone"`);
      const [within] = await pool.transaction((queries) => queries.find(`SELECT ${limits}`));
      return { alone, within };
    } finally {
      await pool.close();
    }
  }

  it('sets its limits once per direct connection, so that a single statement needs no transaction', async () => {
    const expected = { limit: '30s', sort: 'off' };
    assert.deepEqual(await limitsAt(address), { alone: { ...expected, isAlone: true }, within: expected });
  });

  for (const mode of ['session', 'transaction'] as const) {
    describe(`behind PgBouncer in ${mode} mode`, () => {
      let program: string | undefined;
      let bouncer: PgBouncer | undefined;

      before(async function () {
        this.timeout(startTimeout);
        program = await installPgBouncer();
        if (program !== undefined) return;
        console.log('PgBouncer is missing and could not be installed: apt-get install pgbouncer');
        this.skip();
      });
      beforeEach(async () => {
        bouncer = program === undefined ? undefined : await startPgBouncer(program, mode, address);
      });
      afterEach(async () => {
        for (const store of open.splice(0)) await store.close();
        await bouncer?.stop();
      });

      it('stores, lists and deletes, by many calls at the same time', async () => {
        const store = await openStore(bouncer?.address);
        const accounts = await Promise.all(Array.from({ length: 5 }, () => newAccount(store)));
        await Promise.all(
          accounts.flatMap((account) =>
            ['p', 'q'].map((project) => store.addReport(account, sampleReport({ project }))),
          ),
        );
        await Promise.all(accounts.map((account) => store.deleteProject(account, 'p')));
        for (const account of accounts) {
          const listed = await store.listReports(account, { ...firstTen, sortBy: 'id', project: null });
          assert.deepEqual([listed.total, listed.items.map(({ item }) => item.project)], [1, ['q']]);
        }
      });

      it('keeps its limits within each transaction, and leaves none with the server’s connection', async () => {
        const expected = { limit: '30s', sort: 'off' };
        assert.deepEqual(await limitsAt(bouncer?.address ?? ''), {
          alone: { ...expected, isAlone: false },
          within: expected,
        });
        const [left] = await run(bouncer?.address ?? '', 'SHOW statement_timeout');
        assert.deepEqual(left, { statement_timeout: '0' });
      });

      it('rejects only the current calls', async () => {
        const store = await openStore(bouncer?.address);
        await store.ping();
        await bouncer?.stop();
        bouncer = undefined;
        await assert.rejects(store.ping(), { name: 'StoreUnavailableError' });
      });
    });
  }

  describe('with three processes side by side', () => {
    it('keep every count right while all add and delete', async () => {
      const stores = await Promise.all([openStore(), openStore(), openStore()]);
      const [first] = stores;
      assert.ok(first);
      const account = await newAccount(first);
      const context = await writeAtOnce(stores, account);
      await assertTotals(first, account, context);

      const expected = await run(
        address,
        'SELECT project, count(*)::int AS reports FROM inkling.reports GROUP BY project',
      );
      const countOf = (name: string | null) =>
        expected.find(({ project }) => project === name)?.['reports'] ?? 0;
      const reports = await first.listReports(account, { ...firstTen, sortBy: 'id', project: null });
      assert.equal(
        reports.total,
        [null, 'p', 'q'].reduce((sum, name) => sum + Number(countOf(name)), 0),
        context,
      );
      const listed = await first.listProjects(account, { ...firstTen, sortBy: 'project', search: null });
      assert.equal(listed.total, listed.items.length, context);
      for (const { item } of listed.items) assert.equal(item.reports, countOf(item.project), context);
      const [owners] = await run(address, 'SELECT count(*)::int AS n FROM inkling.report_owners');
      assert.equal(owners?.['n'], reports.total, context);
    });

    it('leaves nothing of an account that is deleted while others add to it', async () => {
      const stores = await Promise.all([openStore(), openStore(), openStore()]);
      const [first] = stores;
      assert.ok(first);
      const account = await newAccount(first);
      const adding = stores.flatMap((store) =>
        Array.from({ length: 10 }, () => [
          store.addReport(account, sampleReport({ project: 'p' })),
          store.addKey(account, { id: newId(), name: 'k', digest: newId() }),
        ]).flat(),
      );
      const ends = Promise.allSettled(adding);
      assert.equal(await first.deleteAccount(account), true);
      await ends;
      for (const table of [
        'accounts',
        'account_names',
        'api_keys',
        'key_owners',
        'projects',
        'reports',
        'report_owners',
      ]) {
        assert.deepEqual(await run(address, `SELECT account FROM inkling.${table}`), [], table);
      }
    });

    it('makes a project once that all use first', async () => {
      const stores = await Promise.all([openStore(), openStore(), openStore()]);
      const [first] = stores;
      assert.ok(first);
      const account = await newAccount(first);
      await Promise.all(stores.map((store) => store.addReport(account, sampleReport({ project: 'p' }))));
      const { items, total } = await first.listProjects(account, {
        ...firstTen,
        sortBy: 'project',
        search: null,
      });
      assert.deepEqual([total, items.map(({ item }) => item.reports)], [1, [3]]);
    });
  });

  it('lists readable rows beside an unreadable one, which can be deleted', async () => {
    const store = await openStore();
    const account = await newAccount(store);
    const [good, bad] = [sampleReport({ project: 'p' }), sampleReport({ project: 'p' })];
    for (const report of [good, bad]) await store.addReport(account, report);
    await run(address, `UPDATE inkling.reports SET result_summary = '{}' WHERE id = '${bad.id}'`);
    const listed = await store.listReports(account, { ...firstTen, sortBy: 'id', project: null });
    assert.deepEqual(
      [listed.items.map(({ item }) => item.id), listed.damaged, listed.bounds?.last.id, listed.total],
      [[good.id], [bad.id], bad.id, 2],
    );
    await assert.rejects(store.getReport(account, bad.id), {
      name: 'StoreDamagedError',
      message: new RegExp(bad.id),
    });
    assert.equal(await store.deleteReport(account, bad.id), true);
  });

  describe('with many reports', () => {
    const many = 25_000;
    let store: Store;
    let account: string;

    beforeEach(async () => {
      store = await openStore();
      account = await newAccount(store);
      for (const project of ['common', 'rare']) await store.addReport(account, sampleReport({ project }));
      const columns =
        'privacy, language, words, characters, sentences, model, result_summary, details, content';
      const counted = ['reports', 'reports_uncertain']
        .map((column) => `${column} = ${column} + ${many}`)
        .join(', ');
      await run(
        address,
        `INSERT INTO inkling.reports (account, id, project, generated_at, ${columns})
           SELECT account, 'id ' || lpad(n::text, 9, '0'), project, n / 3, ${columns}
           FROM inkling.reports, generate_series(1, ${many}) AS n WHERE project = 'common';
         INSERT INTO inkling.report_owners SELECT id, account FROM inkling.reports ON CONFLICT DO NOTHING;
         UPDATE inkling.projects SET ${counted} WHERE project = 'common';
         UPDATE inkling.accounts SET ${counted};
         INSERT INTO inkling.projects (account, project, folded, id)
           SELECT account, 'n' || n, 'n' || n, 'id ' || n FROM inkling.accounts, generate_series(1, ${many}) AS n;
         UPDATE inkling.accounts SET projects = projects + ${many};
         ANALYZE inkling.reports, inkling.projects`,
      );
    });

    it('reads every list along its own index, so that depth and size cost nothing', async () => {
      const starts: ListStart[] = [
        { kind: 'offset', offset: 0 },
        { kind: 'after', place: { key: 'n7', id: 'id 7' } },
        { kind: 'before', place: { key: 'n7', id: 'id 7' } },
      ];
      const sent = await sentDuring(async () => {
        for (const from of starts) {
          const atTime = from.kind === 'offset' ? from : { ...from, place: { ...from.place, key: 7 } };
          for (const sort of ['asc', 'desc'] as const) {
            const list = { from, sort, limit: 10 };
            for (const project of [null, 'common', 'rare', 'none']) {
              await store.listReports(account, { ...list, sortBy: 'id', project });
              await store.listReports(account, { ...list, from: atTime, sortBy: 'generated_at', project });
              await store.listReports(account, { ...list, from: atTime, sortBy: 'score', project });
              for (const verdict of ['ai', 'uncertain'] as const) {
                await store.listReports(account, { ...list, sortBy: 'id', project, verdict });
                await store.listReports(account, {
                  ...list,
                  from: atTime,
                  sortBy: 'score',
                  project,
                  verdict,
                });
              }
            }
            await store.listProjects(account, { ...list, sortBy: 'created_at', search: null });
            await store.listProjects(account, { ...list, sortBy: 'project', search: null });
          }
        }
      });
      const lists = sent.filter(({ text }) => text.includes('ORDER BY'));
      assert.equal(lists.length, 3 * 2 * (4 * (3 + 4) + 2));
      const pool = new PostgresPool(address); // with the settings that the store's own connections have
      try {
        for (const { text, values } of lists) {
          for (const explain of ['EXPLAIN', 'EXPLAIN (GENERIC_PLAN)']) {
            const rows = await pool.find(`${explain} ${text}`, values);
            const plan = rows.map((row) => String(row['QUERY PLAN'])).join('\n');
            // The one row that holds the total; and the list itself.
            const scan = String.raw`\n +-> +Index (Only )?Scan (Backward )?using \w+ on \w+ .*\n +Index Cond: .*`;
            const expected = new RegExp(`^Limit .*\\n +InitPlan.*${scan}${scan}$`);
            assert.match(plan, expected, `${text}\n${plan}`);
            assert.equal(plan.includes('ROW('), /\(\w+, .*\) [<>]=? \(/.test(text), plan);
          }
        }
      } finally {
        await pool.close();
      }
    });

    it('counts the items before a page along the index alone, and reads the rows of the page', async () => {
      const sent = await sentDuring(async () => {
        for (const sort of ['asc', 'desc'] as const) {
          const list = { from: { kind: 'offset', offset: 10_000 }, sort, limit: 10 } as const;
          for (const sortBy of ['id', 'generated_at', 'score'] as const) {
            for (const project of [null, 'common']) {
              await store.listReports(account, { ...list, sortBy, project });
              await store.listReports(account, { ...list, sortBy, project, verdict: 'uncertain' });
            }
          }
          await store.listProjects(account, { ...list, sortBy: 'created_at', search: null });
          await store.listProjects(account, { ...list, sortBy: 'project', search: null });
        }
      });
      const pages = sent.filter(({ text }) => text.includes('ORDER BY'));
      assert.equal(pages.length, 2 * (3 * 2 * 2 + 2));
      const pool = new PostgresPool(address);
      try {
        for (const { text, values } of pages) {
          const rows = await pool.find(`EXPLAIN (GENERIC_PLAN) ${text}`, values);
          const plan = rows.map((row) => String(row['QUERY PLAN'])).join('\n');
          assert.match(
            plan,
            /^Nested Loop [^]*\n +-> +Limit .*\n +-> +Index Only Scan .*\n +Index Cond: .*\n +-> +Index Scan using \w+ on \w+ .*\n +Index Cond: .*$/,
            `${text}\n${plan}`,
          );
        }
      } finally {
        await pool.close();
      }
    });

    it('deletes a project of any size with all its reports', async () => {
      assert.equal(await store.deleteProject(account, 'common'), true);
      const reports = await store.listReports(account, { ...firstTen, sortBy: 'id', project: null });
      assert.deepEqual([reports.total, reports.items[0]?.item.project], [1, 'rare']);
      assert.equal((await run(address, 'SELECT id FROM inkling.report_owners')).length, 1);
    });
  });
});

interface Sent {
  text: string;
  values: (string | number | string[])[];
}

/**
 * What is sent to the server while `work` goes on.
 * @param hold what an answer waits for once it is there.
 */
async function sentDuring(work: () => Promise<void>, hold?: (sent: Sent) => Promise<void>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const original = Object.getOwnPropertyDescriptor(Client.prototype, 'query');
  assert.ok(original);
  const query = original.value as (...args: unknown[]) => unknown;
  Object.defineProperty(Client.prototype, 'query', {
    ...original,
    value: function (this: Client, ...args: unknown[]) {
      const [config] = args;
      const answer = query.apply(this, args);
      if (typeof config !== 'object') return answer;
      sent.push(config as Sent);
      if (!hold) return answer;
      return (async () => {
        const result = await answer;
        await hold(config as Sent);
        return result;
      })();
    },
  });
  try {
    await work();
  } finally {
    Object.defineProperty(Client.prototype, 'query', original);
  }
  return sent;
}

/** A way to a port of 127.0.0.1 that can fall silent, as a broken network does. */
async function startProxy(port: number) {
  const sockets = new Set<Socket>();
  let frozen = false;
  const server = createServer((inner) => {
    const outer = connect(port, '127.0.0.1');
    for (const [socket, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(socket);
      socket.on('data', (data) => {
        if (!frozen) other.write(data);
      });
      socket.on('error', () => other.destroy());
      socket.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => (frozen = true),
    thaw: () => (frozen = false),
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
