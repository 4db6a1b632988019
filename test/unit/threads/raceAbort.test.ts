import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { raceAbort } from '../../../src/threads/thread.ts';

describe('waiting until it is aborted', () => {
  it('comes to what the work comes to, and leaves nothing on a signal that lives on', async () => {
    const { signal } = new AbortController();
    assert.equal(await raceAbort(signal, () => Promise.resolve(7)), 7);
    await assert.rejects(
      raceAbort(signal, () => Promise.reject(new Error('failed'))),
      { message: 'failed' },
    );
    assert.deepEqual(getEventListeners(signal, 'abort'), []);
  });

  it('does not begin what was aborted before', async () => {
    const reason = new Error('closed');
    let began = false;
    const work = () => {
      began = true;
      return Promise.resolve();
    };
    await assert.rejects(raceAbort(AbortSignal.abort(reason), work), reason);
    assert.equal(began, false);
  });
});
