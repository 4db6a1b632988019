import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { main } from './cli/run.ts';
import { call, idIn, scan, totalOf } from './requests.ts';
import { issueKey, serve, start } from './server.ts';
import { temporaryFolder } from '../rig/temporaryFolder.ts';

const sentence =
  'My aunt kept the receipts in a biscuit tin, oldest at the bottom, and never threw one out. ';

describe('inkling serve, when its disk fails', () => {
  let folder: string;
  let database: string;

  beforeEach(() => {
    folder = temporaryFolder('disk');
    database = join(folder, 'inkling.sqlite');
  });

  it('refuses what can’t be written, writes nothing by half, still reads, and heals by itself', async function () {
    if (process.platform !== 'linux') this.skip(); // a limit on the size of files stands in for a full disk
    const key = await issueKey(database, 'Ann');
    const limit = ['prlimit', `--fsize=${1024 * 1024}:unlimited`];
    const server = await start(main, database, ['--rate-limit', '0'], limit);
    const acknowledged: string[] = [];
    let refused: Response | undefined;
    for (let tries = 0; tries < 300 && !refused; tries++) {
      const response = await scan(server, key, sentence.repeat(20), `p${tries % 3}`);
      if (response.ok) acknowledged.push(await idIn(response));
      else refused = response;
    }
    assert.ok(refused && acknowledged.length > 0, `${acknowledged.length} reports and no end`);
    assert.equal(refused.status, 503);
    assert.match(refused.headers.get('Retry-After') ?? '', /^\d+$/);
    const problem = (await refused.json()) as Record<string, unknown>;
    assert.deepEqual(Object.keys(problem), ['message', 'code']);
    assert.match(String(problem['message']), /disk is full or failing/);
    const ready = await fetch(`${server.address}/readyz`);
    assert.equal(ready.status, 503);
    assert.match(await ready.text(), /^The disk of the database is full or failing\./);
    assert.match(server.log(), /"level":"error"/, 'the log says nothing');

    assert.equal(await totalOf(server, key), acknowledged.length);
    for (const id of acknowledged) assert.equal((await call(server, key, `/reports/${id}`)).status, 200);

    execFileSync('prlimit', ['--fsize=unlimited', '--pid', String(server.pid)]);
    assert.equal((await fetch(`${server.address}/readyz`)).status, 200);
    acknowledged.push(await idIn(await scan(server, key, sentence)));
    assert.equal(await totalOf(server, key), acknowledged.length);
    await server.end('SIGKILL');
    const opened = new DatabaseSync(database);
    const one = (sql: string) => Object.values(opened.prepare(sql).get() ?? {})[0];
    assert.equal(one('PRAGMA integrity_check'), 'ok');
    assert.equal(one('SELECT count(*) FROM reports'), acknowledged.length);
    assert.equal(one('SELECT sum(reports) FROM projects'), acknowledged.length);
    opened.close();
  });

  it('stays unchanged if it can’t be compacted', async function () {
    if (process.platform !== 'linux') this.skip();
    const key = await issueKey(database, 'Ann');
    const server = await serve(database);
    const ids: string[] = [];
    for (let i = 0; i < 40; i++) ids.push(await idIn(await scan(server, key, sentence.repeat(100))));
    await server.end('SIGTERM');
    const limit = ['prlimit', `--fsize=${64 * 1024}:unlimited`];
    const compact = [process.execPath, main, 'compact', '--database', database];
    const tried = spawnSync('prlimit', [...limit.slice(1), ...compact], { encoding: 'utf8' });
    assert.equal(tried.status, 2, tried.stderr);
    assert.match(
      tried.stderr,
      /^inkling: The database .* can’t be opened for reading and writing\. Check its folder, permissions and disk\.\n$/,
    );
    const limited = await start(main, database, [], limit);
    for (const id of ids) assert.equal((await call(limited, key, `/reports/${id}`)).status, 200);
    await limited.end('SIGTERM');
  });

  it('acknowledges nothing once its file is no longer where it was', async function () {
    if (process.platform === 'win32') this.skip(); // there nobody can move it away
    const key = await issueKey(database, 'Ann');
    const server = await serve(database);
    await idIn(await scan(server, key, sentence));
    renameSync(database, `${database}.moved`);
    const refused = await scan(server, key, sentence);
    assert.equal(refused.status, 503);
    assert.equal((await fetch(`${server.address}/readyz`)).status, 503);
    assert.equal((await fetch(`${server.address}/healthz`)).status, 200);
    assert.match(server.log(), /moved or deleted while open/);
    renameSync(`${database}.moved`, database);
    await idIn(await scan(server, key, sentence));
    assert.equal(await totalOf(server, key), 2);
  });
});
