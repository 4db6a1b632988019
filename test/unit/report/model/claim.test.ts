import assert from 'node:assert/strict';
import { verdicts } from '../../../../src/api/report.ts';
import { claimOf, sharesOf, confidenceOf } from '../../../../src/report/model/claim.ts';
import { sentencesOf } from '../../../../src/report/model/sentences.ts';
import { mixedReport, reportOf, tooShortReport } from '../samples.ts';
import { english } from '../../../../src/report/words/en.ts';

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

describe('claimOf', () => {
  it('words a verdict as it is worded wherever it stands alone', () => {
    for (const verdict of ['human', 'ai'] as const)
      assert.equal(
        claimOf({ verdict, score: 0.5, reasons: [] }, english),
        `This text ${lowerFirst(english.verdicts[verdict])}`,
      );
    assert.equal(
      claimOf({ verdict: 'mixed', score: 0.5, reasons: [] }, english),
      'Parts of this text read like AI',
    );
  });

  it('never says who wrote a text, whatever its score', () => {
    const codes = ['too_short', 'unsupported_language', 'not_prose', 'conflicting_parts', 'unheard_of'];
    for (const verdict of verdicts)
      for (const score of [0, 0.5, 1])
        for (const code of codes) {
          const claim = claimOf({ verdict, score, reasons: [{ code, message: '' }] }, english);
          assert.doesNotMatch(claim, /\b(is|was) (written|generated|made|human|ai)\b/i);
          assert.doesNotMatch(claim, /[.!]$/);
        }
  });

  it('says why there is no verdict', () => {
    const claimFor = (...codes: string[]): string =>
      claimOf(
        { verdict: 'uncertain', score: 0.6, reasons: codes.map((code) => ({ code, message: '' })) },
        english,
      );
    assert.match(claimFor('too_short'), /too short/);
    assert.match(claimFor('unsupported_language'), /language/);
    assert.match(claimFor('not_prose'), /running text/);
    assert.match(claimFor('conflicting_parts'), /both ways/);
    assert.match(claimFor('short', 'between'), /too short to be sure/);
    assert.match(claimFor('between'), /signs in this text are too weak/);
    assert.match(claimFor('unheard_of'), /signs in this text are too weak/);
  });

  it('says of a text near a line which one, and never that it is too short', () => {
    const between = [{ code: 'between', message: '' }];
    const claimAt = (score: number): string =>
      claimOf({ verdict: 'uncertain', score, reasons: between }, english);
    assert.equal(claimAt(0.96), 'Leans towards AI, but not far enough to say so');
    assert.equal(claimAt(0.24), 'Leans towards a person, but not far enough to say so');
    for (const score of [0.22, 0.5, 0.96]) assert.doesNotMatch(claimAt(score), /short|little/);
  });
});

describe('confidenceOf', () => {
  it('says a low confidence as a warning and no verdict as an answer', () => {
    const result = { score: 0.5, reasons: [] };
    assert.match(
      confidenceOf({ ...result, verdict: 'ai', confidence: 'low' }, english),
      /^Low confidence: a hint/,
    );
    const uncertain = { ...result, verdict: 'uncertain', confidence: 'high' } as const;
    assert.match(confidenceOf(uncertain, english), /^Can’t tell: a guess/);
    assert.equal(
      confidenceOf({ ...uncertain, score: 0.96 }, english),
      'Can’t tell: some texts by people score the same.',
    );
  });

  it('says what a text without a verdict is called elsewhere, whatever the reason', () => {
    const { noVerdict, leansToAi, leansToHuman } = english.confidence;
    for (const sentence of [noVerdict, leansToAi, leansToHuman])
      assert.ok(sentence.startsWith(`${english.verdicts.uncertain}: `));
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
    const report = reportOf(
      [
        [
          [0.9, 'one two three'],
          [0.5, 'four five six'],
        ],
      ],
      { verdict: 'mixed' },
    );
    assert.equal(
      sharesIn(report),
      'About half of the words, in one place, read like AI; the rest could be either.',
    );
  });

  it('says it shortly where all of a text reads alike', () => {
    const ai = reportOf([[[0.95, 'one two three']]], { verdict: 'ai' });
    assert.equal(sharesIn(ai), 'All of the words read like AI.');
    const human = reportOf([[[0.05, 'one two three']]], { verdict: 'human' });
    assert.equal(sharesIn(human), 'None of it stands out as AI.');
    assert.equal(sharesIn(reportOf([[[0.5, 'one two three']]])), 'No passage stands out on either side.');
  });

  it('never says that a text reads like AI, or like a person, which it can’t tell', () => {
    for (const [score, said] of [
      [0.96, 0.95],
      [0.24, 0.2],
    ] as const) {
      const report = reportOf(
        [
          [
            [said, 'one two three'],
            [said, 'four five six'],
          ],
        ],
        { score },
      );
      assert.equal(sharesIn(report), 'No passage stands out on either side.');
    }
  });

  it('still says which part of a text without a verdict stands out from it', () => {
    const report = reportOf(
      [
        [
          [0.93, 'one two three'],
          [0.6, 'four five six seven eight nine'],
        ],
      ],
      { score: 0.7 },
    );
    assert.equal(
      sharesIn(report),
      'About a third of the words, in one place, read like AI; the rest could be either.',
    );
  });

  it('says nothing of the shares of a text that was not judged', () => {
    assert.equal(sharesIn(tooShortReport()), undefined);
  });
});
