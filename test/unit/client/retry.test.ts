import assert from 'node:assert/strict';
import type { ScanRequest } from '../../../src/api/report.ts';
import type { Client, ScannedReport } from '../../../src/client/client.ts';
import { ApiError } from '../../../src/client/errors.ts';
import { longRetry, retryReads, retryWithBackoff, scanWithRetry } from '../../../src/client/retry.ts';
import { madeUpClock } from './support.ts';

type Outcome = number | 'offline' | 'timeout' | 'certificate';

describe('trying again', () => {
  /** Asks a service whose answers are these, the last one forever. */
  async function ask(
    method: string,
    outcomes: Outcome[],
  ): Promise<{ ended: Outcome; tries: number; waits: number[] }> {
    let tries = 0;
    const waits: number[] = [];
    const transport = retryReads(
      () => {
        const outcome = outcomes[Math.min(tries++, outcomes.length - 1)]!;
        return typeof outcome === 'number'
          ? Promise.resolve(new Response(null, { status: outcome }))
          : Promise.reject(new ApiError(outcome, 'x'));
      },
      (milliseconds) => {
        waits.push(milliseconds);
        return Promise.resolve();
      },
    );
    const ended = await transport(new Request('https://service.test/', { method })).then(
      ({ status }) => status,
      (error: unknown) => (error instanceof ApiError ? (error.code as Outcome) : 0),
    );
    return { ended, tries, waits };
  }

  it('gets over a connection that broke once', async () => {
    assert.deepEqual(await ask('GET', ['offline', 200]), { ended: 200, tries: 2, waits: [300] });
  });

  it('gets over a service that is being restarted', async () => {
    assert.deepEqual(await ask('GET', [503, 502, 200]), { ended: 200, tries: 3, waits: [300, 1200] });
  });

  it('ends after three tries, and says what the last one came to', async () => {
    assert.deepEqual(await ask('GET', ['offline']), { ended: 'offline', tries: 3, waits: [300, 1200] });
    assert.deepEqual(await ask('GET', [503]), { ended: 503, tries: 3, waits: [300, 1200] });
  });

  it('never sends a text twice', async () => {
    for (const outcome of ['offline', 503] as const)
      assert.deepEqual(await ask('POST', [outcome, 201]), { ended: outcome, tries: 1, waits: [] });
  });

  it('does not press a service that refuses, is too slow or is not trusted', async () => {
    for (const outcome of [401, 404, 429, 500, 'timeout', 'certificate'] as const)
      assert.deepEqual(await ask('GET', [outcome, 200]), { ended: outcome, tries: 1, waits: [] });
  });

  it('treats a report as deleted if the first attempt deleted it without an answer', async () => {
    assert.equal((await ask('DELETE', ['offline', 404])).ended, 204);
    assert.equal((await ask('DELETE', [404])).ended, 404);
    assert.equal((await ask('DELETE', ['offline', 500])).ended, 500);
    assert.equal((await ask('DELETE', [503, 404])).ended, 404);
    assert.equal((await ask('GET', ['offline', 404])).ended, 404);
  });

  it('stops when the user cancels while it waits', async () => {
    const controller = new AbortController();
    const transport = retryReads(() => {
      setImmediate(() => {
        controller.abort();
      });
      return Promise.reject(new ApiError('offline', 'x'));
    });
    await assert.rejects(transport(new Request('https://service.test/', { signal: controller.signal })), {
      name: 'AbortError',
    });
  });
});

const gone = new ApiError('offline', 'gone');

describe('waiting for a service that is gone', () => {
  /** Tries against a service that fails in these ways and then answers. @returns the seconds waited. */
  async function waits(failures: readonly unknown[]): Promise<number[]> {
    const seconds: number[] = [];
    const left = [...failures];
    await retryWithBackoff(
      () => (left.length > 0 ? Promise.reject(left.shift() as Error) : Promise.resolve()),
      {
        signal: new AbortController().signal,
        policy: longRetry,
        onWait: (wait) => {
          if (wait) seconds.push(wait.milliseconds / 1000);
        },
        clock: madeUpClock(),
      },
    );
    return seconds;
  }

  it('presses a service that starts again less and less', async () => {
    const down = (status: number) => new ApiError('server', 'down', { status });
    const failures = [gone, down(502), down(503), new ApiError('timeout', 'slow'), gone, gone];
    assert.deepEqual(await waits(failures), [2, 4, 8, 16, 30, 30]);
  });

  it('waits as long as the service asks', async () => {
    assert.deepEqual(await waits([new ApiError('rateLimited', 'busy', { retryAfter: 45 })]), [45]);
  });

  it('gives up after two minutes, with what the service failed of, and at once when it asks for more', async () => {
    const clock = madeUpClock();
    const { signal } = new AbortController();
    const asked = { signal, policy: longRetry, clock };
    await assert.rejects(
      retryWithBackoff(() => Promise.reject(gone), asked),
      gone,
    );
    assert.equal(clock.now(), 120_000);
    const closed = new ApiError('rateLimited', 'busy', { retryAfter: 3600 });
    await assert.rejects(
      retryWithBackoff(() => Promise.reject(closed), asked),
      closed,
    );
    assert.equal(clock.now(), 120_000);
  });

  it('does not wait for what waiting can’t change', async () => {
    for (const error of [
      new ApiError('unauthorised', 'no'),
      new ApiError('server', 'bug', { status: 500 }),
      new ApiError('certificate', 'no'),
      new TypeError('bug'),
    ])
      await assert.rejects(waits([error]), error);
  });

  it('stops at once when the user cancels the wait', async () => {
    const controller = new AbortController();
    const waiting = retryWithBackoff(() => Promise.reject(gone), {
      signal: controller.signal,
      policy: longRetry,
      onWait: () => {
        setImmediate(() => {
          controller.abort();
        });
      },
    });
    await assert.rejects(waiting, { name: 'AbortError' });
  });
});

