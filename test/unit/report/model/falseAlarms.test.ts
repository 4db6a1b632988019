import assert from 'node:assert/strict';
import type { FalseAlarms, Result } from '../../../../src/api/report.ts';
import { falseAlarmsInShort, falseAlarmsOf } from '../../../../src/report/model/claim.ts';
import { inEnglish } from '../../../../src/report/words/en.ts';

const measured: FalseAlarms = { per_1000: 20, texts: 1643, kind: 'news', min_words: 150, max_words: 299 };
const resultWith = (
  alarms: Partial<FalseAlarms>,
  verdict: Result['verdict'] = 'ai',
): Pick<Result, 'verdict' | 'reasons' | 'false_alarms'> => ({
  verdict,
  reasons: [],
  false_alarms: { ...measured, ...alarms },
});

describe('the one number of a report', () => {
  it('says what it rests on: the kind as found, its length, how many texts', () => {
    const restsOn = (alarms: Partial<FalseAlarms>) => falseAlarmsOf(resultWith(alarms), inEnglish)?.restsOn;
    assert.equal(
      restsOn({}),
      'Measured on 1,643 human-written texts that the model was not trained on: news, 150 to 299 words.',
    );
    assert.match(
      restsOn({ kind: null, max_words: null }) ?? '',
      /: of no particular kind, 150 words or more\.$/,
    );
  });

  it('names no kind of text if none was detected', () => {
    const says = (kind: string | null) => falseAlarmsOf(resultWith({ kind }), inEnglish)?.says;
    assert.equal(says('news'), 'Of 1,000 human-written texts of the same kind and length, 20 score as high.');
    assert.equal(says(null), 'Of 1,000 human-written texts of the same length, 20 score as high.');
  });

  it('comes with what it is not, and claims nothing where too few texts were measured', () => {
    assert.match(falseAlarmsOf(resultWith({}), inEnglish)?.isNot ?? '', /not the chance that a person/);
    const few = falseAlarmsOf(resultWith({ per_1000: null, texts: 400 }), inEnglish);
    assert.match(few?.says ?? '', /^Too few human-written texts/);
    assert.equal(few?.isNot, undefined);
    assert.equal(falseAlarmsInShort(resultWith({ per_1000: 1 }), inEnglish), 'at most 1');
  });

  it('is not shown of a text of two writers, nor of one that could not be judged', () => {
    assert.equal(falseAlarmsOf(resultWith({}, 'mixed'), inEnglish), undefined);
    const unjudged = { ...resultWith({}, 'uncertain'), reasons: [{ code: 'not_prose', message: '' }] };
    assert.equal(falseAlarmsOf(unjudged, inEnglish), undefined);
    assert.equal(falseAlarmsInShort(unjudged, inEnglish), undefined);
  });
});
