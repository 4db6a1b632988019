import assert from 'node:assert/strict';
import { renderState } from '../../../../src/report/view/state.ts';
import { textOf } from '../markup.ts';
import { english } from '../../../../src/report/words/en.ts';

describe('renderState', () => {
  it('has one sentence and one button for each state', () => {
    for (const kind of ['loading', 'gone'] as const) {
      const markup = renderState({ kind }, english);
      assert.equal(markup.match(/<h1>/g)?.length, 1);
      assert.equal(markup.match(/<button/g)?.length, 1);
    }
    assert.match(renderState({ kind: 'gone' }, english), /data-action="close"/);
  });

  it('names the service that keeps a report where another is chosen, and offers to use that one', () => {
    const markup = renderState({ kind: 'elsewhere', host: 'a.test' }, english);
    assert.match(textOf(markup), /kept by a\.test/);
    assert.match(markup, /data-action="useService"/);
  });

  it('says what failed in the words it is given, and offers to try again', () => {
    const markup = renderState({ kind: 'failed', message: 'No answer from <b>host</b>.' }, english);
    assert.match(textOf(markup), /No answer from <b>host<\/b>\./);
    assert.match(markup, /data-action="retry"/);
  });
});
