import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../../runs.ts';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import type { Report } from '../../../../src/api/report.ts';
import { reportMarkdown, reportSummary } from '../../../../src/report/formats/markdown.ts';
import { textOf } from '../markup.ts';
import {
  aiReport,
  hostileReport,
  humanReport,
  leaningReport,
  mixedReport,
  reportOf,
  tooShortReport,
  withAlarms,
} from '../samples.ts';
import { english } from '../../../../src/report/words/en.ts';
import { german } from '../../../../src/report/words/de.ts';

const context = { host: null, words: english, locale: 'en', timeZone: 'UTC' };

/** As a reader of Markdown shows it; a dialect with as much in it as any. */
function rendered(report: Report): string {
  return micromark(reportMarkdown(report, context), {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    // What got through as HTML or as a link would be seen.
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
  });
}

const tagsIn = (markup: string) =>
  new Set(markup.match(/<\/?[a-z0-9]+/gi)?.map((tag) => tag.replace(/<\/?/, '')));
/** Without the word joiners that keep a mention from notifying anybody. */
const squeezed = (text: string) => text.replace(/\s+/g, ' ').replaceAll('\u2060', '').trim();

describe('reportMarkdown', () => {
  it('begins with the claim and says which part of the text it covers', () => {
    const lines = reportMarkdown(mixedReport(), context).split('\n');
    assert.equal(lines[0], '# Parts of this text read like AI');
    assert.match(lines[2] ?? '', /^field-notes\.md · project harbour · /);
    assert.match(lines[4] ?? '', /^About a third of the words/);
  });

  it('gives the one number with what it is not and rests on, and no score or confidence', () => {
    const report = withAlarms(aiReport(), { per_1000: 3 });
    assert.match(
      reportMarkdown(report, context),
      /\n\n\*\*Of 1,000 human-written texts of the same kind and length, 3 score as high\.\*\* This is not the chance that a person wrote this text\. Measured on 2,614 human-written texts that the model was not trained on: essays, 60 to 150 words\.\n\n/,
    );
    for (const any of [report, aiReport(), mixedReport(), withAlarms(mixedReport(), { per_1000: 3 })]) {
      const markdown = reportMarkdown(any, context);
      assert.doesNotMatch(markdown, /undefined|onfidence|[Ss]core \d|0\.\d/);
    }
    assert.doesNotMatch(reportMarkdown(withAlarms(mixedReport(), { per_1000: 3 }), context), /1,000/);
  });

  it('shows three reasons before the others, which a reader can unfold', () => {
    const markdown = reportMarkdown(mixedReport(), context);
    const [seen = '', ...folded] = markdown.replace(/[^]*## Evidence/, '').split('<details>');
    assert.equal(seen.match(/^\* /gm)?.length, 2);
    assert.match(folded[0] ?? '', /^<summary>1 more<\/summary>\n\n\* Sentences of even length/);
    assert.match(folded[0] ?? '', /<\/details>\n\n### Towards a person\n\n\* Short and long/);
    assert.match(folded[1] ?? '', /^<summary>1 more<\/summary>\n\n\* Concrete/);
  });

  it('marks only the sentences that read like AI or are unclear', () => {
    const markup = rendered(mixedReport());
    const text = markup.slice(markup.indexOf('The text</h2>'));
    const marked = (tag: string) =>
      [...text.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, words = '']) => words);
    assert.equal(marked('strong').filter((words) => words !== 'Bold').length, 5);
    assert.ok(marked('strong').some((words) => words.startsWith('By leveraging')));
    assert.equal(marked('em').filter((words) => words !== 'italic').length, 3);
  });

  it('shows both sides of the evidence with places', () => {
    const markdown = reportMarkdown(mixedReport(), context);
    assert.match(
      markdown,
      /### Towards AI\n\n\* Nouns made of verbs, close together \(strong\): “integration/,
    );
    assert.match(
      markdown,
      /### Towards a person\n\n\* Short and long sentences mixed \(moderate\): “Twice\.”/,
    );
    assert.match(reportMarkdown(aiReport(), context), /### Towards a person\n\nNothing stands out\./);
  });

  it('gives no score and marks nothing where there is no verdict', () => {
    const markdown = reportMarkdown(tooShortReport(), context);
    assert.match(markdown, /^# This text is too short to judge\n/);
    assert.doesNotMatch(markdown, /Score|0\.71|Evidence|\*/);
  });

  it('looks uncertain for an unclear text, and says what would help', () => {
    const markdown = reportMarkdown(leaningReport(), context);
    assert.match(markdown, /^# Leans towards AI, but not clearly enough\n/);
    assert.match(
      markdown,
      /\nUnclear: some human-written texts score the same\. No passage stands out on either side\.\n/,
    );
    assert.match(markdown, /Share of words: 0% reads like a person, 100% unclear, 0% reads like AI\./);
    assert.doesNotMatch(markdown.replace('**Bold**', ''), /\*\*/);
    assert.match(markdown, /\n## What would settle it\n\n- An earlier draft/);
  });

  it('lets no name or sentence reverse the direction of what follows', () => {
    const report = mixedReport({ title: 'report\u202Efdp.exe', project: 'שלום' });
    report.content = report.content.replace('I drew', '\u202E drew');
    const markdown = reportMarkdown(report, context);
    assert.match(markdown, /\nreportfdp\.exe · project \u2068שלום\u2069 · /);
    assert.doesNotMatch(markdown, /\u202E/);
  });

  it('says what it is not', () => {
    for (const report of [humanReport(), tooShortReport()])
      assert.match(
        reportMarkdown(report, context),
        /Not proof\. It says what the text reads like, not who wrote it\./,
      );
  });

  it('lets nothing that came with the content become HTML, a link or a heading', () => {
    const markup = rendered(hostileReport());
    assert.deepEqual([...tagsIn(markup)].sort(), ['em', 'h1', 'h2', 'h3', 'li', 'p', 'strong', 'ul']);
  });

  const attempts = [
    '# A heading',
    'A heading\n===',
    '* a list',
    '- a list\n+ a list',
    '1. a list\n2) a list',
    '> a quotation',
    '    code by indent',
    '\tcode by tab',
    '```\ncode\n```',
    '~~~\ncode',
    '`code`',
    '~~gone~~',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    '---',
    '![picture](https://x.example/p.png)',
    '[link](javascript:alert(1))',
    '[label]: https://x.example',
    '<https://x.example>',
    'https://x.example and www.x.example and me@x.example and WWW.x.example',
    'note[^1]\n\n[^1]: a footnote',
    '&amp; &lt; &#60;',
    'a\\\nb',
    '- [ ] a task',
  ];
  for (const attempt of attempts)
    it(`keeps ${JSON.stringify(attempt)} as plain text, wherever it stands`, () => {
      const fields = { title: attempt, project: attempt, model: attempt };
      const report = reportOf(
        [[[0.5, attempt]], [[0.9, attempt]], [[0.1, attempt]]],
        { verdict: 'mixed' },
        fields,
      );
      report.result.evidence = [
        { feature: 'f', label: attempt, weight: 1, spans: [{ start: 0, end: attempt.length }] },
      ];
      report.result.reasons = [{ code: 'x', message: attempt }];
      const markup = rendered(report);
      const allowed = new Set(['em', 'h1', 'h2', 'h3', 'li', 'p', 'strong', 'ul', 'br']);
      assert.deepEqual(
        [...tagsIn(markup)].filter((tag) => !allowed.has(tag)),
        [],
      );
      const shown = squeezed(textOf(markup));
      assert.ok(shown.includes(squeezed(attempt)), shown);
    });

  it('shows every text unchanged, with any signs in it', () => {
    const sign = fc.constantFrom(...'ab. \n*_`#<>[]()!&\\|~+-=1:/@"$'.split(''));
    const sentence = fc.array(sign, { minLength: 1, maxLength: 30 }).map((signs) => `x${signs.join('')}x`);
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 4 }), (sentences) => {
        const report = reportOf([sentences.map((words, i) => [[0.1, 0.5, 0.9][i % 3]!, words] as const)], {
          verdict: 'mixed',
        });
        const shown = squeezed(textOf(rendered(report)));
        assert.ok(shown.includes(squeezed(report.content)), shown);
      }),
      { numRuns: runs(300, 100) },
    );
  });
});

describe('the summary of a report', () => {
  it('says the verdict, the figures and that it is no proof', () => {
    assert.deepEqual(reportSummary(mixedReport(), { ...context, host: 'a.test' }).split('\n'), [
      'field-notes.md: Parts of this text read like AI.',
      'About a third of the words, in two places, read like AI; about half read like a person, and the rest could be either.',
      'Share of words: 51% reads like a person, 16% unclear, 33% reads like AI.',
      '248 words · 18 sentences · inkling-en 1.0 · Nov 21, 2026, 09:30 UTC · analysed by a.test',
      'Not proof. It says what the text reads like, not who wrote it.',
      '',
    ]);
  });

  it('has the one number, and no score or confidence', () => {
    const summary = reportSummary(withAlarms(aiReport(), { per_1000: 3 }), context);
    assert.match(
      summary,
      /\nOf 1,000 human-written texts of the same kind and length, 3 score as high\. This is not/,
    );
    assert.doesNotMatch(summary, /Score|onfidence|0\.\d/);
  });

  it('quotes nothing of the text, for any verdict', () => {
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
