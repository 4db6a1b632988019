import assert from 'node:assert/strict';
import { Worker } from 'node:worker_threads';
import type { PortReady, PortRequest, PortResponse } from '../../../src/api/local.ts';
import { bundledService } from '../../../src/client/bundled.ts';
import { createClient } from '../../../src/client/client.ts';
import { StartError } from '../../../src/service/service.ts';
import { FakePort, turn } from '../../unit/threads/fakePort.ts';
import { killing } from '../../contract/support/fakeDetect.ts';
import { baseUrl } from '../../contract/support/testService.ts';

const request = (init?: RequestInit) => new Request('http://inkling.test/api/v1/reports', init);
const empty = new ArrayBuffer(0);

describe('the bundled transport', () => {
  let port: FakePort<PortRequest, PortResponse, PortReady>;
  const start = () => Promise.resolve((port = new FakePort()));

  it('says the key that the worker says when it is ready', async () => {
    const key = bundledService(start).apiKey();
    await turn();
    port.say({ kind: 'ready', ready: { apiKey: 'k', isPermanent: true } });
    assert.equal(await key, 'k');
  });

  it('hands on status, headers and body, and an answer that has no body', async () => {
    const { transport } = bundledService(start);
    const answers = [transport(request({ method: 'POST', body: 'x' }))];
    await turn();
    answers.push(transport(request()));
    await turn();
    const body = new TextEncoder().encode('text').buffer;
    const [posted] = port.asked;
    assert.deepEqual([posted?.question.method, port.handedOver[0]], ['POST', [posted?.question.body]]);
    port.answer(0, { status: 422, headers: [['X-Request-Id', 'r']], body });
    port.answer(1, { status: 204, headers: [], body: empty });
    const [whole, bare] = await Promise.all(answers);
    assert.deepEqual(
      [whole?.status, whole?.headers.get('X-Request-Id'), await whole?.text()],
      [422, 'r', 'text'],
    );
    assert.deepEqual([bare?.status, bare?.body], [204, null]);
  });

  it('sends the text also in Firefox, whose requests have no body to read', async () => {
    const posted = request({ method: 'POST', body: 'a text' });
    Object.defineProperty(posted, 'body', { value: undefined });
    void bundledService(start).transport(posted);
    await turn();
    assert.equal(new TextDecoder().decode(port.asked[0]!.question.body!), 'a text');
  });

  it('rejects at once, with the reason, what is given up', async () => {
    const controller = new AbortController();
    const answer = bundledService(start).transport(request({ signal: controller.signal }));
    await turn();
    const reason = new Error('closed');
    controller.abort(reason);
    await assert.rejects(answer, reason);
  });

  it('says why the service can’t start', async () => {
    const { transport, apiKey } = bundledService(start);
    const answers = [transport(request()), apiKey()];
    await turn();
    port.emit('error', new StartError('The model file m is missing.'));
    for (const answer of answers) {
      await assert.rejects(answer, { code: 'unavailable', message: 'The model file m is missing.' });
    }
  });

  it('says that it can’t start when the worker ends without a word', async () => {
    const key = bundledService(start).apiKey();
    await turn();
    const cause = new Error('no such file');
    port.emit('error', cause);
    const message = 'The service on this machine can’t start. See the log.';
    await assert.rejects(key, { code: 'unavailable', message, cause });
  });

  it('says when the worker dies that unfinished work may be lost and stored reports are not', async () => {
    const answer = bundledService(start).transport(request());
    await turn();
    port.say({ kind: 'ready', ready: { apiKey: 'k', isPermanent: true } });
    const cause = new Error('out of memory');
    port.emit('error', cause);
    await assert.rejects(answer, {
      code: 'workerDied',
      message: 'The service on this machine stopped unexpectedly. Stored reports are not lost. Try again.',
      cause,
    });
  });

  it('reads the reason of a real worker that can’t start', async () => {
    const entry = new URL('../service/http/localWorker.ts', import.meta.url);
    const workerData = { databasePath: '/missing/folder/inkling.db', modelPath: 'm', apiKey: null, baseUrl };
    const { apiKey } = bundledService(() => Promise.resolve(new Worker(entry, { workerData })));
    await assert.rejects(apiKey(), { code: 'unavailable', message: /\/missing\/folder/ });
  });

  it('survives a request that kills the real worker: it fails, the next one is answered', async () => {
    const { transport, apiKey, stop } = bundledService(() => {
      const entry = new URL('../../contract/support/testWorker.ts', import.meta.url);
      return Promise.resolve(new Worker(entry, { workerData: ':memory:' }));
    });
    const client = createClient({ transport, baseUrl, apiKey });
    assert.equal((await client.listReports()).total, 0);
    await assert.rejects(client.scan({ content: killing }), { name: 'ApiError', code: 'workerDied' });
    assert.equal((await client.listReports()).total, 0);
    await stop();
  });
});
