import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../runs.ts';
import { createService } from '../../src/service/createService.ts';
import { digestOfKey } from '../../src/service/account/apiKey.ts';
import { listen, type HttpServer } from '../../src/service/http/listen.ts';
import { tooManyTexts } from '../../src/service/api/byteBudget.ts';
import { startPool } from '../../src/service/detection/pool.ts';
import type { Analysis } from '../../src/service/detection/analysis.ts';
import { FakePort } from '../unit/threads/fakePort.ts';
import type { ServiceParts } from '../../src/service/service.ts';
import { openSqliteStore } from '../../src/service/store/sqlite/sqlite.ts';
import { StoreUnavailableError, type Store } from '../../src/service/store/store.ts';
import {
  document,
  expectDocumented,
  operations,
  type DocumentedOperation,
} from '../contract/support/documented.ts';
import { fakeDetect, fakeModels } from '../contract/support/fakeDetect.ts';
import { broken, plain, send } from '../contract/support/brokenRequests.ts';
import type { Answer } from '../contract/support/http.ts';
import { newAccount, newId } from '../contract/support/samples.ts';
import { apiKey, baseUrl, maxContentBytes } from '../contract/support/testService.ts';

/**
 * What a fuzzer of the OpenAPI document does: requests made from it and broken in every place, over the listener
 * that `inkling serve` has. fast-check states the seed of what fails.
 */
describe('the service over HTTP, whatever is sent', function () {
  this.timeout(120_000);
  let store: Store;
  const open: HttpServer[] = [];

  before(async () => {
    store = openSqliteStore(':memory:');
    await store.addKey(await newAccount(store), { id: newId(), name: 'k', digest: digestOfKey(apiKey) });
  });
  after(() => store.close());
  afterEach(async () => {
    for (const server of open.splice(0)) await server.close();
  });

  /** @returns the port of a service that is made of these parts, where they differ from a sound one's. */
  async function start(parts: Partial<ServiceParts> = {}): Promise<number> {
    const sound: ServiceParts = {
      store,
      detect: fakeDetect,
      models: fakeModels,
      baseUrl,
      now: Date.now,
      maxContentBytes,
      log: () => undefined,
    };
    let port = 0;
    const service = createService({ ...sound, ...parts });
    open.push(
      await listen({
        host: '127.0.0.1',
        port: 0,
        service: (address) => {
          port = Number(new URL(address).port);
          return service;
        },
      }),
    );
    return port;
  }

  it('publishes the document that these requests are made from', async () => {
    const port = await start();
    const { text } = await send(port, 'get', {
      target: '/api/v1/openapi.json',
      headers: {},
      body: Buffer.alloc(0),
    });
    assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(document)));
  });

  for (const operation of operations) {
    it(`answers any ${operation.operationId}, however broken, as the document says, and never 500`, async () => {
      const port = await start();
      await fc.assert(
        fc.asyncProperty(broken(operation), async (sent) => {
          const answer = await send(port, operation.method, sent);
          assert.notEqual(answer.status, 500, answer.text);
          expectDocumented(operation, answer);
        }),
        { numRuns: runs(operation.requestBody ? 600 : 300) },
      );
    });
  }

  const withKey = operations.filter(({ security }) => security === undefined);

  it('answers too many requests as the document says', async () => {
    const port = await start({ rateLimit: 1 });
    const [first] = withKey;
    assert.ok(first);
    assert.equal((await send(port, first.method, plain(first))).status, 200);
    for (const operation of withKey) await expectAnswer(port, operation, 429);
  });

  it('answers an account that has reached its limits as documented', async () => {
    const full = openSqliteStore(':memory:', Date.now, { reports: 0 });
    await full.addKey(await newAccount(full), { id: newId(), name: 'k', digest: digestOfKey(apiKey) });
    const port = await start({ store: full });
    const create = operations.find(({ operationId }) => operationId === 'createReport');
    assert.ok(create);
    await expectAnswer(port, create, 403);
    await full.close();
  });

  it('answers without its database as the document says', async () => {
    const gone = new Proxy(store, {
      get: () => () => Promise.reject(new StoreUnavailableError('The disk of secret.sqlite is full.')),
    });
    const port = await start({ store: gone });
    for (const operation of withKey) {
      const { text } = await expectAnswer(port, operation, 503);
      assert.ok(!text.includes('secret'), text);
    }
  });

  it('answers while too many texts wait as the document says', async () => {
    const pool = await startPool({
      size: 1,
      maxWaiting: 0,
      maxWaitingPerAccount: 1,
      refusal: tooManyTexts,
      startThread: idleThread,
      log: () => undefined,
    });
    try {
      const port = await start({ detect: pool.detect });
      const create = operations.find(({ operationId }) => operationId === 'createReport');
      assert.ok(create);
      await expectAnswer(port, create, 503);
    } finally {
      await pool.close();
    }
  });

  async function expectAnswer(port: number, operation: DocumentedOperation, status: number): Promise<Answer> {
    const answer = await send(port, operation.method, plain(operation));
    assert.equal(answer.status, status, `${operation.operationId}: ${answer.text}`);
    expectDocumented(operation, answer);
    return answer;
  }
});

/** A thread that takes a text and never answers. */
function idleThread(): FakePort<string, Analysis> {
  const thread = new FakePort<string, Analysis>();
  setImmediate(() => {
    thread.say({ kind: 'ready', ready: undefined });
  });
  return thread;
}