const refused = new ApiError('offline', 'refused');
const brokeOff = new ApiError('offline', 'broke off', { mayBeDone: true });
const unavailable = new ApiError('server', 'down', { status: 503 });
const badGateway = new ApiError('server', 'down', { status: 502 });
const slow = new ApiError('timeout', 'slow', { mayBeDone: true });
const underWay = new ApiError('refused', 'still being answered', { status: 409, retryAfter: 1 });

/** What the service does with the next scan: fails so, before or after it stored the report. */
interface Fault {
  error: Error;
  stores?: boolean;
}

/** A service that keeps reports and, unless told otherwise, the keys of the requests that made them. */
class FaultyService {
  readonly contents: string[] = [];
  readonly faults: Fault[] = [];
  readonly #stored = new Map<string, ScannedReport>();
  keepsKeys = true;
  attempts = 0;

  get client(): Client {
    const never = (): Promise<never> => Promise.reject(new Error('not asked for'));
    return {
      scan: async (scan, { signal, idempotencyKey = '' } = {}) => {
        this.attempts++;
        await Promise.resolve();
        signal?.throwIfAborted();
        const fault = this.faults.shift();
        if (fault && !fault.stores) throw fault.error;
        const earlier = this.keepsKeys ? this.#stored.get(idempotencyKey) : undefined;
        const report = earlier ?? this.#store(scan);
        this.#stored.set(idempotencyKey, report);
        if (fault) throw fault.error;
        return report;
      },
      ...{
        listReports: never,
        getReport: never,
        deleteReport: never,
        listProjects: never,
        deleteProject: never,
      },
    };
  }

  #store(scan: ScanRequest): ScannedReport {
    const { title = null, project = null, content } = scan;
    const unsaid = { created_at: null, generated_at: null, url: null, model: null, result: null };
    const uncounted = { language: null, words: null, characters: null, sentences: null, fields: {} };
    const id = String(this.contents.push(content));
    return { ...unsaid, ...uncounted, id, title, project, privacy: 1, content, isIdempotent: this.keepsKeys };
  }
}

const one: ScanRequest = { title: 'README.md', content: 'One text.', project: 'p' };

describe('a scan with further attempts', () => {
  let service: FaultyService;
  const scan = (text: ScanRequest, idempotencyKey?: string) =>
    scanWithRetry(service.client, text, {
      signal: new AbortController().signal,
      policy: longRetry,
      clock: madeUpClock(),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });

  beforeEach(() => {
    service = new FaultyService();
  });

  it('is sent again while the service is away, and asks nothing more where nothing fails', async () => {
    service.faults.push({ error: refused }, { error: unavailable }, { error: underWay });
    await scan(one);
    await scan({ ...one, content: 'Another text.' });
    assert.deepEqual(service.contents, ['One text.', 'Another text.']);
    assert.equal(service.attempts, 5);
  });

  it('leaves one report where only the answer was lost', async () => {
    for (const error of [brokeOff, badGateway, slow]) {
      const before = service.contents.length;
      service.faults.push({ error, stores: true });
      const { report, mayBeDuplicate } = await scan(one);
      assert.equal(report.id, String(before + 1));
      assert.equal(mayBeDuplicate, false);
      assert.equal(service.contents.length, before + 1);
    }
  });

  it('warns of two reports only if the service stores no keys and an answer was lost', async () => {
    service.keepsKeys = false;
    service.faults.push({ error: refused });
    assert.equal((await scan(one)).mayBeDuplicate, false);
    service.faults.push({ error: brokeOff, stores: true });
    assert.equal((await scan(one)).mayBeDuplicate, true);
    assert.equal(service.contents.length, 3);
  });

  it('creates a new report at each request of the user, and the same one when a run continues', async () => {
    await scan(one);
    await scan(one);
    assert.equal(service.contents.length, 2);
    await scan(one, 'run file');
    await scan(one, 'run file');
    assert.equal(service.contents.length, 3);
  });

  it('says after its failure that the report may be stored, if an earlier attempt may have stored it', async () => {
    service.faults.push({ error: brokeOff, stores: true });
    for (let i = 0; i < 20; i++) service.faults.push({ error: refused });
    await assert.rejects(scan(one), { code: 'offline', mayBeDone: true, message: /may have been stored/ });
  });
});
