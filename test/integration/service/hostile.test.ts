import assert from 'node:assert/strict';
import { digestOfKey, localApiKey } from '../../../src/service/account/apiKey.ts';
import { createService } from '../../../src/service/createService.ts';
import { encodeCursor } from '../../../src/service/api/page.ts';
import type { Service } from '../../../src/service/service.ts';
import { openSqliteStore } from '../../../src/service/store/sqlite/sqlite.ts';
import type { NewReport, Store } from '../../../src/service/store/store.ts';
import { fakeDetect, fakeModels } from '../../contract/support/fakeDetect.ts';

const baseUrl = 'https://example.test';
const address = `${baseUrl}/api/v1/reports`;
const form = 'application/x-www-form-urlencoded';

describe('the service, seen from inside while somebody means harm', () => {
  let store: Store;
  let key: string;
  let service: Service;
  const digests: string[] = [];
  const stored: NewReport[] = [];

  beforeEach(async () => {
    store = openSqliteStore(':memory:');
    key = await localApiKey(store, null);
    digests.length = stored.length = 0;
    const accountOfKey = store.accountOfKey.bind(store);
    store.accountOfKey = (digest) => {
      digests.push(digest);
      return accountOfKey(digest);
    };
    const addReport = store.addReport.bind(store);
    store.addReport = (account, report) => {
      stored.push(report);
      return addReport(account, report);
    };
    service = createService({
      store,
      detect: fakeDetect,
      models: fakeModels,
      baseUrl,
      now: Date.now,
      maxContentBytes: 1000,
      log: () => undefined,
    });
  });
  afterEach(() => store.close());

  const authorised = () => ({ Authorization: `Bearer ${key}` });

  function scan(fields: Record<string, string>): Promise<Response> {
    const body = new URLSearchParams({ content: 'text', ...fields });
    return service(new Request(address, { method: 'POST', headers: authorised(), body }));
  }

  it('looks keys up by their digest alone, so that time says nothing of them', async () => {
    await scan({});
    await service(new Request(address, { headers: { Authorization: 'Bearer ink_wrong' } }));
    assert.deepEqual(digests, [digestOfKey(key), digestOfKey('ink_wrong')]);
  });

  it('stores a page’s password hashed, and none at all with privacy 0 or 1', async () => {
    for (const privacy of ['0', '1', '2']) await scan({ privacy, password: 'correct horse' });
    const [open, own, guarded] = stored;
    assert.equal(open?.passwordHash, null);
    assert.equal(own?.passwordHash, null);
    assert.match(guarded?.passwordHash ?? '', /^scrypt\$/);
    assert.doesNotMatch(JSON.stringify(stored), /correct horse/);
  });

  it('refuses a form of very many fields, which would block everyone else', async () => {
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, '']));
    assert.equal((await scan(fields(900))).status, 201);
    const refused = await scan(fields(1001));
    assert.equal(refused.status, 422);
    assert.match(await refused.text(), /at most 1000/);
  });

  it('reads no more of a body without end than a body may have', async () => {
    const chunk = new Uint8Array(16 * 1024).fill(0x61);
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += chunk.length;
        if (sent > 100 * 1024 * 1024) controller.error(new Error('nobody stopped it'));
        else controller.enqueue(chunk);
      },
    });
    const request = new Request(address, {
      method: 'POST',
      headers: { ...authorised(), 'Content-Type': form },
      body,
      duplex: 'half',
    } as RequestInit);
    assert.equal((await service(request)).status, 413);
    assert.ok(sent < 200 * 1024, `${sent} bytes were read`);
  });

  it('reads a forged cursor as a place and not as SQL, even one with a checksum that is right', async () => {
    await scan({});
    const account = await store.accountOfKey(digestOfKey(key));
    assert.ok(account !== null);
    const list = [account, address, 'id', 'desc', '[null,null]'];
    for (const hostile of ["' OR 1=1 --", "'; DROP TABLE reports; --", '\0', '\u{10FFFF}', '9'.repeat(400)]) {
      for (const kind of ['after', 'before'] as const) {
        const cursor = encodeCursor({ kind, place: { key: hostile, id: hostile } }, list);
        const url = `${address}?cursor=${encodeURIComponent(cursor)}`;
        const response = await service(new Request(url, { headers: authorised() }));
        assert.equal(response.status, 200);
        assert.match(await response.text(), /"total":1/);
      }
    }
  });
});
