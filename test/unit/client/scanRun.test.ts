import assert from 'node:assert/strict';
import type { ScanRequest } from '../../../src/api/scan.ts';
import type { Client, FetchedReport, ListedReport } from '../../../src/client/client.ts';
import { ApiError } from '../../../src/client/errors.ts';
import { outlivingWorker } from '../../../src/client/outlivingWorker.ts';
import { ScanRun } from '../../../src/client/scanRun.ts';
import { madeUpClock } from './support.ts';

const refused = new ApiError('offline', 'refused');
const brokeOff = new ApiError('offline', 'broke off', { mayBeDone: true });
const unavailable = new ApiError('server', 'down', { status: 503 });
const died = new ApiError('workerDied', 'died');

/** What the service does with the next scan: fails so, before or after it stored the report. */
interface Fault {
  error: Error;
  stores?: boolean;
}

/** A service that keeps reports, newest first in its lists of ten, and fails as told. */
class FaultyService {
  readonly reports: FetchedReport[] = [];
  readonly faults: Fault[] = [];
  lists = true;
  tellsContent = true;
  /** Requests of any kind. */
  asked = 0;

  store(scan: ScanRequest): FetchedReport {
    const { title = null, project = null, content } = scan;
    const unsaid = { created_at: null, generated_at: null, url: null, model: null, result: null };
    const uncounted = { language: null, words: null, characters: null, sentences: null, fields: {} };
    const id = String(this.reports.length + 1);
    const report = { ...unsaid, ...uncounted, id, title, project, privacy: 1 as const, content };
    this.reports.push(report);
    return report;
  }

  get client(): Client {
    const never = (): Promise<never> => Promise.reject(new Error('not asked for'));
    return {
      scan: async (scan, options) => {
        this.asked++;
        await Promise.resolve();
        options?.signal?.throwIfAborted();
        const fault = this.faults.shift();
        if (!fault || fault.stores) {
          const report = this.store(scan);
          if (!fault) return report;
        }
        throw fault.error;
      },
      listReports: ({ project, cursor = '0' } = {}) => {
        this.asked++;
        if (!this.lists) return Promise.reject(new ApiError('badAnswer', 'no list'));
        const all = this.reports.filter((report) => project === undefined || report.project === project);
        const from = Number(cursor);
        const items = all.toReversed().slice(from, from + 10) satisfies ListedReport[];
        const next = from + 10 < all.length ? String(from + 10) : null;
        return Promise.resolve({ items, next, total: all.length, damaged: 0 });
      },
      getReport: (id) => {
        this.asked++;
        const report = this.reports.find((each) => each.id === id);
        if (!report) return Promise.reject(new ApiError('notFound', 'gone'));
        return Promise.resolve(this.tellsContent ? report : { ...report, content: null });
      },
      ...{ deleteReport: never, listProjects: never, deleteProject: never },
    };
  }
}

const one: ScanRequest = { title: 'README.md', content: 'One text.\r\nTwo lines.', project: 'p' };
const two: ScanRequest = { ...one, content: 'Another text.' };

