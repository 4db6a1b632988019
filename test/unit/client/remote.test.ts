import assert from 'node:assert/strict';
import { getGlobalDispatcher, MockAgent, setGlobalDispatcher, type Dispatcher } from 'undici';
import type { ApiErrorCode } from '../../../src/client/errors.ts';
import { remoteTransport } from '../../../src/client/remote.ts';

const origin = 'https://service.test';
const path = '/api/v1/reports';

describe('the remote transport', () => {
  let agent: MockAgent;
  let before_: Dispatcher;
  const transport = remoteTransport({ timeout: 60_000 });

  beforeEach(() => {
    before_ = getGlobalDispatcher();
    agent = new MockAgent();
    agent.disableNetConnect();
    setGlobalDispatcher(agent);
  });
  afterEach(async () => {
    setGlobalDispatcher(before_);
    await agent.close();
  });

  const post = (signal?: AbortSignal) =>
    new Request(origin + path, {
      method: 'POST',
      headers: { Authorization: 'Bearer k' },
      body: new URLSearchParams({ content: 'é' }),
      ...(signal ? { signal } : {}),
    });

  it('sends the request as it is and gives back the answer', async () => {
    agent
      .get(origin)
      .intercept({ path, method: 'POST', body: 'content=%C3%A9', headers: { authorization: 'Bearer k' } })
      .reply(201, { data: 1 }, { headers: { 'x-request-id': 'r' } });
    const response = await transport(post());
    assert.deepEqual([response.status, response.headers.get('X-Request-Id')], [201, 'r']);
    assert.deepEqual(await response.json(), { data: 1 });
  });

  it('gives back an answer without a body', async () => {
    agent.get(origin).intercept({ path, method: 'DELETE' }).reply(204);
    const response = await transport(new Request(origin + path, { method: 'DELETE' }));
    assert.deepEqual([response.status, await response.text()], [204, '']);
  });

  it('sends neither the key nor the text to the target of a redirect', async () => {
    agent
      .get(origin)
      .intercept({ path, method: 'POST' })
      .reply(307, '', { headers: { location: 'https://evil.test/' } });
    await assert.rejects(transport(post()), {
      code: 'redirected',
      message: /redirects to https:\/\/evil\.test\//,
    });
  });

  it('says that it points elsewhere when a redirect leads nowhere', async () => {
    for (const headers of [{}, { location: 'https://' }]) {
      agent.get(origin).intercept({ path, method: 'POST' }).reply(302, '', { headers });
      await assert.rejects(transport(post()), { code: 'redirected', message: /redirects elsewhere\./ });
    }
  });

  const failures: [networkCode: string, code: ApiErrorCode, message: RegExp][] = [
    ['ENOTFOUND', 'offline', /service\.test can’t be found/],
    ['ECONNREFUSED', 'offline', /service\.test refused/],
    ['ECONNRESET', 'offline', /connection to service\.test was lost.*may have been stored.*ECONNRESET/],
    ['UND_ERR_CONNECT_TIMEOUT', 'timeout', /timed out/],
    ['CERT_HAS_EXPIRED', 'certificate', /expired/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate', /not signed/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate', /a different name/],
  ];
  for (const [networkCode, code, message] of failures) {
    it(`says ${code} when the network says ${networkCode}`, async () => {
      const failure = Object.assign(new Error('technical'), { code: networkCode });
      agent.get(origin).intercept({ path, method: 'POST' }).replyWithError(failure);
      await assert.rejects(transport(post()), { name: 'ApiError', code, message });
    });
  }

  it('rejects with the signal’s reason when it is cancelled', async () => {
    agent.get(origin).intercept({ path, method: 'POST' }).reply(200, '').delay(60_000);
    const controller = new AbortController();
    const answer = transport(post(controller.signal));
    const reason = new Error('closed');
    setImmediate(() => {
      controller.abort(reason);
    });
    await assert.rejects(answer, reason);
  });

  it('says after a timeout that a scan may have stored its report, and that reading can be retried', async () => {
    const impatient = remoteTransport({ timeout: 10 });
    for (const [request, mayBeDone, advice] of [
      [post(), true, /^service\.test timed out after 0 seconds\. .*may have been stored/],
      [new Request(origin + path), false, /^service\.test timed out after 0 seconds\. Try again\.$/],
    ] as const) {
      agent.get(origin).intercept({ path, method: request.method }).reply(200, '').delay(60_000);
      await assert.rejects(impatient(request), { code: 'timeout', mayBeDone, message: advice });
    }
  });

  it('gives up after its time limit', async () => {
    agent.get(origin).intercept({ path, method: 'POST' }).reply(200, '').delay(60_000);
    const impatient = remoteTransport({ timeout: 10 });
    await assert.rejects(impatient(post()), {
      name: 'ApiError',
      code: 'timeout',
      message: /timed out after/,
    });
  });
});
