import assert from 'node:assert/strict';
import { filterControl } from '../../../../src/report/view/text.ts';
import { sentencesOf } from '../../../../src/report/model/sentences.ts';
import { renderReport, textOf } from '../markup.ts';
import { humanReport, mixedReport, tooShortReport } from '../samples.ts';
import { english } from '../../../../src/report/words/en.ts';

const context = { host: null, actions: [], words: english, locale: 'en', timeZone: 'UTC' };

describe('the filter of sentences', () => {
  it('says how many there are of each kind', () => {
    const text = textOf(
      filterControl(sentencesOf(mixedReport()), { words: english, locale: 'en' }).toString(),
    ).replace(/\s+/g, ' ');
    assert.match(text, /All 18 Like AI 5 Unclear 3 Like a person 10/);
  });

  it('counts no heading, which is of no kind: the kinds make up all', () => {
    const sentences = sentencesOf(mixedReport());
    sentences[0]!.band = undefined;
    const text = textOf(filterControl(sentences, { words: english, locale: 'en' }).toString());
    const [all, ...kinds] = [...text.matchAll(/\d+/g)].map(Number);
    assert.equal(
      kinds.reduce((sum, kind) => sum + kind, 0),
      all,
    );
  });

  it('has no link for a band without sentences', () => {
    const report = humanReport();
    report.result.segments = report.result.segments.map((segment) => ({ ...segment, score: 0.1 }));
    const markup = filterControl(sentencesOf(report), { words: english, locale: 'en' }).toString();
    const disabled = [...markup.matchAll(/value="(\w+)"\s+disabled/g)].map(([, value]) => value);
    assert.deepEqual(disabled, ['ai', 'uncertain']);
  });

  it('selects paragraphs by the bands that they contain', () => {
    const markup = renderReport(mixedReport(), context);
    const classes = [...markup.matchAll(/<p dir="auto" class="([^"]*)"/g)].map(([, held]) => held);
    assert.deepEqual(classes, [
      'has-human has-uncertain',
      'has-uncertain has-ai',
      'has-human',
      'has-human has-uncertain has-ai',
    ]);
  });

  it('is not offered where nothing could be judged', () => {
    assert.doesNotMatch(renderReport(tooShortReport(), context), /class="filter"/);
  });
});
