import assert from 'node:assert/strict';
import { Confidence, verdicts } from '../../../src/api/report.ts';
import { claimOf, sharesOf, surenessOf } from '../../../src/report/claim.ts';
import { sentencesOf } from '../../../src/report/sentences.ts';
import { mixedReport, reportOf, tooShortReport } from './samples.ts';
import { english } from '../../../src/report/words/en.ts';

describe('claimOf', () => {
  it('has a sentence of its own for each verdict and confidence', () => {
    const judged = verdicts.filter((verdict) => verdict !== 'uncertain');
    const claims = judged.flatMap((verdict) =>
      Confidence.options.map((confidence) => claimOf({ verdict, confidence, reasons: [] }, english)),
    );
    assert.equal(new Set(claims).size, 9);
  });

  it('never says who wrote a text, at any confidence', () => {
    const codes = ['too_short', 'unsupported_language', 'not_prose', 'conflicting_parts', 'unheard_of'];
    for (const verdict of verdicts)
      for (const confidence of Confidence.options)
        for (const code of codes) {
          const claim = claimOf({ verdict, confidence, reasons: [{ code, message: '' }] }, english);
          assert.doesNotMatch(claim, /\b(is|was) (written|generated|made|human|ai)\b/i);
          assert.doesNotMatch(claim, /[.!]$/);
        }
  });

  it('says why there is no verdict', () => {
    const claimFor = (code: string): string =>
      claimOf({ verdict: 'uncertain', confidence: 'low', reasons: [{ code, message: '' }] }, english);
    assert.match(claimFor('too_short'), /too short/);
    assert.match(claimFor('unsupported_language'), /language/);
    assert.match(claimFor('not_prose'), /running text/);
    assert.match(claimFor('conflicting_parts'), /both ways/);
    assert.match(claimFor('unheard_of'), /too little away/);
  });
});

describe('surenessOf', () => {
  it('says a low confidence as a warning and no verdict as an answer', () => {
    assert.match(surenessOf({ verdict: 'ai', confidence: 'low' }, english), /^Low confidence: a hint/);
    assert.match(surenessOf({ verdict: 'uncertain', confidence: 'high' }, english), /^No verdict/);
  });
});

describe('sharesOf', () => {
  const sharesIn = (report: ReturnType<typeof reportOf>): string | undefined =>
    sharesOf(report.result, sentencesOf(report), { words: english, locale: 'en' });

  it('says how much of a mixed text reads like AI, and in how many places', () => {
    assert.equal(
      sharesIn(mixedReport()),
      'About a third of the words, in two places, read like AI; about half read like a person, and the rest could be either.',
    );
  });

  it('does not call the undecided part a person’s', () => {
    const report = reportOf([
      [
        [0.9, 'one two three'],
        [0.5, 'four five six'],
      ],
    ]);
    assert.equal(
      sharesIn(report),
      'About half of the words, in one place, read like AI; the rest could be either.',
    );
  });

  it('says it shortly where all of a text reads alike', () => {
    assert.equal(sharesIn(reportOf([[[0.95, 'one two three']]])), 'All of the words read like AI.');
    assert.equal(sharesIn(reportOf([[[0.05, 'one two three']]])), 'None of it stands out as AI.');
    assert.equal(sharesIn(reportOf([[[0.5, 'one two three']]])), 'All of it could be either.');
  });

  it('says nothing of the shares of a text that was not judged', () => {
    assert.equal(sharesIn(tooShortReport()), undefined);
  });
});
