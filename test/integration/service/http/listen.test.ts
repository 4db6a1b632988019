import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { ErrorCode } from '../../../../src/api/errorBody.ts';
import { listen, type HttpServer, type ListenOptions } from '../../../../src/service/http/listen.ts';
import type { Service } from '../../../../src/service/service.ts';
import { listenOnLoopback } from '../../../contract/support/loopback.ts';

describe('the HTTP server', () => {
  const servers: HttpServer[] = [];

  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });

  async function open(service: Service, timeouts: ListenOptions['timeouts'] = {}) {
    const { server, address } = await listenOnLoopback(service, { stop: 2000, ...timeouts });
    servers.push(server);
    return { server, address, port: Number(new URL(address).port) };
  }

  const echo: Service = async (request) => {
    const { pathname } = new URL(request.url);
    return new Response(`${request.method} ${pathname} ${await request.text()}`);
  };

  /** All that comes back for these bytes, until the server closes the connection. */
  async function exchange(port: number, ...parts: string[]): Promise<string> {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    let answer = '';
    socket.on('data', (chunk: string) => (answer += chunk));
    const closed = new Promise((resolve) => socket.on('close', resolve).on('error', resolve));
    for (const part of parts) socket.write(part);
    await closed;
    return answer;
  }

  it('answers as the service does', async () => {
    const { address } = await open(echo);
    const response = await fetch(`${address}/a%2Fb`, { method: 'POST', body: 'text' });
    assert.equal(await response.text(), 'POST /a%2Fb text');
  });

  it('brings a path of dots to the service as it was sent', async () => {
    const { port } = await open(echo);
    const answer = await exchange(port, 'GET /projects/.. HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    assert.match(answer, /GET \/projects\/\.\.%20 /);
  });

  /** Checks that this is one answer, as the API's errors are, and the last on its connection. */
  function expectLast(answer: string, status: number, code: ErrorCode): void {
    const [head = '', text = ''] = answer.split('\r\n\r\n');
    assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `));
    assert.match(head, /^Connection: close$/im);
    assert.match(head, /^Content-Type: application\/json/im);
    assert.match(head, /^X-Content-Type-Options: nosniff$/im);
    const { message, ...body } = JSON.parse(text) as Record<string, unknown>;
    assert.match(String(message), /\.$/);
    assert.deepEqual(body, { code });
  }

  const chunks = '1\r\na\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: a\r\n';

  for (const [what, head] of [
    ['a Host header that is none', 'GET / HTTP/1.1\r\nHost: a/b\r\n'],
    ['a target with a backslash', 'GET /a\\..\\b HTTP/1.1\r\nHost: a\r\n'],
    ['a target that is no path', 'GET http:// HTTP/1.1\r\nHost: a\r\n'],
    ['no Host header', 'GET / HTTP/1.1\r\n'],
    ['two Host headers', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n'],
    ['the same Host header twice', 'GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n'],
    ['two Host headers in HTTP/1.0', 'GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n'],
    ['a target on another host', 'GET http://b/ HTTP/1.1\r\nHost: a\r\n'],
    ['a target with a user', 'GET http://u@a/ HTTP/1.1\r\nHost: a\r\n'],
    ['a target for every resource', 'OPTIONS * HTTP/1.1\r\nHost: a\r\n'],
    ['a tunnel', 'CONNECT b:443 HTTP/1.1\r\nHost: b:443\r\n'],
    ['a header on two lines', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n'],
    ['a space before a colon', 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length : 0\r\n'],
    ['a negative length', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n'],
    ['a length with a sign', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n'],
    ['a list of lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n'],
    ['the same length twice', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n'],
    [
      'a chunked body that is zipped then',
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, gzip\r\n',
    ],
    ['chunks in chunks', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, chunked\r\n'],
    ['chunks in HTTP/1.0', 'POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n'],
    ['no HTTP', 'hello\r\n'],
    [
      'two lengths, as request smuggling uses',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n',
    ],
    [
      'a length beside chunks',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n',
    ],
  ]) {
    it(`refuses ${what} with 400`, async () => {
      const { port } = await open(echo);
      expectLast(await exchange(port, `${head}\r\n`), 400, 'bad_request');
    });
  }

  for (const coding of ['gzip, chunked', 'identity, chunked', 'xchunked']) {
    it(`never reads a body in ${coding} as chunked, nor what stands after it`, async () => {
      const seen: string[] = [];
      const { port } = await open(async (request) => {
        seen.push(await request.text());
        return new Response();
      });
      const head = `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: ${coding}\r\n\r\n`;
      expectLast(await exchange(port, `${head}${chunks}\r\n`), 501, 'unsupported_transfer_encoding');
      assert.deepEqual(seen, []);
    });
  }

  it('accepts a target with scheme and host, as a proxy’s clients send it, for the host of its Host header', async () => {
    const { port } = await open(echo);
    const asked = 'GET http://A:80/b/..?c HTTP/1.1\r\nHost: a:80\r\nConnection: close\r\n\r\n';
    assert.match(await exchange(port, asked), /GET \/b\/\.\.%20 /);
  });

  it('keeps what comes behind a chunked body out of the request’s headers', async () => {
    const { port } = await open((request) => Promise.resolve(new Response(request.headers.get('x-late'))));
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n';
    const answer = await exchange(port, `${head}1\r\na\r\n0\r\nX-Late: late\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 200 /);
    assert.doesNotMatch(answer, /late$/);
  });

  it('does not send the refusal of a second request as the answer to the first', async () => {
    const arrived = Promise.withResolvers<undefined>();
    const { port } = await open(() => {
      arrived.resolve(undefined);
      return new Promise(() => undefined);
    });
    assert.equal(await exchange(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', 'no HTTP\r\n\r\n'), '');
    await arrived.promise;
  });

  describe('asked before a body is sent', () => {
    const expecting = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nExpect: 100-continue\r\n';

    it('asks for it only when the service reads it', async () => {
      const { port } = await open(echo);
      const answer = await exchange(port, `${expecting}Connection: close\r\n\r\n`, 'x');
      assert.deepEqual(answer.match(/^HTTP\/1\.1 \d+/gm), ['HTTP/1.1 100', 'HTTP/1.1 200']);
      assert.match(answer, /POST \/ x$/);
    });

    it('keeps the connection after reading the body', async () => {
      const { port } = await open(echo);
      const next = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
      const answer = await exchange(port, `${expecting}\r\n`, `x${next}`);
      assert.deepEqual(answer.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 100', 'HTTP/1.1 200', 'HTTP/1.1 200']);
    });

    it('says at once what it refuses, asks for nothing, and closes the connection', async () => {
      const { port } = await open(() => Promise.resolve(new Response(null, { status: 401 })));
      const answer = await exchange(port, `${expecting}\r\n`);
      assert.deepEqual(answer.match(/^HTTP\/1\.1 \d+/gm), ['HTTP/1.1 401']);
      assert.match(answer, /^Connection: close$/im);
    });

    it('refuses what else is expected', async () => {
      const { port } = await open(echo);
      const answer = await exchange(port, 'GET / HTTP/1.1\r\nHost: a\r\nExpect: more\r\n\r\n');
      expectLast(answer, 417, 'unsupported_expectation');
    });
  });

  it('refuses headers without end with 431', async () => {
    const { port } = await open(echo);
    const answer = await exchange(port, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`);
    expectLast(answer, 431, 'headers_too_large');
  });

  it('answers the next request on a connection after a large body that it refused unread', async () => {
    const { port } = await open((request) => {
      const isRefused = request.body !== null; // what looks at a body begins to read it
      return Promise.resolve(new Response(null, { status: isRefused ? 413 : 204 }));
    });
    const body = 'x'.repeat(1_000_000);
    const answer = await exchange(
      port,
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    );
    assert.deepEqual(answer.match(/^HTTP\/1\.1 \d+/gm), ['HTTP/1.1 413', 'HTTP/1.1 204']);
  });

  it('cuts off headers that never end', async () => {
    const { port } = await open(echo, { headers: 100, request: 100 });
    expectLast(await exchange(port, 'GET / HTTP/1.1\r\nHost: a\r\n'), 408, 'request_timeout');
  });

  it('cuts off a body that never ends, and stops waiting for it', async () => {
    let begun = 0;
    const ended: unknown[] = [];
    const { port } = await open(
      async (request) => {
        begun++;
        try {
          return await echo(request);
        } catch (error) {
          ended.push(error);
          throw error;
        }
      },
      { headers: 500, request: 500 },
    );
    // The time runs from when the client connects: where this process is held up then, the headers come too late.
    for (let tries = 0; tries < 20 && begun === 0; tries++)
      await exchange(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n', 'a');
    assert.deepEqual([begun, ended.length], [1, 1]);
  });

  it('disconnects a body in thousands of one-byte pieces, each of which takes time', async () => {
    const ended = Promise.withResolvers<unknown>();
    const { port } = await open(async (request) => {
      await request.text().catch(ended.resolve);
      return new Response();
    });
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
    assert.equal(await exchange(port, head, '1\r\na\r\n'.repeat(5000)), '');
    assert.ok(await ended.promise);
  });

  it('accepts a body in thousands of pieces of ordinary length', async () => {
    const { port } = await open(async (request) => new Response(String((await request.text()).length)));
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n';
    const answer = await exchange(port, head, `40\r\n${'a'.repeat(64)}\r\n`.repeat(5000), '0\r\n\r\n');
    assert.match(answer, /320000$/);
  });

  it('cuts off a sender that has stopped in the middle of a body, long before the request’s own time', async () => {
    const ended = Promise.withResolvers<unknown>();
    const { port } = await open(
      async (request) => {
        await request.text().catch(ended.resolve);
        return new Response();
      },
      { grace: 100, speedCheck: 10 },
    );
    const answer = await exchange(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n', 'a');
    assert.equal(answer, '');
    assert.ok(await ended.promise);
  });

  it('cuts off a reader that has stopped, and makes no more of the answer', async () => {
    const ended = Promise.withResolvers<undefined>();
    let made = 0;
    const { port } = await open(
      () => {
        const body = new ReadableStream<Uint8Array>(
          {
            pull: (stream) => {
              made++;
              stream.enqueue(new Uint8Array(64 * 1024));
            },
            cancel: () => {
              ended.resolve(undefined);
            },
          },
          { highWaterMark: 0 },
        );
        return Promise.resolve(new Response(body));
      },
      { grace: 100, speedCheck: 10 },
    );
    const socket = connect(port, '127.0.0.1').pause();
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await ended.promise;
    assert.ok(made < 1000, `${made} pieces were made`);
    socket.destroy();
  });

  it('waits for no client while the service does not read its body', async () => {
    const arrived = Promise.withResolvers<undefined>();
    const release = Promise.withResolvers<undefined>();
    const { port } = await open(
      async (request) => {
        arrived.resolve(undefined);
        await release.promise;
        return echo(request);
      },
      { grace: 50, speedCheck: 5 },
    );
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nConnection: close\r\n\r\n';
    const answer = exchange(port, `${head}ab`);
    await arrived.promise;
    for (let looks = 0; looks < 20; looks++) await new Promise((resolve) => setTimeout(resolve, 10));
    release.resolve(undefined);
    assert.match(await answer, /POST \/ ab$/);
  });

  it('answers the requests of one connection one after the other, in their order', async () => {
    let [atOnce, most] = [0, 0];
    const { port } = await open(async (request) => {
      most = Math.max(most, ++atOnce);
      await new Promise(setImmediate);
      atOnce--;
      return new Response(new URL(request.url).pathname);
    });
    const requests = Array.from({ length: 40 }, (_, i) => `GET /${i} HTTP/1.1\r\nHost: a\r\n\r\n`);
    const last = 'GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const answer = await exchange(port, requests.join('') + last);
    assert.deepEqual(
      Array.from(answer.matchAll(/\r\n\r\n\/(\d+|last)/g), ([, path]) => path),
      [...requests.map((_, i) => String(i)), 'last'],
    );
    assert.equal(most, 1);
  });

  it('closes a connection on which hundreds of requests wait for an answer', async () => {
    let answered = 0;
    const { port } = await open(() => {
      answered++;
      return new Promise(() => undefined);
    });
    assert.equal(await exchange(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(500)), '');
    assert.equal(answered, 1);
  });

  it('aborts the request when its client leaves', async () => {
    const arrived = Promise.withResolvers<undefined>();
    const aborted = Promise.withResolvers<undefined>();
    const { port } = await open((request) => {
      request.signal.addEventListener('abort', () => {
        aborted.resolve(undefined);
      });
      arrived.resolve(undefined);
      return aborted.promise.then(() => new Response(null));
    });
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await arrived.promise;
    socket.destroy();
    await aborted.promise;
  });

  it('finishes current answers when it stops, closes its connections, and accepts no new ones', async () => {
    const arrived = Promise.withResolvers<undefined>();
    const release = Promise.withResolvers<undefined>();
    const { server, address, port } = await open(async () => {
      arrived.resolve(undefined);
      await release.promise;
      return new Response('late but whole');
    });
    const idle = connect(port, '127.0.0.1');
    await once(idle, 'connect');
    const answer = fetch(address);
    await arrived.promise;
    const closed = server.close();
    await assert.rejects(fetch(address), { name: 'TypeError' });
    release.resolve(undefined);
    assert.equal(await (await answer).text(), 'late but whole');
    await closed;
    idle.destroy();
  });

  it('stops eventually, even if a client never finishes', async () => {
    const arrived = Promise.withResolvers<undefined>();
    const { server, address } = await open(
      () => {
        arrived.resolve(undefined);
        return new Promise(() => undefined); // a store that hangs, for one
      },
      { stop: 100 },
    );
    const answer = assert.rejects(fetch(address));
    await arrived.promise;
    await server.close();
    await answer;
  });

  it('says what to do when the port is taken', async () => {
    const { port } = await open(echo);
    await assert.rejects(listen({ host: '127.0.0.1', port, service: () => echo }), {
      name: 'StartError',
      message: `Port ${port} of 127.0.0.1 is in use. Choose another with --port, or stop the program that uses it.`,
    });
  });
});
