import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { createClient, type Client } from '../../../src/client/client.ts';
import { remoteTransport } from '../../../src/client/remote.ts';
import { sendWithCustomCa } from '../../../src/client/customCa.ts';
import { answering, bodyOf, type Answering } from '../../rig/answering.ts';

const pem = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../fixtures/tls', `${name}.pem`), 'utf8');
const certificate = (name: string) => pem(name).replace(/-----BEGIN PRIVATE[^]*/, '');

function clientAt(address: string, trusted?: string, maxBytes?: number): Client {
  return createClient({
    transport: remoteTransport({
      timeout: 20_000,
      ...(trusted === undefined ? {} : { send: sendWithCustomCa(certificate(trusted)) }),
      ...(maxBytes === undefined ? {} : { maxBytes }),
    }),
    baseUrl: address,
    apiKey: () => Promise.resolve('ink_secret'),
  });
}

describe('a service whose certificate the company signed itself', () => {
  let service: Answering | undefined;
  afterEach(async () => {
    await service?.close();
    service = undefined;
  });
  const serve = async (
    name: string,
    answer: RequestListener = (_request, response) => response.end('[]'),
  ) => {
    service = await answering(answer, pem(name));
    return service.address;
  };

  it('is not trusted by itself, and the setting that helps is named', async () => {
    const address = await serve('trusted');
    await assert.rejects(clientAt(address).listReports(), {
      code: 'certificate',
      message: /inkling\.service\.caFile/,
    });
    assert.deepEqual(service?.requests, []);
  });

  it('is trusted once its authority is named', async () => {
    const address = await serve('trusted');
    assert.deepEqual((await clientAt(address, 'trusted').listReports()).items, []);
  });

  it('is not trusted for the authority of another', async () => {
    const address = await serve('trusted');
    await assert.rejects(clientAt(address, 'expired').listReports(), { code: 'certificate' });
  });

  it('is distinguished from one whose certificate has expired', async () => {
    const address = await serve('expired');
    await assert.rejects(clientAt(address, 'expired').listReports(), {
      code: 'certificate',
      message: /has expired/,
    });
  });

  it('is distinguished from one whose certificate is for another name', async () => {
    const address = await serve('other-name');
    await assert.rejects(clientAt(address, 'other-name').listReports(), {
      code: 'certificate',
      message: /a different name/,
    });
  });

  it('is distinguished from one without TLS', async () => {
    service = await answering((_request, response) => response.end('[]'));
    const address = service.address.replace('http:', 'https:');
    for (const client of [clientAt(address), clientAt(address, 'trusted')]) {
      await assert.rejects(client.listReports(), { code: 'certificate', message: /does not use HTTPS/ });
    }
  });

  it('gets a text whole, with the key, and is read whole', async () => {
    const seen: string[] = [];
    const text = 'naïve 語 '.repeat(20_000);
    const address = await serve('trusted', (request, response) => {
      void bodyOf(request).then((body) => {
        seen.push(request.headers.authorization ?? '', new URLSearchParams(body).get('content') ?? '');
        response.writeHead(201).end(JSON.stringify({ data: { id: 1, content: text } }));
      });
    });
    assert.equal((await clientAt(address, 'trusted').scan({ content: text })).content, text);
    assert.deepEqual(seen, ['Bearer ink_secret', text]);
  });

  it('deletes with an answer that has no body', async () => {
    const address = await serve('trusted', (_request, response) => response.writeHead(204).end());
    await clientAt(address, 'trusted').deleteReport('1');
    assert.deepEqual(service?.requests, ['DELETE /api/v1/reports/1']);
  });

  for (const status of [205, 600]) {
    it(`ends nobody's process with a status like ${status}`, async () => {
      const address = await serve('trusted', (_request, response) => response.writeHead(status).end());
      await assert.rejects(clientAt(address, 'trusted').listReports(), { code: 'badAnswer' });
    });
  }

  it('is left when it switches to another protocol, instead of waited for without end', async () => {
    const address = await serve('trusted', ({ socket }) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    );
    await assert.rejects(clientAt(address, 'trusted').listReports(), { code: 'badAnswer' });
  });

  it('is heard when it says how long to wait', async () => {
    const address = await serve('trusted', (_request, response) =>
      response.writeHead(429, { 'retry-after': '7' }).end(),
    );
    await assert.rejects(clientAt(address, 'trusted').listReports(), { code: 'rateLimited', retryAfter: 7 });
  });

  it('gets nothing to where it points', async () => {
    const address = await serve('trusted', (_request, response) =>
      response.writeHead(302, { location: 'https://other.test/' }).end(),
    );
    await assert.rejects(clientAt(address, 'trusted').listReports(), { code: 'redirected' });
  });

  it('is left when the answer breaks off, or never ends', async () => {
    const address = await serve('trusted', (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{', () => response.destroy());
    });
    await assert.rejects(clientAt(address, 'trusted').listReports(), { code: 'offline' });
    await service?.close();
    const endless = await serve('trusted', (_request, response) => response.write('['.repeat(4_000_000)));
    await assert.rejects(clientAt(endless, 'trusted', 1024 * 1024).listReports(), { code: 'badAnswer' });
  });

  it('is left at once when the user cancels', async () => {
    const controller = new AbortController();
    const address = await serve('trusted', () => {
      controller.abort();
    });
    await assert.rejects(clientAt(address, 'trusted').listReports({}, { signal: controller.signal }), {
      name: 'AbortError',
    });
  });
});
