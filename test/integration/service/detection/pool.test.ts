import assert from 'node:assert/strict';
import { Worker } from 'node:worker_threads';
import { tooManyTexts } from '../../../../src/service/api/byteBudget.ts';
import { startPool, type DetectorPool, type PoolParts } from '../../../../src/service/detection/pool.ts';
import { analysisOf, detectionOf, endless, failing, killing } from '../../../contract/support/fakeDetect.ts';

describe('the pool of detector threads', () => {
  let pool: DetectorPool | undefined;
  let logged: unknown[];

  beforeEach(() => {
    logged = [];
  });
  afterEach(() => pool?.close());

  /** @returns the pool, for one account unless another is named. */
  async function open(parts: Partial<PoolParts> = {}) {
    const opened = await startPool({
      size: 1,
      maxWaiting: 10,
      maxWaitingPerAccount: 10,
      refusal: tooManyTexts,
      startThread: () => thread('working'),
      log: (error) => logged.push(error),
      ...parts,
    });
    pool = opened;
    const detect = (text: string, signal: AbortSignal, account = 'A') => opened.detect(text, signal, account);
    return { ...opened, detect };
  }

  const thread = (workerData: string) =>
    new Worker(new URL('poolWorker.ts', import.meta.url), { workerData });
  const never = new AbortController().signal;

  it('gives each text its own result, however many come at once', async () => {
    const { detect } = await open({ size: 2 });
    const texts = ['one', 'two words', 'three words now', 'and four words here'];
    const detections = await Promise.all(texts.map((text) => detect(text, never)));
    assert.deepEqual(
      detections,
      texts.map((text) => analysisOf(detectionOf(text))),
    );
  });

  it('leaves a thread to others while one text runs on and on', async () => {
    const { detect, load } = await open({ size: 2 });
    const controller = new AbortController();
    const slow = detect(endless, controller.signal);
    assert.equal((await detect('text', never)).words, 1);
    assert.deepEqual(load(), { waiting: 0, working: 1 });
    controller.abort();
    await assert.rejects(slow, { name: 'AbortError' });
  });

  it('works on after an analysis that its client gave up', async () => {
    const { detect } = await open();
    const controller = new AbortController();
    const slow = detect(endless, controller.signal);
    const waiting = detect('text', never);
    controller.abort();
    await assert.rejects(slow, { name: 'AbortError' });
    assert.equal((await waiting).words, 1);
  });

  it('drops a text that is given up while it waits', async () => {
    const { detect, load } = await open();
    const [first, second] = [new AbortController(), new AbortController()];
    const slow = detect(endless, first.signal);
    const waiting = detect('text', second.signal);
    assert.deepEqual(load(), { waiting: 1, working: 1 });
    second.abort();
    await assert.rejects(waiting, { name: 'AbortError' });
    assert.deepEqual(load(), { waiting: 0, working: 1 });
    first.abort();
    await assert.rejects(slow, { name: 'AbortError' });
  });

  const tooMany = { status: 503, headers: { 'Retry-After': '3' } };

  it('asks only the account with too many waiting texts to come back later', async () => {
    const { detect, load } = await open({ maxWaitingPerAccount: 1 });
    const controller = new AbortController();
    const accepted = [
      detect(endless, controller.signal),
      detect('waits', controller.signal),
      detect('waits too', controller.signal, 'B'),
    ];
    await assert.rejects(detect('one too many', never), tooMany);
    assert.equal(load().waiting, 2);
    controller.abort();
    for (const one of accepted) await assert.rejects(one, { name: 'AbortError' });
  });

  it('makes room in a full queue at the cost of the account that fills it', async () => {
    const { detect } = await open({ maxWaiting: 3 });
    const controller = new AbortController();
    const running = assert.rejects(detect(endless, controller.signal), { name: 'AbortError' });
    const [first, second, last] = ['one', 'two', 'three'].map((text) => detect(text, never));
    const dropped = assert.rejects(last ?? Promise.resolve(), tooMany);
    const other = detect('of another', never, 'B');
    await dropped;
    await assert.rejects(detect('again', never), tooMany);
    controller.abort();
    await running;
    const detections = await Promise.all([first, second, other]);
    assert.deepEqual(
      detections.map((detection) => detection?.words),
      [1, 1, 2],
    );
  });

  it('analyses a short text of another account before the long ones that came first', async () => {
    const { detect } = await open();
    const ended: string[] = [];
    const send = async (name: string, text: string, account: string) => {
      await detect(text, never, account);
      ended.push(name);
    };
    const long = 'long '.repeat(10_000);
    const all = ['long 1', 'long 2', 'long 3'].map((name) => send(name, long, 'A'));
    await Promise.all([...all, send('short of A', 'text', 'A'), send('short of B', 'text', 'B')]);
    // The first had begun before the others came.
    assert.equal(ended[0], 'long 1');
    assert.deepEqual(ended.slice(1, 3).sort(), ['short of A', 'short of B']);
  });

  it('replaces a thread that dies: its text fails, the next ones do not', async () => {
    const { detect } = await open();
    const killed = assert.rejects(detect(killing, never), { message: 'A detector thread died.' });
    const waiting = detect('text', never);
    await killed;
    assert.equal((await waiting).words, 1);
    assert.equal(logged.length, 1);
  });

  it('hands on what the detector throws', async () => {
    const { detect } = await open();
    await assert.rejects(detect(failing, never), { message: 'a secret of the detector' });
    assert.equal((await detect('text', never)).words, 1);
  });

  it('does not start when a thread can’t, and says why', async () => {
    let started = 0;
    const startThread = () => thread(++started === 2 ? 'failing' : 'working');
    await assert.rejects(open({ size: 2, startThread }), {
      message: 'No memory is left.',
    });
  });

  it('rejects unfinished work when closed, so that nobody waits forever', async () => {
    const { detect, close } = await open();
    const both = [detect(endless, never), detect('waits', never)].map((one) => assert.rejects(one));
    await close();
    await Promise.all(both);
    await assert.rejects(detect('late', never), tooMany);
    assert.deepEqual(logged, [], 'an end that was asked for is no failure');
  });
});
