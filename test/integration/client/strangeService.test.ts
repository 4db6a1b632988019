import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { createClient, type Client } from '../../../src/client/client.ts';
import { ApiError, type ApiErrorCode } from '../../../src/client/errors.ts';
import { retryReads } from '../../../src/client/retry.ts';
import { remoteTransport } from '../../../src/client/remote.ts';
import { answering, answeringBytes, bodyOf, freePort, type Answering } from '../../rig/answering.ts';

const key = 'ink_secret';

function clientAt(address: string, parts: { timeout?: number; maxBytes?: number } = {}): Client {
  return createClient({
    transport: remoteTransport({ timeout: 20_000, ...parts }),
    baseUrl: address,
    apiKey: () => Promise.resolve(key),
  });
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener => {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
};

const html = (status: number): RequestListener => {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end('<!doctype html><p>Welcome to the hotel');
  };
};

describe('a service that someone else wrote', () => {
  let service: Answering | undefined;
  afterEach(async () => {
    await service?.close();
    service = undefined;
  });

  const read: [what: string, answer: RequestListener, ids: string[]][] = [
    ['a bare array', json(200, [{ id: 'a' }, { id: 'b' }]), ['a', 'b']],
    ['numbers as ids', json(200, { data: [{ id: 7 }] }), ['7']],
    ['a page of another make', json(200, { current_page: 1, data: [{ id: 1 }], next_page_url: null }), ['1']],
    [
      'JSON that says it is text',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/plain' }).end('[{"id":"a"}]');
      },
      ['a'],
    ],
    [
      'a packed body',
      (_request, response) => {
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
          .end(gzipSync('[{"id":"a"}]'));
      },
      ['a'],
    ],
  ];
  for (const [what, answer, ids] of read) {
    it(`is read when it answers ${what}`, async () => {
      service = await answering(answer);
      const { items } = await clientAt(service.address).listReports();
      assert.deepEqual(
        items.map(({ id }) => id),
        ids,
      );
    });
  }

  const endless: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = (): void => {
      while (!response.destroyed && response.write('[[[[[[[['.repeat(8192)));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  };

  it('is left as soon as the caller gives up, also in the middle of an answer without end', async () => {
    const left = Promise.withResolvers<undefined>();
    service = await answering((request, response) => {
      response.on('close', () => {
        left.resolve(undefined);
      });
      endless(request, response);
    });
    const cancelled = new AbortController();
    const client = createClient({
      transport: retryReads(remoteTransport({ timeout: 20_000, maxBytes: Infinity })),
      baseUrl: service.address,
      apiKey: () => Promise.resolve(key),
    });
    const asked = client.listReports({}, { signal: AbortSignal.any([cancelled.signal]) });
    setTimeout(() => {
      cancelled.abort();
    }, 300);
    await assert.rejects(asked, { name: 'AbortError' });
    await left.promise;
  });

  const refused: [what: string, answer: RequestListener, code: ApiErrorCode, message: RegExp][] = [
    [
      'RFC 9457',
      json(422, { type: 'about:blank', detail: 'Too short.' }),
      'invalid',
      /The service says: Too short\.$/,
    ],
    ['a failure as HTML', html(502), 'server', /^The service failed \(HTTP 502\)/],
    ['a sign-in page with 200', html(200), 'badAnswer', /web page.* sign in/],
    ['a sign-in page that the network tells of', html(511), 'proxy', /network requires you to sign in/],
    ['no such path', html(404), 'badAnswer', /no AI detection service at http:\/\/127/],
    [
      'a failure with 200',
      json(200, { success: false, message: 'Out of credit.' }),
      'refused',
      /failure: Out of credit\.$/,
    ],
    [
      'an error object with 200',
      json(200, { error: { message: 'No.', code: 7 } }),
      'refused',
      /failure: No\.$/,
    ],
    ['success without a report', json(200, { success: true }), 'badAnswer', /can’t read/],
    ['an empty body', (_request, response) => response.end(), 'badAnswer', /can’t read/],
    ['a body without end', endless, 'badAnswer', /more than 1 MB/],
    [
      'half a body',
      (_request, response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('{"data":', () => response.destroy());
      },
      'offline',
      /was lost/,
    ],
    ['nothing, and hangs up', (request) => request.destroy(), 'offline', /was lost/],
    [
      'a body that is packed wrongly',
      (_request, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip at all');
      },
      'badAnswer',
      /an invalid response/,
    ],
  ];
  for (const [what, answer, code, message] of refused) {
    it(`is refused in plain words when it answers ${what}`, async () => {
      service = await answering(answer);
      await assert.rejects(clientAt(service.address, { maxBytes: 1024 * 1024 }).listReports(), (error) => {
        assert.ok(error instanceof ApiError);
        assert.deepEqual([error.code, message.test(error.message)], [code, true], error.message);
        return true;
      });
    });
  }

  it('is distinguished from one that sends an invalid HTTP status', async () => {
    service = await answeringBytes('HTTP/1.1 999 Request denied\r\nContent-Length: 0\r\n\r\n');
    await assert.rejects(clientAt(service.address).listReports(), {
      code: 'badAnswer',
      message: /an invalid response/,
    });
  });

  it('is distinguished from a server that does not speak HTTP', async () => {
    service = await answeringBytes('SSH-2.0-OpenSSH_9.9\r\n');
    await assert.rejects(clientAt(service.address).listReports(), {
      code: 'badAnswer',
      message: /an invalid response/,
    });
  });

  it('is reported as down when nobody listens', async () => {
    await assert.rejects(clientAt(`http://127.0.0.1:${await freePort()}`).listReports(), {
      code: 'offline',
      message: /refused the connection.*ECONNREFUSED/,
    });
  });

  it('is left when it never answers', async () => {
    service = await answering(() => undefined);
    await assert.rejects(clientAt(service.address, { timeout: 50 }).listReports(), { code: 'timeout' });
  });

  it('is disconnected when its answer never ends', async () => {
    service = await answering((_request, response) => {
      response.writeHead(200).write('{');
    });
    await assert.rejects(clientAt(service.address, { timeout: 50 }).listReports(), { code: 'timeout' });
  });

  for (const status of [301, 302, 303, 307, 308]) {
    it(`gets neither key nor text to where it points with ${status}`, async () => {
      const elsewhere = await answering(json(200, { id: 1 }));
      service = await answering((_request, response) => {
        response.writeHead(status, { location: `${elsewhere.address}/new?x=1` }).end();
      });
      try {
        const client = clientAt(service.address);
        for (const call of [() => client.scan({ content: 'A text.' }), () => client.listReports()]) {
          await assert.rejects(call, (error) => {
            assert.ok(error instanceof ApiError);
            assert.equal(error.code, 'redirected');
            assert.ok(error.message.includes(`to ${elsewhere.address}/new.`), error.message);
            return true;
          });
        }
        assert.deepEqual(elsewhere.requests, []);
      } finally {
        await elsewhere.close();
      }
    });
  }

  it('gets a scan once, and the user learns that its report may be stored', async () => {
    let body = '';
    service = await answering((request, response) => {
      void bodyOf(request).then((sent) => {
        body = sent;
        response.destroy();
      });
    });
    await assert.rejects(clientAt(service.address).scan({ content: 'A text.' }), {
      code: 'offline',
      mayBeDone: true,
      message: /may have been stored/,
    });
    assert.equal(body, 'content=A%20text.');
    assert.deepEqual(service.requests, ['POST /api/v1/reports']);
  });

  it('causes no error that contains the key, at any depth', async () => {
    const { inspect } = await import('node:util');
    service = await answering((request) => request.destroy());
    const error: unknown = await clientAt(service.address)
      .listReports()
      .catch((reason: unknown) => reason);
    assert.ok(error instanceof ApiError);
    assert.ok(!inspect(error, { depth: 20, showHidden: true }).includes(key));
  });
});
