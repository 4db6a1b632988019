import assert from 'node:assert/strict';
import fc from 'fast-check';
import { digestOfKey } from '../../../src/service/account/apiKey.ts';
import { createService } from '../../../src/service/createService.ts';
import { listen, type HttpServer } from '../../../src/service/http/listen.ts';
import { createLog } from '../../../src/service/http/log.ts';
import { monitored } from '../../../src/service/http/monitor.ts';
import { openSqliteStore } from '../../../src/service/store/sqlite/sqlite.ts';
import { broken, plain, send } from '../../../test/contract/support/brokenRequests.ts';
import { expectDocumented, operations } from '../../../test/contract/support/documented.ts';
import { fakeDetect, fakeModels } from '../../../test/contract/support/fakeDetect.ts';
import { newAccount, newId, sampleReport } from '../../../test/contract/support/samples.ts';
import { apiKey, baseUrl, maxContentBytes } from '../../../test/contract/support/testService.ts';
import { answersIn, converse } from '../converse.ts';
import { conversations } from '../generators/requests.ts';
import { check, type FuzzTarget } from '../target.ts';
import { accountPages } from '../../../src/service/account/accountPages.ts';

/** Milliseconds: short, so that silent clients are disconnected soon, but enough for a busy machine. */
const timeouts = { headers: 2000, request: 3000, keepAlive: 1000, idle: 6000 };

/** Occurs only in the other account. */
const secret = 'OF-ANOTHER-ACCOUNT';

const store = openSqliteStore(':memory:');
let server: HttpServer;
let port = 0;
/** Failures that the service logged. */
const failures: unknown[] = [];

async function open(): Promise<void> {
  await store.addKey(await newAccount(store), { id: newId(), name: 'k', digest: digestOfKey(apiKey) });
  const other = await newAccount(store);
  await store.addReport(other, sampleReport({ title: secret, project: secret, content: secret }));
  const log = createLog({ write: () => true });
  server = await listen({
    host: '127.0.0.1',
    port: 0,
    timeouts,
    service: (address) => {
      port = Number(new URL(address).port);
      const service = createService({
        store,
        detect: fakeDetect,
        models: fakeModels,
        baseUrl,
        now: Date.now,
        maxContentBytes,
        log: (_id, error) => failures.push(error),
        pages: accountPages({ registration: 'open', secret: new Uint8Array(32).fill(7) }),
      });
      return monitored(service, { store, pool: { load: () => ({ waiting: 0, working: 0 }) }, log });
    },
  });
}

export const target: FuzzTarget = {
  open,
  close: async () => {
    await server.close();
    await store.close();
  },
  checks: {
    operations: check(
      fc
        .constantFrom(...operations)
        .chain((operation) => broken(operation).map((sent) => ({ operation, sent }))),
      async ({ operation, sent }) => {
        const answer = await send(port, operation.method, sent);
        expectDocumented(operation, answer);
        await expectWell();
        if (answer.status === 201) await forget(answer.headers.get('Location') ?? '');
      },
    ),
    bytes: check(fc.array(conversations, { minLength: 1, maxLength: 30, size: 'max' }), async (several) => {
      const answered = await Promise.all(several.map((conversation) => converse(port, conversation)));
      for (const answers of answered.map(answersIn)) {
        for (const { status, headers, body } of answers) {
          assert.ok(status !== 500 && status !== 503, `${status}: ${body.slice(0, 500)}`);
          assert.ok(!headers.has('x-injected'), 'a header that was sent came back as one');
          assert.ok(!body.includes(secret), 'an answer tells of another account');
          if (body !== '' && headers.get('content-type')?.includes('json')) expectJson(status, body);
          if (status === 201) await forget(headers.get('location') ?? '');
        }
      }
      await expectWell();
    }),
  },
};

/** Checks that nothing failed, and that a valid request still succeeds. */
async function expectWell(): Promise<void> {
  const [failure] = failures.splice(0);
  assert.equal(failure, undefined);
  const [first] = operations;
  assert.ok(first);
  const answer = await send(port, first.method, plain(first));
  assert.equal(answer.status, 200, answer.text);
}

/** Deletes a created report, so that the store stays small. */
async function forget(location: string): Promise<void> {
  const headers = { Authorization: `Bearer ${apiKey}` };
  const { status } = await send(port, 'delete', { target: location, headers, body: Buffer.alloc(0) });
  assert.ok(status === 204 || status === 404, `${status} for what was created`);
}

function expectJson(status: number, body: string): void {
  const read: unknown = JSON.parse(body);
  assert.ok(typeof read === 'object' && read !== null, body.slice(0, 200));
  if (status >= 400) assert.ok('message' in read && typeof read.message === 'string', body.slice(0, 200));
}
