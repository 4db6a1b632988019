import assert from 'node:assert/strict';
import { runInSteps } from '../../../../src/service/detection/steps.ts';

describe('work in steps', () => {
  it('comes to what the work returns', async () => {
    function* work() {
      yield;
      yield;
      return 'done';
    }
    assert.equal(await runInSteps(work(), new AbortController().signal), 'done');
  });

  it('lets others have the thread between steps, and stops at the next one when it is aborted', async () => {
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
