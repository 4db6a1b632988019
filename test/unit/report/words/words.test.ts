import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { verdicts, type Report } from '../../../../src/api/report.ts';
import { kindNames } from '../../../../src/detector/model/kinds.ts';
import { signLabels } from '../../../../src/detector/signs.ts';
import { leftOutReasons, roles } from '../../../../src/detector/authorText.ts';
import { styleFeatureLabels } from '../../../../src/detector/features/styleFeatures.ts';
import { judge } from '../../../../src/detector/verdict.ts';
import { claimOf, sharesOf } from '../../../../src/report/model/claim.ts';
import { reportDocument } from '../../../../src/report/formats/html.ts';
import { renderFields } from '../../../../src/report/view/panelView.ts';
import { reportMarkdown } from '../../../../src/report/formats/markdown.ts';
import { sentencesOf } from '../../../../src/report/model/sentences.ts';
import { german } from '../../../../src/report/words/de.ts';
import { english } from '../../../../src/report/words/en.ts';
import {
  filled,
  filledHtml,
  pluralOf,
  labelIn,
  languageName,
  limitsOf,
  reasonsIn,
  wholePercents,
  chooseLanguage,
} from '../../../../src/report/words/words.ts';
import { html } from '../../../../src/report/view/html.ts';
import { renderReport, skeletonOf, textOf } from '../markup.ts';
import { aiReport, humanReport, longReport, mixedReport, tooShortReport } from '../samples.ts';

const inGerman = { words: german, locale: 'de' };
const context = { host: null, timeZone: 'UTC', ...inGerman };

/** Every text in the words, by its path: `claims.ai.high`. */
function texts(words: unknown, path = ''): [path: string, text: string][] {
  if (typeof words === 'string') return [[path, words]];
  return Object.entries(words as Record<string, unknown>).flatMap(([name, value]) =>
    texts(value, path === '' ? name : `${path}.${name}`),
  );
}

const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

describe('the words of a report', () => {
  it('name every kind of text that a number of false alarms can be of', () => {
    for (const words of [english, german])
      assert.deepEqual(Object.keys(words.falseAlarms.kinds).sort(), [...kindNames].sort());
  });

  it('are whole in German, each with the same places to fill', () => {
    const translated = new Map(texts(german));
    for (const [path, text] of texts(english)) {
      assert.ok(translated.get(path)?.trim(), `there is no ${path}`);
      assert.deepEqual(placeholders(translated.get(path) ?? ''), placeholders(text), path);
    }
    const own = [...translated.keys()].filter((path) => !/^(reasons|features)\./.test(path));
    assert.deepEqual(
      own.sort(),
      texts(english)
        .map(([path]) => path)
        .sort(),
    );
  });

  it('survive being sent as JSON, so that a view can be drawn elsewhere', () => {
    for (const words of [english, german]) assert.deepEqual(JSON.parse(JSON.stringify(words)), words);
  });

  it('never say in German who wrote a text, for any score', () => {
    for (const verdict of verdicts)
      for (const score of [0, 0.5, 1])
        for (const code of ['too_short', 'unsupported_language', 'not_prose', 'conflicting_parts', 'other']) {
          const claim = claimOf({ verdict, score, reasons: [{ code, message: '' }] }, german);
          assert.doesNotMatch(claim, /\b(ist|wurde|stammt) (ein )?(von|KI|KI-Text)\b|geschrieben|[.!]$/);
        }
  });

  it('name in German every sign that the detector knows', () => {
    for (const feature of Object.keys({ ...styleFeatureLabels, ...signLabels }))
      assert.ok(german.features[feature], feature);
  });

  it('word each verdict as the editor does, where it can’t read them', () => {
    const bundle = (name: string): Record<string, string> =>
      JSON.parse(readFileSync(join(import.meta.dirname, '../../../../l10n', name), 'utf8')) as Record<
        string,
        string
      >;
    const source = bundle('bundle.l10n.json');
    const translated = bundle('bundle.l10n.de.json');
    for (const verdict of verdicts) {
      assert.equal(source[english.verdicts[verdict]], english.verdicts[verdict]);
      assert.equal(translated[english.verdicts[verdict]], german.verdicts[verdict]);
    }
  });
});

