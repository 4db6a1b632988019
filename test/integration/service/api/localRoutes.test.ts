import assert from 'node:assert/strict';
import { createService } from '../../../../src/service/createService.ts';
import { localApiKey } from '../../../../src/service/account/apiKey.ts';
import type { DetectEdited } from '../../../../src/service/detection/analysis.ts';
import { LocalPages } from '../../../../src/service/http/localPages.ts';
import { openSqliteStore } from '../../../../src/service/store/sqlite/sqlite.ts';
import type { Store } from '../../../../src/service/store/store.ts';
import { localDetections } from '../../../../src/client/local.ts';
import { detectionOf, fakeDetect } from '../../../contract/support/fakeDetect.ts';

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
      baseUrl,
      limits: { maxContentBytes: 100 },
      ...(detectEdited && { local: { detectEdited, pages: new LocalPages(shared) } }),
    });
  }

  function request(body: unknown, key: string | null = apiKey): Request {
    const headers = new Headers({ 'Content-Type': 'application/json' });
    if (key !== null) headers.set('Authorization', `Bearer ${key}`);
    return new Request(`${baseUrl}/local/detections`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
  }

  const edited = { document: 'file:///pier.md', content: 'Some words.' };

  it('are scored for the editor, and no report is stored', async () => {
    const detect = localDetections({
      transport: serviceWith({ detectEdited }),
      baseUrl,
      apiKey: () => Promise.resolve(apiKey),
    });
    const { score, segments } = await detect(edited, new AbortController().signal);
    const { result } = detectionOf(edited.content);
    assert.deepEqual({ score, segments }, { score: result.score, segments: result.segments });
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

  it('are refused by a service that does not run in the editor', async () => {
    assert.equal((await serviceWith({})(request(edited))).status, 404);
  });

  it('are refused when they are too large, or without a name to keep them under', async () => {
    const service = serviceWith({ detectEdited });
    assert.equal((await service(request({ ...edited, content: 'é'.repeat(50) }))).status, 200);
    assert.equal((await service(request({ ...edited, content: 'é'.repeat(51) }))).status, 413);
    const refused = await service(request({ content: 'Some words.' }));
    assert.equal(refused.status, 422);
    assert.match(await refused.text(), /"errors":\{"document"/);
  });

  it('are answered no longer once nobody waits', async () => {
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
