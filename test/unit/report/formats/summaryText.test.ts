import assert from 'node:assert/strict';
import { reportSummary } from '../../../../src/report/formats/summaryText.ts';
import { german } from '../../../../src/report/words/de.ts';
import { english } from '../../../../src/report/words/en.ts';
import { leaningReport, mixedReport, tooShortReport } from '../samples.ts';

const context = { host: null, words: english, locale: 'en', timeZone: 'UTC' };

describe('the summary of a report', () => {
  it('says the verdict, how sure it is, the figures and that it is no proof', () => {
    assert.deepEqual(reportSummary(mixedReport(), { ...context, host: 'a.test' }).split('\n'), [
      'field-notes.md: Parts of this text read like AI.',
      'Medium confidence. About a third of the words, in two places, read like AI; about half read like a person, and the rest could be either.',
      'Some parts read very differently from others.',
      'Score 0.64 of 1. By words: 51% reads like a person, 16% can’t tell, 33% reads like AI.',
      '248 words · 18 sentences · inkling-en 1.0 · Nov 21, 2026, 09:30 UTC · analysed by a.test',
      'Not proof. It says what the text reads like, not who wrote it.',
      '',
    ]);
  });

  it('gives no word of the text away, whatever the verdict', () => {
    for (const report of [mixedReport(), leaningReport(), tooShortReport()])
      for (const language of [context, { ...context, words: german, locale: 'de' }]) {
        const summary = reportSummary(report, language);
        for (const { start, end } of [
          ...report.result.segments,
          ...report.result.evidence.flatMap((e) => e.spans),
        ])
          assert.ok(!summary.includes(report.content.slice(start, end)));
      }
  });

  it('names no score where the text could not be judged', () => {
    assert.doesNotMatch(reportSummary(tooShortReport(), context), /Score|0\.71|%/);
  });
});
