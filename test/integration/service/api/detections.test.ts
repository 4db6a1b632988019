import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tooManyTexts } from '../../../../src/service/api/byteBudget.ts';
import { createService } from '../../../../src/service/createService.ts';
import { localApiKey } from '../../../../src/service/account/apiKey.ts';
import type { DetectEdited } from '../../../../src/service/detection/analysis.ts';
import { createLocalPages } from '../../../../src/service/http/localPages.ts';
import { openSqliteStore } from '../../../../src/service/store/sqlite/sqlite.ts';
import type { Store } from '../../../../src/service/store/store.ts';
import { localCalls } from '../../../../src/client/client.ts';
import { detectionOf, fakeDetect, fakeModels } from '../../../contract/support/fakeDetect.ts';

const baseUrl = 'http://inkling.test';

describe('texts that are being edited', () => {
  let store: Store;
  let apiKey: string;
  beforeEach(async () => {
    store = openSqliteStore(':memory:');
    apiKey = await localApiKey(store, null);
  });
  afterEach(() => store.close());

  const detectEdited: DetectEdited = (_document, text) => Promise.resolve(detectionOf(text));

  function serviceWith({ detectEdited }: { detectEdited?: DetectEdited }) {
    const shared = { store, now: Date.now, log: () => undefined };
    return createService({
      ...shared,
      detect: fakeDetect,
      models: fakeModels,
      baseUrl,
      maxContentBytes: 100,
      ...(detectEdited && { local: { detectEdited, pages: createLocalPages(shared) } }),
    });
  }

  function request(body: unknown, key: string | null = apiKey): Request {
    const headers = new Headers({ 'Content-Type': 'application/json' });
    if (key !== null) headers.set('Authorization', `Bearer ${key}`);
    return new Request(`${baseUrl}/api/v1/detections`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
  }

  const edited = { document: 'file:///pier.md', content: 'Some words.' };

  it('are scored for the editor, and no report is stored', async () => {
    const { detectEdited: detect } = localCalls({
      transport: serviceWith({ detectEdited }),
      baseUrl,
      apiKey: () => Promise.resolve(apiKey),
    });
    const { result, ...same } = await detect(edited, new AbortController().signal);
    const { result: expected, ...others } = detectionOf(edited.content);
    const { evidence, ...read } = expected;
    assert.ok(evidence.length > 0);
    assert.deepEqual({ ...same, result }, { ...others, result: read });
    const list = await serviceWith({})(
      new Request(`${baseUrl}/api/v1/reports`, { headers: { Authorization: `Bearer ${apiKey}` } }),
    );
    assert.match(await list.text(), /"data":\[\]/);
  });

  it('are refused without a key, and with a wrong one', async () => {
    const service = serviceWith({ detectEdited });
    for (const key of [null, 'ink_wrong']) {
      assert.equal((await service(request(edited, key))).status, 401);
    }
  });

  it('read the same to a service that does not run in the editor, and keeps no text for the next', async () => {
    const told: unknown = await (await serviceWith({})(request({ ...edited, document: 7 }))).json();
    assert.deepEqual(told, { data: detectionOf(edited.content) });
  });

  it('are rejected if too large, or if the document’s name is invalid', async () => {
    const service = serviceWith({ detectEdited });
    assert.equal((await service(request({ ...edited, content: 'é'.repeat(50) }))).status, 200);
    assert.equal((await service(request({ ...edited, content: 'é'.repeat(51) }))).status, 413);
    const refused = await service(request({ ...edited, document: '' }));
    assert.equal(refused.status, 422);
    assert.match(await refused.text(), /"errors":\{"document"/);
  });

  it('are not answered once the client has left', async () => {
    const controller = new AbortController();
    const service = serviceWith({
      detectEdited: (_document, _text, signal) => {
        controller.abort();
        return Promise.reject(signal.reason as Error);
      },
    });
    await assert.rejects(service(new Request(request(edited), { signal: controller.signal })), {
      name: 'AbortError',
    });
  });
});

describe('texts that are analysed without being stored', () => {
  const marker = 'pier-that-nobody-keeps';
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'inkling-detections-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('are not stored, and the store is only asked for the key’s account', async () => {
    const store = openSqliteStore(join(folder, 'reports.db'));
    const asked: (string | symbol)[] = [];
    const watched = new Proxy(store, {
      get: (target, name, receiver): unknown => {
        asked.push(name);
        return Reflect.get(target, name, receiver);
      },
    });
    const apiKey = await localApiKey(store, null);
    const service = createService({
      store: watched,
      detect: fakeDetect,
      models: fakeModels,
      baseUrl,
      maxContentBytes: 1000,
      now: Date.now,
      log,
    });
    asked.length = 0;
    for (const body of [{ content: marker }, [{ content: marker }, { content: `${marker} ${marker}` }]]) {
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${apiKey}` };
      const init = { method: 'POST', headers: { ...headers, 'Idempotency-Key': marker } };
      const request = new Request(`${baseUrl}/api/v1/detections`, { ...init, body: JSON.stringify(body) });
      assert.equal((await service(request)).status, 200);
    }
    assert.deepEqual(asked, ['accountOfKey', 'accountOfKey']);
    for (const file of readdirSync(folder))
      assert.ok(!readFileSync(join(folder, file)).includes(marker), file);
    await store.close();
    for (const file of readdirSync(folder))
      assert.ok(!readFileSync(join(folder, file)).includes(marker), file);
  });

  it('wait their turn one at a time, however many a request has, and are refused while too many of the account wait', async () => {
    const store = openSqliteStore(':memory:');
    const apiKey = await localApiKey(store, null);
    let [working, most] = [0, 0];
    const requestOf = (texts: number) =>
      new Request(`${baseUrl}/api/v1/detections`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${apiKey}` },
        body: JSON.stringify(Array.from({ length: texts }, () => ({ content: 'Some words.' }))),
      });
    const parts = {
      store,
      models: fakeModels,
      baseUrl,
      maxContentBytes: 1000,
      now: Date.now,
      log,
    };
    const service = createService({
      ...parts,
      detect: async (text, signal) => {
        most = Math.max(most, ++working);
        const analysis = await fakeDetect(text, signal);
        working--;
        return analysis;
      },
    });
    assert.equal((await service(requestOf(20))).status, 200);
    assert.equal(most, 1);
    const requirePlace = () => {
      throw tooManyTexts();
    };
    const refused = await createService({ ...parts, detect: fakeDetect, requirePlace })(requestOf(1));
    assert.equal(refused.status, 503);
    await store.close();
  });
});

const log = () => undefined;
