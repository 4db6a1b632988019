import assert from 'node:assert/strict';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { root } from '../rig/paths.ts';
import { inkling, inklingProcess } from './cli/run.ts';
import { call, idIn, scan, totalOf } from './requests.ts';
import { issueKey, serve, until, type Server } from './server.ts';
import { temporaryFolder } from '../rig/temporaryFolder.ts';

const sentence = 'The ferry was late again on Monday, so I walked round by the mill and counted herons. ';

describe('inkling serve', () => {
  let folder: string;
  let database: string;

  beforeEach(() => {
    folder = temporaryFolder('serve');
    database = join(folder, 'data', 'inkling.sqlite');
  });

  it('scans and lists with a key that the command line issued, and keeps its files to itself', async () => {
    const server = await serve(database);
    const key = await issueKey(database, 'Ann');
    const id = await idIn(await scan(server, key, sentence));
    assert.equal((await call(server, key, `/reports/${id}`)).status, 200);
    assert.equal(await totalOf(server, key), 1);
    assert.equal((await call(server, 'ink_wrong', '/reports')).status, 401);
    const detected = await fetch(`${server.address}/api/v1/detections`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ content: sentence }),
    });
    const { data: told } = (await detected.json()) as { data: object };
    const { data: stored } = (await (await call(server, key, `/reports/${id}`)).json()) as { data: object };
    assert.deepEqual({ ...stored, ...told }, stored, 'a text reads the same whether it is stored or not');
    assert.equal(await totalOf(server, key), 1, 'nothing more is stored');
    assert.equal((await fetch(`${server.address}/healthz`)).status, 200);
    assert.equal((await fetch(`${server.address}/readyz`)).status, 200);
    assert.match(await (await fetch(`${server.address}/metrics`)).text(), /^inkling_http_requests_total/m);
    if (process.platform !== 'win32') {
      for (const path of [join(folder, 'data'), database, `${database}.secret`]) {
        assert.equal(statSync(path).mode & 0o077, 0, path);
      }
    }
    assert.equal(await server.end('SIGTERM'), 0);
    const log = server.log();
    assert.ok(!log.includes(key.slice(4)) && !log.includes('ferry'), log);
    for (const line of log.trimEnd().split('\n')) assert.ok(JSON.parse(line), line);
  });

  it('says that its database is new and empty, and which variables it does not know', async () => {
    process.env['INKLING_MAX_REPORT'] = '5';
    try {
      const server = await serve(database);
      const warnings = server
        .log()
        .split('\n')
        .filter((line) => line.includes('"level":"warn"'));
      assert.match(warnings.join('\n'), /new, empty database.*inkling\.sqlite/);
      assert.match(warnings.join('\n'), /unknown environment variable.*INKLING_MAX_REPORT/);
      await server.end('SIGTERM');
      assert.doesNotMatch((await serve(database)).log(), /empty database/);
    } finally {
      delete process.env['INKLING_MAX_REPORT'];
    }
  });

  it('takes no more memory for bodies that never end than it has room for, and answers others meanwhile', async () => {
    const server = await serve(database);
    const key = await issueKey(database, 'Ann');
    const length = 6 * 1024 * 1024;
    const head = `POST /api/v1/reports HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n{`;
    const statuses: string[] = [];
    const sockets = Array.from({ length: 12 }, () => {
      const socket = connect(server.port, '127.0.0.1');
      socket.on('data', (data) => statuses.push(data.toString('latin1', 9, 12))).on('error', () => undefined);
      socket.write(head);
      return socket;
    });
    await until('not all but five were refused', () => Promise.resolve(statuses.length >= 7));
    assert.deepEqual(new Set(statuses), new Set(['503']));
    assert.equal(statuses.length, 7);
    assert.equal((await scan(server, key, sentence)).status, 201, 'a short text has room beside them');
    for (const socket of sockets) socket.destroy();
    await until(
      'the room was not given back',
      async () => (await scan(server, key, sentence.repeat(12_000))).ok,
    );
  });

  it('gives addresses that begin with the public one, whatever Host a client sends', async () => {
    const server = await serve(database, '--public-url', 'https://inkling.example');
    const key = await issueKey(database, 'Ann');
    const answer = await rawRequest(server, [
      'GET /api/v1/reports HTTP/1.1',
      'Host: evil.example',
      `Authorization: Bearer ${key}`,
      'Connection: close',
    ]);
    assert.match(answer, /"path":"https:\/\/inkling\.example\/api\/v1\/reports"/);
    assert.ok(!answer.includes('evil'), answer);
  });

  it('deletes the projects . and .. by their plain addresses', async () => {
    const server = await serve(database);
    const key = await issueKey(database, 'Ann');
    for (const [name, target] of [
      ['..', '/api/v1/projects/..'],
      ['.', '/api/v1/projects/%2e'],
    ] as const) {
      await idIn(await scan(server, key, sentence, name));
      const head = [
        `DELETE ${target} HTTP/1.1`,
        'Host: a',
        `Authorization: Bearer ${key}`,
        'Connection: close',
      ];
      assert.match(await rawRequest(server, head), /^HTTP\/1\.1 204 /, name);
      assert.equal(await totalOf(server, key), 0, name);
    }
  });

  it('refuses what is too large, compressed, or asked too often', async () => {
    const server = await serve(database, '--max-content', '1000', '--rate-limit', '5');
    const key = await issueKey(database, 'Ann');
    assert.equal((await scan(server, key, 'x'.repeat(1001))).status, 413);
    assert.equal((await scan(server, key, 'x'.repeat(1_000_000))).status, 413);
    const zipped = await call(server, key, '/reports', {
      method: 'POST',
      body: new URLSearchParams({ content: sentence }),
      headers: { 'Content-Encoding': 'gzip' },
    });
    assert.equal(zipped.status, 415);
    await idIn(await scan(server, key, sentence));
    assert.equal(await totalOf(server, key), 1);
    const refused = await call(server, key, '/reports');
    assert.equal(refused.status, 429);
    const wait = Number(refused.headers.get('Retry-After'));
    assert.ok(wait >= 1 && wait <= 60, String(wait));
    assert.equal(await totalOf(server, await issueKey(database, 'Bob')), 0, 'another account need not wait');
  });

  it('disconnects an endless body, and answers others', async () => {
    const server = await serve(database, '--max-content', '1000');
    const key = await issueKey(database, 'Ann');
    const socket = connect(server.port, '127.0.0.1');
    const closed = new Promise((resolve) => socket.on('close', resolve).on('error', () => undefined));
    socket.write(
      `POST /api/v1/reports HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const writing = setInterval(() => socket.write(chunk), 5);
    try {
      assert.equal(await totalOf(server, key), 0);
      await closed;
    } finally {
      clearInterval(writing);
      socket.destroy();
    }
  });

  it('does not log a client that disconnects during a body as a failure', async () => {
    const server = await serve(database);
    const key = await issueKey(database, 'Ann');
    const socket = connect(server.port, '127.0.0.1');
    socket.write(
      `POST /api/v1/reports HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n{`,
    );
    await once(socket, 'data'); // 100 Continue: the request has come
    socket.destroy();
    await until('the request is not in the log', () =>
      Promise.resolve(server.log().includes(`"route":"/api/v1/reports","status":499`)),
    );
    assert.ok(!server.log().includes('"level":"error"'), server.log());
  });

  it('finishes current requests when stopped, and has their reports after a restart', async () => {
    const server = await serve(database);
    const key = await issueKey(database, 'Ann');
    const long = sentence.repeat(4_000);
    const answers = Promise.all([1, 2, 3].map(() => scan(server, key, long).then(idIn)));
    // All three: what comes once it stops is refused. The first may have its answer by now.
    await until('not all texts have come', async () => {
      const metrics = await (await fetch(`${server.address}/metrics`)).text();
      const counts = metrics.matchAll(
        /^inkling_(?:detector_(?:waiting|working)|http_requests_total\{method="POST".*\}) (\d+)$/gm,
      );
      return [...counts].reduce((sum, [, count]) => sum + Number(count), 0) === 3;
    });
    const code = server.end('SIGTERM');
    const ids = await answers;
    assert.equal(await code, 0);
    const again = await serve(database);
    for (const id of ids) assert.equal((await call(again, key, `/reports/${id}`)).status, 200);
  });

  it('stops in good order even if stopped at the moment it becomes ready', async () => {
    for (let times = 0; times < 3; times++) {
      const server = await serve(database);
      assert.equal(await server.end('SIGTERM'), 0, server.log());
    }
  });

  it('has every report that it acknowledged after a kill -9 under load', async () => {
    const server = await serve(database, '--rate-limit', '0');
    const key = await issueKey(database, 'Ann');
    const clients = 8;
    const acknowledged: string[] = [];
    const writers = Array.from({ length: clients }, async () => {
      for (;;) {
        const response = await scan(server, key, sentence).catch(() => null);
        const id = await (response && idIn(response).catch(() => null));
        if (id === null) return;
        acknowledged.push(id);
      }
    });
    await until('too few reports were acknowledged', () => Promise.resolve(acknowledged.length >= 100));
    await server.end('SIGKILL');
    await Promise.all(writers);
    const again = await serve(database, '--rate-limit', '0');
    for (const id of acknowledged) assert.equal((await call(again, key, `/reports/${id}`)).status, 200, id);
    const total = await totalOf(again, key);
    assert.ok(total >= acknowledged.length && total <= acknowledged.length + clients, `${total} are stored`);
  });

  it('can be backed up completely while it writes', async () => {
    const server = await serve(database, '--rate-limit', '0');
    const key = await issueKey(database, 'Ann');
    let acknowledged = 0;
    let isDone = false;
    const writers = Array.from({ length: 4 }, async () => {
      while (!isDone) {
        await idIn(await scan(server, key, sentence));
        acknowledged++;
      }
    });
    await until('too few reports were acknowledged', () => Promise.resolve(acknowledged >= 30));
    const before = acknowledged;
    const copy = join(folder, 'copy.sqlite');
    const { code, stderr } = await inkling(['backup', copy, '--database', database], root);
    const after = acknowledged + writers.length;
    isDone = true;
    await Promise.all(writers);
    assert.equal(code, 0, stderr);
    const opened = new DatabaseSync(copy, { readOnly: true });
    const one = (sql: string) => Object.values(opened.prepare(sql).get() ?? {})[0];
    assert.equal(one('PRAGMA integrity_check'), 'ok');
    const stored = Number(one('SELECT count(*) FROM reports'));
    assert.ok(stored >= before && stored <= after, `${before} <= ${stored} <= ${after}`);
    assert.equal(one('SELECT reports FROM accounts'), stored, 'the account’s count is of the same moment');
    opened.close();
    const restored = await serve(copy, '--rate-limit', '0');
    assert.equal(await totalOf(restored, key), stored);
  });

  it('lists for others at once while a huge text is analysed', async () => {
    const server = await serve(database, '--rate-limit', '0');
    const key = await issueKey(database, 'Ann');
    const listed = new AbortController();
    let scanned = 0;
    // One after the other until then, and no two alike: whenever this process has its turn, one is analysed.
    const scanning = (async () => {
      for (; !listed.signal.aborted; scanned++)
        await idIn(await scan(server, key, sentence.replace('mill', `mill ${scanned}`).repeat(11_000)));
    })();
    const isWorking = async (): Promise<boolean> =>
      /^inkling_detector_working [1-9]/m.test(await (await fetch(`${server.address}/metrics`)).text());
    await until('every list waited for a scan', async () => {
      const before = scanned;
      if (!(await isWorking())) return false;
      await totalOf(server, key);
      return (await isWorking()) && scanned === before;
    }).finally(() => {
      listed.abort();
    });
    await scanning;
  });

  const refusals: [what: string, args: string[], message: RegExp][] = [
    ['a port that is none', ['--port', 'web'], /'--port <number>'.+Expected a whole number from 0 to 65535/],
    [
      'a public address with a path',
      ['--public-url', 'https://a.example/x'],
      /Expected only scheme and host/,
    ],
    [
      'an address for all that does not say how others open it',
      ['--host', '0.0.0.0'],
      /Run: inkling serve --host 0\.0\.0\.0 --public-url http/,
    ],
    [
      'an address of another machine',
      ['--host', '192.0.2.1'],
      /192\.0\.2\.1 is not an address of this machine/,
    ],
    ['a database that is none', ['--database', join(root, 'package.json')], /package\.json/],
  ];
  for (const [what, args, message] of refusals) {
    it(`says what is wrong with ${what}, and ends with 2`, async () => {
      const { code, stdout, stderr } = await inklingProcess(
        ['serve', '--port', '0', '--database', database, ...args],
        folder,
      );
      assert.equal(code, 2);
      assert.equal(stdout, '');
      assert.match(stderr, message);
      assert.ok(!/^ +at /m.test(stderr), stderr);
    });
  }
});

/** The whole answer to a request without a body. */
function rawRequest({ port }: Server, head: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    let answer = '';
    socket.on('data', (chunk: string) => (answer += chunk));
    socket.on('error', reject);
    socket.on('end', () => {
      resolve(answer);
    });
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
  });
}
