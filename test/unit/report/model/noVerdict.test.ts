import assert from 'node:assert/strict';
import { unjudgeableReason } from '../../../../src/report/model/noVerdict.ts';

const reason = (code: string) => ({ code, message: code });

describe('why a text could not be judged', () => {
  it('is said of a text that is too short, in another language, or no prose', () => {
    for (const code of ['too_short', 'unsupported_language', 'not_prose'] as const) {
      assert.equal(unjudgeableReason({ verdict: 'uncertain', reasons: [reason(code)] }), code);
    }
  });

  it('is not given if only a part was left out, because the other sentences were judged', () => {
    const reasons = [reason('unsupported_language'), reason('not_prose'), reason('between')];
    assert.equal(unjudgeableReason({ verdict: 'uncertain', reasons }), undefined);
  });

  it('is not said of a text that has a verdict', () => {
    assert.equal(unjudgeableReason({ verdict: 'human', reasons: [reason('not_prose')] }), undefined);
  });

  it('is named even if other reasons come first', () => {
    const reasons = [reason('hidden_characters'), reason('too_short')];
    assert.equal(unjudgeableReason({ verdict: 'uncertain', reasons }), 'too_short');
  });

  it('is not said of weak or conflicting signs', () => {
    const reasons = [reason('conflicting_parts')];
    assert.equal(unjudgeableReason({ verdict: 'uncertain', reasons }), undefined);
  });
});
