import assert from 'node:assert/strict';
import type { ScanRequest } from '../../../src/api/report.ts';
import type { Client, ScannedReport } from '../../../src/client/client.ts';
import { ApiError } from '../../../src/client/errors.ts';
import { longRetry } from '../../../src/client/retry.ts';
import { scanWithRetry } from '../../../src/client/scanWithRetry.ts';
import { madeUpClock } from './support.ts';

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
