import assert from 'node:assert/strict';
import { verdicts } from '../../../../src/api/report.ts';
import { claimOf, claimWithReach, reachOf, sharesOf } from '../../../../src/report/model/claim.ts';
import { sentencesOf } from '../../../../src/report/model/sentences.ts';
import { mixedReport, reportOf, tooShortReport } from '../samples.ts';
import { english, inEnglish } from '../../../../src/report/words/en.ts';

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

describe('claimOf', () => {
  it('says the verdict in the same words as everywhere else', () => {
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

  it('never says who wrote a text, for any score', () => {
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
    assert.match(claimFor('not_prose'), /too little prose/);
    assert.match(claimFor('conflicting_parts'), /both ways/);
    assert.match(claimFor('short', 'between'), /too short for a clear verdict/);
    assert.match(claimFor('between'), /Not enough signs either way/);
    assert.match(claimFor('unheard_of'), /Not enough signs either way/);
  });

  it('says of a text near a line which one, and never that it is too short', () => {
    const between = [{ code: 'between', message: '' }];
    const claimAt = (score: number): string =>
      claimOf({ verdict: 'uncertain', score, reasons: between }, english);
    assert.equal(claimAt(0.96), 'Leans towards AI, but not clearly enough');
    assert.equal(claimAt(0.24), 'Leans towards a person, but not clearly enough');
    for (const score of [0.22, 0.5, 0.96]) assert.doesNotMatch(claimAt(score), /short|little/);
  });
});

describe('how far a claim carries', () => {
  const result = { score: 0.5, reasons: [], confidence: 'high' as const };
  const false_alarms = { per_1000: 3, texts: 2614, kind: 'essays', min_words: 60, max_words: 150 };
  const number = 'Of 1,000 human-written texts of the same kind and length, 3 score as high.';
  const isNot = 'This is not the chance that a person wrote this text.';

  it('is said by one number, beside what it is not, and by no score or confidence', () => {
    const said = reachOf({ ...result, verdict: 'ai', false_alarms }, inEnglish);
    assert.equal(said, `${number} ${isNot}`);
    const low = { ...result, verdict: 'ai' as const, confidence: 'low' as const, false_alarms };
    assert.equal(reachOf(low, inEnglish), `${number} ${isNot}`);
  });

  it('is a hint where confidence is low and no number was measured', () => {
    const low = { ...result, verdict: 'ai' as const, confidence: 'low' as const };
    assert.equal(reachOf(low, inEnglish), 'Only a hint.');
    const tooFew = { ...low, false_alarms: { ...false_alarms, per_1000: null } };
    assert.match(reachOf(tooFew, inEnglish), /^Only a hint\. Too few human-written texts/);
  });

  it('leaves no gap where nothing more is known', () => {
    assert.equal(reachOf({ ...result, verdict: 'ai' }, inEnglish), '');
    assert.equal(claimWithReach({ ...result, verdict: 'ai' }, inEnglish), 'This text reads like AI.');
  });

  it('says why there is no verdict', () => {
    const uncertain = { ...result, verdict: 'uncertain' as const };
    assert.match(reachOf(uncertain, inEnglish), /^Unclear: a guess/);
    const leans = { ...uncertain, score: 0.96 };
    assert.equal(reachOf(leans, inEnglish), 'Unclear: some human-written texts score the same.');
    assert.equal(reachOf({ ...leans, false_alarms }, inEnglish), `${number} ${isNot}`);
    assert.match(
      reachOf({ ...uncertain, score: 0.2, false_alarms }, inEnglish),
      /^Unclear: some AI-written texts .+ Of 1,000/,
    );
  });

  it('says in the usual words that there is no verdict, for any reason', () => {
    const { noVerdict, leansToAi, leansToHuman } = english.cautions;
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

  it('is short if all of a text reads the same', () => {
    const ai = reportOf([[[0.95, 'one two three']]], { verdict: 'ai' });
    assert.equal(sharesIn(ai), 'All of the words read like AI.');
    const human = reportOf([[[0.05, 'one two three']]], { verdict: 'human' });
    assert.equal(sharesIn(human), 'None of it stands out as AI.');
    assert.equal(sharesIn(reportOf([[[0.5, 'one two three']]])), 'No passage stands out on either side.');
  });

  it('speaks of every place that is marked, and of none or all of the words only where that is so', () => {
    const long = (score: number, words: number): readonly [number, string] => [
      score,
      'word '.repeat(words).trim(),
    ];
    const mostly = reportOf([[long(0.05, 97), long(0.9, 2)]], { verdict: 'human' });
    assert.equal(
      sharesIn(mostly),
      'A few of the words, in one place, read like AI; the rest reads like a person.',
    );
    const nearly = reportOf([[long(0.95, 98), long(0.5, 2)]], { verdict: 'ai' });
    assert.equal(sharesIn(nearly), 'Nearly all of the words read like AI; the rest could be either.');
    const both = reportOf([[long(0.95, 40), long(0.5, 5), long(0.1, 55)]], { verdict: 'mixed' });
    assert.match(sharesIn(both) ?? '', /about half read like a person, and the rest could be either\.$/);
  });

  it('speaks of the words judged where headings have no part in the shares', () => {
    const report = reportOf([[[0.5, 'A heading']], [[0.97, 'one two three four five six seven.']]], {
      score: 0.7,
    });
    assert.equal(sharesIn(report), 'All of the words judged read like AI.');
  });

  it('never says that an unclear text reads like AI or like a person', () => {
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

  it('still says which part of a text without a verdict stands out', () => {
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
