import assert from 'node:assert/strict';
import { run, startPostgres, type PostgresServer } from '../rig/postgres.ts';
import { discrepancies } from './discrepancies.ts';
import { startLoad, type Outcome } from './load.ts';
import { call, idIn, scan, totalOf } from './requests.ts';
import { issueKey, serve, until, type Server } from './server.ts';

const sentence = 'The baker had sold out by nine, so we ate the apples and called it breakfast. ';

describe('inkling serve on PostgreSQL', function () {
  this.timeout(120_000);
  let postgres: PostgresServer;

  before(async () => {
    postgres = await startPostgres();
  });
  after(() => postgres.stop());

  it('says that it is not ready while the database is gone, and goes on by itself once it is back', async () => {
    const database = await postgres.createDatabase();
    const server = await serve(database);
    const key = await issueKey(database, 'Ann');
    const before = await idIn(await scan(server, key, sentence));

    await postgres.halt();
    for (const response of [
      await call(server, key, '/reports'),
      await call(server, key, `/reports/${before}`, { method: 'DELETE' }),
      await scan(server, key, sentence),
    ]) {
      assert.equal(response.status, 503);
      assert.match(response.headers.get('Retry-After') ?? '', /^\d+$/);
      const body = (await response.json()) as object;
      assert.deepEqual(Object.keys(body), ['message', 'code']);
      assert.ok(!JSON.stringify(body).includes('127.0.0.1'), 'it says where the database is');
    }
    const page = await fetch(`${server.address}/reports/${before}`);
    assert.equal(page.status, 503);
    assert.match(await page.text(), /<h1>Try again soon<\/h1>/);
    assert.equal(await statusOf(server, '/readyz'), 503);
    assert.equal(await statusOf(server, '/healthz'), 200);

    await postgres.resume();
    await until('it did not become ready again', async () => (await statusOf(server, '/readyz')) === 200);
    assert.equal((await call(server, key, `/reports/${before}`)).status, 200, 'nothing was deleted');
    await idIn(await scan(server, key, sentence));
    assert.equal(await totalOf(server, key), 2, 'nothing was stored that was answered 503');
    assert.equal(await server.end('SIGTERM'), 0);
  });

  it('is not ready while the database’s disk is full, and recovers when there is room', async () => {
    const database = await postgres.createDatabase();
    const server = await serve(database);
    const key = await issueKey(database, 'Ann');
    const before = await idIn(await scan(server, key, sentence));
    // What PostgreSQL answers where a table's file can't grow.
    await run(
      database,
      `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN RAISE 'could not extend file "base/5/2619": No space left on device' USING ERRCODE = '53100'; END $$;
       CREATE FUNCTION full_disk_too() RETURNS event_trigger LANGUAGE plpgsql AS $$
         BEGIN RAISE 'could not create file "base/5/9999": No space left on device' USING ERRCODE = '53100'; END $$;
       CREATE TRIGGER full_disk BEFORE INSERT ON inkling.reports EXECUTE FUNCTION full_disk();
       CREATE EVENT TRIGGER full_disk_too ON ddl_command_start WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION full_disk_too();`,
    );
    const refused = await scan(server, key, sentence);
    assert.equal(refused.status, 503);
    assert.match(await refused.text(), /its disk is full or failing/);
    assert.equal((await call(server, key, `/reports/${before}`)).status, 200);
    const ready = await fetch(`${server.address}/readyz`);
    assert.equal(ready.status, 503);
    assert.equal(await ready.text(), 'The disk of the database is full or failing. Free space on it.\n');
    assert.equal(await statusOf(server, '/healthz'), 200);
    assert.match(server.log(), /The database’s disk is full: could not extend file/);

    await run(
      database,
      'DROP EVENT TRIGGER full_disk_too; DROP TRIGGER full_disk ON inkling.reports; DROP FUNCTION full_disk, full_disk_too',
    );
    assert.equal(await statusOf(server, '/readyz'), 200);
    await idIn(await scan(server, key, sentence));
    assert.deepEqual(await run(database, "SELECT to_regclass('inkling.room') AS left"), [{ left: null }]);
  });

  it('keeps what three processes acknowledged side by side, of which one is killed under load', async () => {
    const database = await postgres.createDatabase();
    const servers = await Promise.all([1, 2, 3].map(() => serve(database, '--rate-limit', '0')));
    const [killed, survivor] = servers;
    assert.ok(killed && survivor);
    const keys = [await issueKey(database, 'Ann'), await issueKey(database, 'Bob')];
    const load = startLoad({ addresses: servers.map(({ address }) => address), keys });
    const untilMore = async (): Promise<void> => {
      const enough = load.acknowledged() + 50;
      await until('too little was acknowledged', () => Promise.resolve(load.acknowledged() >= enough));
    };
    let outcome: Outcome;
    try {
      await untilMore();
      await killed.end('SIGKILL');
      await untilMore();
    } finally {
      outcome = await load.end();
    }

    const others = outcome.failures.filter(({ address }) => address !== killed.address);
    assert.deepEqual(others, [], 'a request to a process that was not killed failed');
    assert.ok(outcome.failures.length > 0, 'the load did not notice that one was killed');
    assert.deepEqual(await discrepancies(survivor, keys, outcome), []);
  });
});

async function statusOf({ address }: Server, path: string): Promise<number> {
  return (await fetch(address + path)).status;
}
