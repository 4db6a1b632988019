import assert from 'node:assert/strict';
import { runInSteps, detectingEdits } from '../../../../src/service/detection/analysis.ts';
import { detectionOf } from '../../../contract/support/fakeDetect.ts';

describe('work in steps', () => {
  it('comes to what the work returns', async () => {
    function* work() {
      yield;
      yield;
      return 'done';
    }
    assert.equal(await runInSteps(work(), new AbortController().signal), 'done');
  });

  it('frees the thread between steps, and stops at the next one when aborted', async () => {
    const controller = new AbortController();
    let steps = 0;
    function* endless() {
      for (;;) {
        steps++;
        yield;
      }
    }
    setImmediate(() => {
      controller.abort(new Error('closed'));
    });
    await assert.rejects(runInSteps(endless(), controller.signal), { message: 'closed' });
    const then = steps;
    assert.ok(then > 0);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(steps, then);
  });
});

describe('what is kept of texts that are being edited', () => {
  const { signal } = new AbortController();

  /** Says of each analysis which text it was helped by. */
  function recorder() {
    const helpedBy: (string | null)[] = [];
    const detect = detectingEdits<{ text: string; detection: ReturnType<typeof detectionOf> }>(
      (text, previous) => {
        helpedBy.push(previous?.text ?? null);
        return Promise.resolve({ text, detection: detectionOf(text) });
      },
    );
    return { helpedBy, detect };
  }

  it('is the last text of the same document, so that an edit costs only what it touched', async () => {
    const { helpedBy, detect } = recorder();
    await detect('a', 'One.', signal);
    await detect('b', 'Other.', signal);
    await detect('a', 'One. Two.', signal);
    await detect('a', 'One. Three.', signal);
    assert.deepEqual(helpedBy, [null, null, 'One.', 'One. Two.']);
  });

  it('is the texts of four documents at most, so that memory is bounded', async () => {
    const { helpedBy, detect } = recorder();
    for (const document of ['a', 'b', 'c', 'd', 'a', 'e', 'a', 'b']) await detect(document, document, signal);
    // `e` came after the fifth call, when `b` had waited longest.
    assert.deepEqual(helpedBy, [null, null, null, null, 'a', null, 'a', null]);
  });

  it('is not lost when an analysis is cancelled', async () => {
    let fails = false;
    const helpedBy: (string | null)[] = [];
    const detect = detectingEdits<{ text: string; detection: ReturnType<typeof detectionOf> }>(
      (text, previous) => {
        if (fails) return Promise.reject(new Error('cancelled'));
        helpedBy.push(previous?.text ?? null);
        return Promise.resolve({ text, detection: detectionOf(text) });
      },
    );
    await detect('a', 'One.', signal);
    fails = true;
    await assert.rejects(detect('a', 'Two.', signal), /cancelled/);
    fails = false;
    await detect('a', 'Three.', signal);
    assert.deepEqual(helpedBy, [null, 'One.']);
  });
});