describe('a run of scans', () => {
  let service: FaultyService;
  let run: ScanRun;
  const waiting = { signal: new AbortController().signal, tell: () => undefined };
  const scan = (text: ScanRequest) => run.scan(service.client, text, waiting);
  const contents = () => service.reports.map(({ content }) => content);

  beforeEach(() => {
    service = new FaultyService();
    run = new ScanRun(madeUpClock());
  });

  it('sends again what certainly did not arrive', async () => {
    service.faults.push({ error: refused }, { error: unavailable });
    await scan(one);
    await scan(two);
    assert.deepEqual(contents(), [one.content, two.content]);
  });

  it('makes no second report where only the answer was lost', async () => {
    for (const error of [brokeOff, unavailable, new ApiError('timeout', 'slow', { mayBeDone: true })]) {
      const before = service.reports.length;
      service.faults.push({ error, stores: true });
      const fetched = await scan(one);
      assert.ok(fetched !== 'unknown');
      assert.equal(fetched.id, String(before + 1));
      assert.equal(service.reports.length, before + 1);
    }
  });

  it('takes no earlier report of the same text for the lost one: the user asked for a new one', async () => {
    service.store(one);
    service.faults.push({ error: brokeOff });
    const fetched = await scan(one);
    assert.ok(fetched !== 'unknown');
    assert.equal(fetched.id, '2');
    service.faults.push({ error: brokeOff });
    await scan(one);
    assert.equal(service.reports.length, 3);
  });

  it('finds the lost report behind many that others stored meanwhile, and in a text with other line ends', async () => {
    service.faults.push({ error: brokeOff, stores: true });
    await scan({ ...one, content: 'Begin.' });
    service.faults.push({ error: brokeOff });
    const client = service.client;
    let lost = true;
    const busy: Client = {
      ...client,
      scan: (text) => {
        if (!lost) return client.scan(text);
        lost = false;
        service.store({ ...text, content: ' One text.\nTwo lines.\n' });
        for (let i = 0; i < 25; i++) service.store({ ...two, title: `${i}.md` });
        return Promise.reject(brokeOff);
      },
    };
    const fetched = await run.scan(busy, one, waiting);
    assert.ok(fetched !== 'unknown');
    assert.equal(fetched.id, '2');
    assert.equal(service.reports.length, 27);
  });

  it('says that it can’t know where the service does not tell, and sends nothing twice', async () => {
    service.tellsContent = false;
    service.faults.push({ error: brokeOff, stores: true });
    assert.equal(await scan(one), 'unknown');
    service.lists = false;
    run = new ScanRun(madeUpClock());
    service.faults.push({ error: brokeOff, stores: true });
    assert.equal(await scan(two), 'unknown');
    assert.equal(service.reports.length, 2);
  });

  it('goes on later where it gave up, without a second report of the text whose answer was lost', async () => {
    service.faults.push({ error: brokeOff, stores: true });
    const { client } = service;
    let isGone = false;
    const going: Client = {
      ...client,
      scan: (text) => {
        isGone = true;
        return client.scan(text);
      },
      listReports: (query) => (isGone ? Promise.reject(refused) : client.listReports(query)),
    };
    await assert.rejects(run.scan(going, one, waiting), refused);
    await scan(one);
    assert.equal(service.reports.length, 1);
  });

  it('counts what is stored although it is cancelled meanwhile, and what is not stored it does not', async () => {
    for (const stores of [true, false]) {
      const controller = new AbortController();
      const { client } = service;
      const cancelling: Client = {
        ...client,
        scan: (text, { signal } = {}) =>
          new Promise((_, reject) => {
            if (stores) service.store(text);
            signal?.addEventListener('abort', () => {
              reject(signal.reason as Error);
            });
            controller.abort();
          }),
      };
      const scanned = run.scan(cancelling, one, { ...waiting, signal: controller.signal });
      if (stores) assert.notEqual(await scanned, 'unknown');
      else await assert.rejects(scanned, { name: 'AbortError' });
    }
  });

  it('asks nothing more than one list where nothing fails', async () => {
    await scan(one);
    await scan(two);
    assert.equal(service.asked, 3);
  });
});

describe('a scan that the worker died of', () => {
  it('is run once more, and leaves one report', async () => {
    for (const stores of [true, false]) {
      const service = new FaultyService();
      service.store(one);
      service.faults.push({ error: died, stores });
      assert.equal((await outlivingWorker(service.client).scan(one)).id, '2');
      assert.equal(service.reports.length, 2);
    }
  });

  it('fails when the next worker dies of it too', async () => {
    const service = new FaultyService();
    service.faults.push({ error: died }, { error: died });
    await assert.rejects(outlivingWorker(service.client).scan(one), died);
    assert.equal(service.asked, 4, 'two lists and two scans');
  });
});