describe('the words of the fourth verdict', () => {
  it('are one word, so that nobody mistakes two names for two verdicts', () => {
    const manifest = (name: string): string =>
      readFileSync(join(import.meta.dirname, '../../../../', name), 'utf8');
    assert.equal(english.sides.uncertain, english.verdicts.uncertain.toLowerCase());
    assert.equal(german.sides.uncertain, german.verdicts.uncertain.toLowerCase());
    for (const name of ['package.nls.json', 'l10n/bundle.l10n.json', 'src/report/words/en.json'])
      assert.doesNotMatch(manifest(name), /can[’']t (tell|be told)|\bunsure\b|too .* to tell/i, name);
  });
});

describe('a report in German', () => {
  const samples: [string, Report][] = [
    ['mixed', mixedReport()],
    ['human', humanReport()],
    ['ai', aiReport()],
    ['too short', tooShortReport()],
    ['long', longReport(2000)],
  ];

  it('is built as the English one is, and leaves no place unfilled', () => {
    for (const [name, report] of samples) {
      const markup = renderReport(report, { ...context, actions: ['scanAgain', 'delete'] });
      const other = renderReport(report, {
        ...context,
        words: english,
        locale: 'en',
        actions: ['scanAgain', 'delete'],
      });
      assert.deepEqual(skeletonOf(markup), skeletonOf(other), name);
      assert.doesNotMatch(textOf(markup).replace(report.content, ''), /\{\w+\}/, name);
    }
  });

  it('shares no phrase with the English one, but for what came with the report', () => {
    const report = mixedReport();
    const text = textOf(renderReport(report, { ...context, actions: ['scanAgain', 'delete'] }));
    const phrases = texts(english)
      .filter(([path]) => path !== 'language' && !path.startsWith('page.'))
      .flatMap(([, phrase]) => phrase.split(/\{\w+\}/))
      .map((phrase) => phrase.trim())
      .filter((phrase) => phrase.length > 12);
    assert.ok(phrases.length > 50);
    assert.deepEqual(
      phrases.filter((phrase) => text.includes(phrase)),
      [],
    );
  });

  it('says how much of a text reads like AI in sentences that agree', () => {
    const said = (report: Report) => sharesOf(report.result, sentencesOf(report), inGerman);
    assert.equal(
      said(mixedReport()),
      'Etwa ein Drittel der Wörter, an zwei Stellen, liest sich wie von einer KI; etwa die Hälfte liest sich wie von einem Menschen, und der Rest könnte beides sein.',
    );
  });

  it('writes numbers, dates and quotation marks as German does', () => {
    const text = textOf(renderReport(mixedReport(), { ...context, actions: [] }));
    assert.match(text, /0,\d\d von 1/);
    assert.match(text, /\d{1,2}\. \p{L}+\.? 20\d\d/u);
    assert.match(text, /„[^“]+“/);
    assert.doesNotMatch(text.replace(mixedReport().content, ''), /\d\.\d\d von/);
  });

  it('tells a screen reader that it is German, and that the text in it is not', () => {
    const saved = reportDocument(mixedReport(), context);
    assert.match(saved, /^<!doctype html>\s*<html lang="de">/);
    assert.match(saved, /<article lang="en">/);
  });

  it('is German as Markdown and without a result, too', () => {
    assert.match(reportMarkdown(aiReport(), context), /\n## Was das nicht ist\n/);
    assert.match(
      textOf(
        renderFields({ title: null, content: null, fields: {} }, { host: null, actions: [], words: german }),
      ),
      /Text ohne Titel ·\s+von diesem Rechner/,
    );
  });
});

describe('the label of a feature', () => {
  it('is shown as sent if the feature is unknown', () => {
    for (const feature of ['unheard_of', 'constructor', '__proto__'])
      assert.equal(labelIn({ feature, label: 'As sent' }, german), 'As sent');
    assert.equal(labelIn({ feature: 'commas', label: 'Commas' }, german), 'Kommas');
  });
});

describe('the reasons of a result', () => {
  const judged = { verdict: 'ai', reasons: [] } as const;

  it('are translated with the numbers that the service named', () => {
    const reasons = [
      { code: 'hidden_characters', message: '3 invisible characters inside or beside words.' },
    ];
    assert.deepEqual(reasonsIn({ ...judged, reasons }, german), [
      'Unsichtbare Zeichen in oder neben Wörtern, nicht mitgewertet: 3.',
    ]);
  });

  it('are shown as sent if the code is unknown or the sentence differs', () => {
    const reasons = [
      { code: 'unheard_of', message: 'Unheard of.' },
      { code: 'constructor', message: 'A name that every object has.' },
      { code: 'short', message: 'Fewer than 150 words and 3 sentences.' },
      { code: 'between', message: 'Within 5 % of the threshold.' },
    ];
    assert.deepEqual(
      reasonsIn({ ...judged, reasons }, german),
      reasons.map(({ message }) => message),
    );
    assert.deepEqual(
      reasonsIn({ ...judged, reasons }, english),
      reasons.map(({ message }) => message),
    );
  });

  it('say of a part that it was left out, not that nothing was judged', () => {
    const reasons = [{ code: 'unsupported_language', message: 'About a third was left out of the score.' }];
    assert.match(reasonsIn({ ...judged, reasons }, german)[0] ?? '', /^Ein Teil dieses Textes/);
    assert.match(
      reasonsIn({ verdict: 'uncertain', reasons }, german)[0] ?? '',
      /^Das ist in keiner der Sprachen/,
    );
  });

  it('are not read twice, in the claim and beside it', () => {
    const message = 'It comes close to reading like a person, but some texts by AI do too.';
    const reasons = [
      { code: 'near_human', message },
      { code: 'hidden_characters', message: '3 invisible characters inside or beside words.' },
    ];
    assert.deepEqual(
      limitsOf({ verdict: 'uncertain', reasons }, english),
      reasonsIn({ verdict: 'uncertain', reasons }, english).slice(1),
    );
  });

  it('are all translated that our service gives', () => {
    const findings = {
      ...{
        score: 0.5,
        scoreOfAnyKind: 0.5,
        kind: null,
        caution: 0,
        shares: { human: 0.3, uncertain: 0.4, ai: 0.3 },
        ai: 0.3,
        words: 400,
        wordsInSentences: 400,
      },
      ...{
        sentences: 20,
        allWords: 400,
        language: 'en',
        judged: ['en'],
        isJudged: true,
        distinguishesKinds: true,
        foreign: 0.2,
        code: 0.2,
        hidden: 2,
      },
      ...{ lookalikes: 1, oddSpaces: 40, markedLetters: 40 },
    };
    const thresholds = {
      short: { ai: 0.9, human: 0.1, surelyAi: 0.99 },
      long: { ai: 0.9, human: 0.1, surelyAi: 0.99 },
    };
    const changes = [
      {},
      { words: 100, shares: { human: 0, uncertain: 1, ai: 0 } },
      { wordsInSentences: 100 },
      { allWords: 1 },
      { code: 0.9 },
      { isJudged: false },
      { sentences: 1 },
      ...[0.8, 0.2, 0.5].map((score) => ({ score, shares: { human: 0, uncertain: 1, ai: 0 } })),
      { kind: 'news' as const, shares: { human: 0, uncertain: 1, ai: 0 } },
      ...kindNames.map((kind) => ({ kind, scoreOfAnyKind: 0.95 })),
      { score: 0.95, caution: 9, shares: { human: 0, uncertain: 1, ai: 0 } },
    ];
    for (const change of changes) {
      const result = judge(
        { ...findings, ...change },
        { thresholds, falseAlarms: { levels: [], cells: [] } },
      );
      reasonsIn(result, german).forEach((said, i) => {
        assert.notEqual(said, result.reasons[i]?.message);
      });
    }
    const reasons = leftOutReasons(
      'two words',
      roles.map((role) => ({ role, start: 0, end: 9 })),
    );
    assert.equal(reasons.length, roles.length);
    reasonsIn({ verdict: 'human', reasons }, german).forEach((said) => {
      assert.match(said, /nicht mitgewertet: 2\.$/);
    });
  });
});

describe('what fills the words', () => {
  it('is inserted once, with any content', () => {
    assert.equal(filled('{a} and {b}', { a: '{b}', b: '$&' }), '{b} and $&');
  });

  it('is escaped unless it is markup of ours', () => {
    const made = filledHtml('<{a}> {b}', { a: '<i>', b: html`<b>x</b>` });
    assert.equal(made.toString(), '&lt;&lt;i&gt;&gt; <b>x</b>');
  });

  it('includes the names of all language tags that a service may send', () => {
    const names = ['en-US-u-ca-gregory', 'de-x-own', 'de-1996', 'x-own', 'en_US', ''].map((tag) =>
      languageName(tag, 'en'),
    );
    const reformed = 'German (German orthography of 1996)';
    assert.deepEqual(names, ['American English', 'German', reformed, undefined, undefined, undefined]);
  });

  it('makes shares whole percentages that sum to 100, and no others of a service’s that don’t', () => {
    assert.deepEqual(wholePercents([1 / 3, 1 / 3, 1 / 3]), [34, 33, 33]);
    assert.deepEqual(wholePercents([0.29, 0.71, 0]), [29, 71, 0]);
    assert.deepEqual(wholePercents([0.2, 0.2, 0.2]), [20, 20, 20]);
    assert.deepEqual(wholePercents([0.34, 0.34, 0.34]), [34, 34, 34]);
  });

  it('has the plural form of the language, with its number', () => {
    const forms = { one: '{count} Satz', few: '{count} sentences of few', other: '{count} Sätze' };
    assert.equal(pluralOf(1, forms, 'de'), '1 Satz');
    assert.equal(pluralOf(1234, forms, 'de'), '1.234 Sätze');
    assert.equal(pluralOf(3, forms, 'pl'), '3 sentences of few');
    assert.equal(pluralOf(0, { other: 'none of {count}' }, 'de', 'no'), 'none of no');
  });
});

describe('the language of a report', () => {
  it('is the first wanted that there are words for, in its own country’s numbers', () => {
    const chosen = chooseLanguage(['fr', 'de-AT', 'en'], [english, german]);
    assert.equal(chosen.words, german);
    assert.equal(chosen.locale, 'de-AT');
  });

  it('is English for everybody else, dates too', () => {
    assert.deepEqual(chooseLanguage(['fr'], [english, german]), { words: english, locale: 'en' });
    assert.deepEqual(chooseLanguage([], [english, german]), { words: english, locale: 'en' });
    assert.equal(chooseLanguage(['*', '\u0000', 'x'.repeat(5000), 'de'], [english, german]).words, german);
  });
});
