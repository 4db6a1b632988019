import assert from 'node:assert/strict';
import { detailsOf } from '../../../../src/editor/core/errorDetails.ts';
import { ApiError } from '../../../../src/client/errors.ts';

describe('what the log says of an error', () => {
  it('has the stack of the error and of each cause, without which the log explains nothing', () => {
    const cause = new TypeError('no such thing');
    const said = detailsOf(new Error('It failed.', { cause }));
    assert.match(said, /^Error: It failed\.\n {4}at .*errorDetails\.test\.ts/);
    assert.match(said, /\ncaused by TypeError: no such thing\n {4}at /);
  });

  it('names what the error carries, such as its code and status', () => {
    assert.match(detailsOf(new ApiError('server', 'Busy.', { status: 503 })), /code: server.*status: 503/);
  });

  it('stops at an error that is its own cause, and accepts values that are not errors', () => {
    const error = new Error('round');
    error.cause = error;
    assert.equal(detailsOf(error).match(/round/g)?.length, 1);
    assert.equal(detailsOf('text'), 'text');
    assert.equal(detailsOf(null), 'null');
  });
});
