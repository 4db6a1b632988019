import assert from 'node:assert/strict';
import type { Report } from '../../../../src/api/report.ts';
import { countedWords, isPartlyJudged, limitsInWords, sharesOf } from '../../../../src/report/model/claim.ts';
import { sentencesOf } from '../../../../src/report/model/sentences.ts';
import { reportMarkdown, reportSummary } from '../../../../src/report/formats/markdown.ts';
import { german } from '../../../../src/report/words/de.ts';
import { english } from '../../../../src/report/words/en.ts';
import { notesOf } from '../../../../src/scan/notes.ts';
import { renderReport, textOf } from '../markup.ts';
import { aiReport, humanReport, tooShortReport } from '../samples.ts';

const context = { host: null, words: english, locale: 'en', timeZone: 'UTC' };

const byGit = {
  code: 'left_out_history',
  message:
    'Left out of the score: 83 words unchanged since 2021 according to git’s dates, so older than chat models.',
};

/** What is said of passages with so many words that a comment ignores. */
const reasonsOf = (words: readonly number[]) =>
  notesOf({ ignored: words.map((each) => ({ start: 0, end: 1, words: each, reason: '', by: 'comment' })) })
    ?.reasons ?? [];

/** Of 219 words, 83 are left out by git. */
function partly(report: Report): Report {
  return {
    ...report,
    words: 136,
    result: { ...report.result, reasons: [...report.result.reasons, byGit] },
  };
}

const everywhere = (report: Report): string[] => [
  textOf(renderReport(report, { ...context, actions: [] })).replace(/\s+/g, ' '),
  reportMarkdown(report, context),
  reportSummary(report, context),
];

describe('a report on a text of which a part was left out', () => {
  it('says how many words were judged and why the others were not, in view, file and summary', () => {
    for (const text of everywhere(partly(aiReport()))) {
      assert.match(text, /Judged: 136 of 219 words\./);
      assert.match(text, /83 words unchanged since 2021/);
    }
  });

  it('speaks of what was judged, never of all or of the whole text', () => {
    for (const report of [partly(aiReport()), partly(humanReport())])
      for (const text of everywhere(report))
        assert.doesNotMatch(text, /all of the words read|the whole text, sentence/i);
    const [view = ''] = everywhere(partly(aiReport()));
    assert.match(view, /Nearly all of the words judged read like AI;/);
    assert.match(view, /The judged text, sentence by sentence/);
    assert.match(everywhere(partly(humanReport()))[0] ?? '', /None of the judged text stands out as AI\./);
    const report = partly(aiReport());
    assert.equal(
      sharesOf(report.result, sentencesOf(report), { words: german, locale: 'de' }),
      'Fast alle beurteilten Wörter lesen sich wie von einer KI; der Rest könnte beides sein.',
    );
  });

  it('counts what an ignore comment leaves out with the rest', () => {
    const report = partly(aiReport());
    report.result.reasons.push(...reasonsOf([1, 11]));
    assert.equal(limitsInWords(report, context)[0], 'Judged: 136 of 231 words.');
    assert.equal(
      reasonsOf([1])[0]?.message,
      'Left out of the score: 1 word ignored by a comment in the file.',
    );
    assert.deepEqual(reasonsOf([]), []);
  });

  it('does not call judged what was too short to judge', () => {
    assert.match(
      limitsInWords(partly(tooShortReport()), context)[0] ?? '',
      /^Only 136 of 219 words could be judged\.$/,
    );
  });

  it('makes up no number where a part was left out uncounted', () => {
    const report = aiReport();
    report.result.reasons.push({ code: 'not_prose', message: 'A part of this is code or data.' });
    assert.ok(isPartlyJudged(report.result));
    assert.deepEqual(limitsInWords(report, context), ['A part of this is code or data.']);
    assert.equal(countedWords({ ...report, words: 1 }, context), '1 word');
  });

  it('says nothing of it where all of the text was judged', () => {
    for (const text of everywhere(aiReport())) assert.doesNotMatch(text, /Judged:/);
    assert.match(everywhere(aiReport())[0] ?? '', /The whole text, sentence by sentence/);
  });
});
