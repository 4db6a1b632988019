import assert from 'node:assert/strict';
import { createService } from '../../../src/service/createService.ts';
import type { ServiceParts } from '../../../src/service/service.ts';
import { localApiKey } from '../../../src/service/account/apiKey.ts';
import { openSqliteStore } from '../../../src/service/store/sqlite/sqlite.ts';
import { StoreDamagedError, StoreUnavailableError, type Store } from '../../../src/service/store/store.ts';
import { analysisOf, detectionOf, fakeDetect, fakeModels } from '../../contract/support/fakeDetect.ts';

describe('the service', () => {
  let store: Store;
  let key: string;

  beforeEach(async () => {
    store = openSqliteStore(':memory:');
    key = await localApiKey(store, null);
  });
  afterEach(() => store.close());

  function serviceWith(parts: Partial<ServiceParts>) {
    return createService({
      store,
      detect: fakeDetect,
      models: fakeModels,
      baseUrl: 'https://example.test',
      now: Date.now,
      maxContentBytes: 100,
      log: () => undefined,
      ...parts,
    });
  }

  function scanRequest(content: string, signal?: AbortSignal): Request {
    return new Request('https://example.test/api/v1/reports', {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}` },
      body: new URLSearchParams({ content }),
      ...(signal ? { signal } : {}),
    });
  }

  it('logs what failed under the request’s id, and not what was sent', async () => {
    const logged: [string, unknown][] = [];
    const failure = new Error('broken');
    const service = serviceWith({
      detect: () => Promise.reject(failure),
      log: (...entry) => {
        logged.push(entry);
      },
    });
    const response = await service(scanRequest('private words'));
    assert.equal(response.status, 500);
    assert.deepEqual(logged, [[response.headers.get('X-Request-Id'), failure]]);
  });

  it('says when to retry while its database is down, and the reason only in the log', async () => {
    const logged: unknown[] = [];
    const failure = new StoreUnavailableError('The disk of secret.db is full.');
    const service = serviceWith({
      store: { ...store, addReport: () => Promise.reject(failure) },
      log: (_id, error) => {
        logged.push(error);
      },
    });
    const response = await service(scanRequest('text'));
    assert.deepEqual([response.status, response.headers.get('Retry-After')], [503, '5']);
    assert.deepEqual(await response.json(), {
      message: 'The service can’t reach its database. Try again in a few seconds.',
      code: 'database_unavailable',
    });
    assert.deepEqual(logged, [failure]);
  });

  it('lists readable items, counts the others, and logs those with the request’s id', async () => {
    const damaged = ['01a20207-68b0-72b7-9092-91665044254c', 'private words'];
    const logged: [string, unknown][] = [];
    const service = serviceWith({
      store: {
        ...store,
        listReports: () => Promise.resolve({ items: [], damaged, bounds: null, more: false, total: 2 }),
      },
      log: (...entry) => {
        logged.push(entry);
      },
    });
    const response = await service(
      new Request('https://example.test/api/v1/reports', { headers: { Authorization: `Bearer ${key}` } }),
    );
    assert.equal(response.status, 200);
    const { meta } = (await response.json()) as { meta: object };
    assert.ok('damaged' in meta && meta.damaged === 2);
    const [[id, error] = []] = logged;
    assert.equal(id, response.headers.get('X-Request-Id'));
    assert.match(String(error), /01a20207-68b0-72b7-9092-91665044254c/);
    assert.doesNotMatch(String(error), /private/);
  });

  it('logs nothing when a request is refused or aborted', async () => {
    const logged: unknown[] = [];
    const controller = new AbortController();
    const service = serviceWith({
      detect: (_, signal) => {
        controller.abort();
        return Promise.reject(signal.reason as Error);
      },
      log: (...entry) => {
        logged.push(entry);
      },
    });
    await service(scanRequest(''));
    await assert.rejects(service(scanRequest('text', controller.signal)), { name: 'AbortError' });
    assert.deepEqual(logged, []);
  });

  it('says that its database is damaged and a retry won’t help, but not where the database is', async () => {
    const service = serviceWith({
      detect: () => Promise.reject(new StoreDamagedError('The database /srv/inkling.sqlite is damaged.')),
      log: () => undefined,
    });
    const response = await service(scanRequest('text'));
    assert.equal(response.status, 500);
    const { message } = (await response.json()) as { message: string };
    assert.equal(message, "The service's database is damaged. Look up the request id in its log.");
  });

  it('stores nothing when the request is aborted as the analysis ends', async () => {
    const controller = new AbortController();
    const service = serviceWith({
      detect: (text) => {
        controller.abort();
        return Promise.resolve(analysisOf(detectionOf(text)));
      },
    });
    await assert.rejects(service(scanRequest('text', controller.signal)), { name: 'AbortError' });
    const request = new Request('https://example.test/api/v1/reports', {
      headers: { Authorization: `Bearer ${key}` },
    });
    assert.match(await (await service(request)).text(), /"total":0/);
  });

  it('refuses a request of an account over its quota before it analyses the text', async () => {
    let analysed = 0;
    const full = openSqliteStore(':memory:', Date.now, {
      keys: Infinity,
      projects: Infinity,
      reports: 1,
      bytes: 1000,
    });
    key = await localApiKey(full, null);
    const service = serviceWith({
      store: full,
      detect: (text) => {
        analysed++;
        return Promise.resolve(analysisOf(detectionOf(text)));
      },
    });
    assert.equal((await service(scanRequest('text'))).status, 201);
    const refused = await service(scanRequest('text'));
    assert.equal(refused.status, 403);
    assert.deepEqual(await refused.json(), {
      message:
        'Report limit reached (1). Delete some, or ask the administrator of this service for a higher limit.',
      code: 'quota_exceeded',
    });
    assert.equal(analysed, 1);
    await full.close();
  });

  it('counts the limit in bytes of UTF-8', async () => {
    const service = serviceWith({});
    assert.equal((await service(scanRequest('é'.repeat(50)))).status, 201);
    assert.equal((await service(scanRequest('é'.repeat(51)))).status, 413);
  });

  it('limits an account’s requests across all of its keys, before it reads them', async () => {
    const service = serviceWith({ rateLimit: 3 });
    const first = await service(scanRequest('text'));
    key = await localApiKey(store, null);
    const missing = await service(
      new Request('https://example.test/api/v1/reports/none', {
        headers: { Authorization: `Bearer ${key}` },
      }),
    );
    await service(scanRequest('text'));
    const refused = await service(scanRequest('x'.repeat(101)));
    assert.deepEqual([first, missing, refused].map(said), [
      [201, '"default";q=3;w=60', '"default";r=2;t=60'],
      [404, '"default";q=3;w=60', '"default";r=1;t=60'],
      [429, '"default";q=3;w=60', '"default";r=0;t=60'],
    ]);
    const seconds = Number(refused.headers.get('Retry-After'));
    assert.ok(seconds > 50 && seconds <= 60, String(seconds));
    assert.match(await refused.text(), new RegExp(`Too many requests from this account.*in ${seconds} s`));
    const without = new Request('https://example.test/api/v1/reports');
    assert.deepEqual(said(await service(without)), [401, null, null], 'it is the account that has to wait');
  });

  const said = ({ status, headers }: Response) => [
    status,
    headers.get('RateLimit-Policy'),
    headers.get('RateLimit'),
  ];

  it('never says that a report was analysed before it was created, even when the clock is set back', async () => {
    const clock = [2_000_000_000_000, 1_000_000_000_000].values();
    const service = serviceWith({ now: () => clock.next().value ?? 0 });
    const text = await (await service(scanRequest('text'))).text();
    assert.match(text, /"created_at":"2033-05-18T03:33:20.000Z","generated_at":"2033-05-18T03:33:20.000Z"/);
  });

  it('orders by the end of the analysis when asked to, not by its start', async () => {
    let release: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (release = resolve));
    let time = 0;
    const service = serviceWith({
      now: () => ++time,
      detect: async (text) => {
        if (text === 'slow') await slow;
        return analysisOf(detectionOf(text));
      },
    });
    const first = service(scanRequest('slow'));
    await service(scanRequest('quick'));
    release();
    await first;
    const contents = async (query: string) => {
      const url = `https://example.test/api/v1/reports?${query}`;
      const response = await service(new Request(url, { headers: { Authorization: `Bearer ${key}` } }));
      return [...(await response.text()).matchAll(/"characters":(\d)/g)].map((match) => match[1]);
    };
    assert.deepEqual(await contents('sort_by=id&sort=asc'), ['4', '5']);
    assert.deepEqual(await contents('sort_by=generated_at&sort=asc'), ['5', '4']);
  });
});
