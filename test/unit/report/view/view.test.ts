import assert from 'node:assert/strict';
import fc from 'fast-check';
import { verdicts, type Report } from '../../../../src/api/report.ts';
import { bandOf } from '../../../../src/api/bands.ts';
import { claimOf } from '../../../../src/report/model/claim.ts';
import { reportInSteps, type ReportContext } from '../../../../src/report/view/view.ts';
import { inside, piecesOf, renderReport, skeletonOf, textOf } from '../markup.ts';
import {
  aiReport,
  evidenceAt,
  hostileReport,
  humanReport,
  leaningReport,
  longReport,
  mixedReport,
  reportOf,
  tooShortReport,
  withAlarms,
  withOwnScores,
} from '../samples.ts';
import { english } from '../../../../src/report/words/en.ts';

const context: ReportContext = { host: null, actions: [], words: english, locale: 'en', timeZone: 'UTC' };
const render = (report: Report, changes: Partial<ReportContext> = {}): string =>
  renderReport(report, { ...context, ...changes });

/** On one line, as far as white space does not show. */
const flat = (markup: string): string => markup.replace(/\s+/g, ' ');

const withoutSpace = (text: string): string => text.replace(/\s+/g, '');

describe('the view of a report', () => {
  describe('what it claims', () => {
    it('begins with the claim, then how reliable it is, then the reasons', () => {
      const report = mixedReport();
      report.result.reasons.push({ code: 'short', message: 'Fewer than 150 words: low confidence.' });
      const text = textOf(render(report));
      assert.doesNotMatch(text, /Some parts read/, 'the claim says that already');
      const order = [
        'Parts of this text read like AI',
        'About a third of the words',
        'Fewer than 150 words: low confidence.',
        'The whole text, sentence by sentence',
        'Not proof.',
      ];
      const places = order.map((words) => text.indexOf(words));
      assert.ok(!places.includes(-1), `missing one of ${places.join()}`);
      assert.deepEqual(
        places,
        [...places].sort((a, b) => a - b),
      );
    });

    it('shows the claim of every verdict at every confidence as the one main heading', () => {
      for (const verdict of verdicts)
        for (const confidence of ['low', 'medium', 'high'] as const) {
          const report = mixedReport();
          report.result = { ...report.result, verdict, confidence };
          const headings = render(report).match(/<h1>[^<]*<\/h1>/g);
          assert.deepEqual(headings?.map(textOf), [claimOf(report.result, english)]);
        }
    });

    it('says where the text was analysed', () => {
      assert.match(textOf(render(mixedReport())), /analysed\s+on this machine/);
      const remote = render(mixedReport(), { host: 'inkling.example.org' });
      assert.match(textOf(remote), /analysed\s+by inkling\.example\.org/);
    });

    it('colours no sentence and shows no number where it could not judge', () => {
      const markup = render(tooShortReport());
      assert.deepEqual(
        piecesOf(markup).map(({ band }) => band),
        ['', ''],
      );
      assert.doesNotMatch(markup, /class="(score-bar|scale|legend|evidence)/);
      assert.doesNotMatch(textOf(markup), /0\.\d\d|%/);
      assert.match(textOf(markup), /at least 60 are needed/);
    });

    it('looks uncertain throughout for an unclear text, however far it leans', () => {
      const markup = render(leaningReport());
      const text = flat(textOf(markup));
      assert.match(
        text,
        /Leans towards AI, but not clearly enough Unclear: some human-written texts score the same\./,
      );
      assert.match(text, /0% like a person 100% unclear 0% like AI/);
      assert.doesNotMatch(text, /words read like AI|too little|too short/);
      assert.deepEqual([...new Set(piecesOf(markup).map(({ band }) => band))], ['uncertain']);
      assert.doesNotMatch(markup, /<a\s[^>]*class="(ai|human)"/);
      assert.doesNotMatch(text, /\bstrong\b/, 'nothing of it is strong where nothing is claimed');
      assert.match(text, /What would settle it An earlier draft/);
      assert.doesNotMatch(textOf(render(mixedReport())), /What would settle it/);
    });

    it('shows which of three answers the verdict is, for any score and confidence', () => {
      const own = (result: Partial<Report['result']>): (string | undefined)[] => {
        const report = mixedReport();
        report.result = { ...report.result, ...result };
        const scale = /<svg\s+role="img"[^]*?<\/svg>/.exec(flat(render(report)))?.[0] ?? '';
        const widths = [...scale.matchAll(/class="band [\w ]+" x="[\d.]+%" width="([\d.]+)%"/g)].map(
          ([, width]) => width,
        );
        assert.deepEqual(widths, ['33.333', '33.333', '33.333']);
        return [...scale.matchAll(/class="band (\w+) own"/g)].map(([, band]) => band);
      };
      for (const score of [0, 0.24, 0.5, 0.96, 1])
        for (const confidence of ['low', 'medium', 'high'] as const) {
          assert.deepEqual(own({ verdict: 'human', score, confidence }), ['human']);
          assert.deepEqual(own({ verdict: 'uncertain', score, confidence }), ['uncertain']);
          assert.deepEqual(own({ verdict: 'ai', score, confidence }), ['ai']);
          assert.deepEqual(own({ verdict: 'mixed', score, confidence }), ['human', 'ai']);
        }
    });

    it('says one number beside the claim, what it is not, and a click away what it rests on', () => {
      const markup = flat(render(withAlarms(aiReport(), { per_1000: 3 })));
      assert.match(
        textOf(markup).replace(/\s+/g, ' '),
        /This text reads like AI Of 1,000 human-written texts of the same kind and length, 3 score as high\. This is not the chance that a person wrote this text\. How it’s measured Measured on 2,614 human-written texts/,
      );
      assert.match(
        markup,
        /<details class="basis"> <summary>How it’s measured<\/summary> <p>Measured on [^<]*: essays, 60 to 150 words\.<\/p> <\/details>/,
      );
    });

    it('shows reports without that number without it, and leaves no gap', () => {
      for (const report of [aiReport(), withAlarms(mixedReport()), withAlarms(tooShortReport())]) {
        const markup = render(report);
        assert.doesNotMatch(markup, /1,000|class="basis"|undefined|<p[^>]*>\s*<\/p>/);
      }
    });

    it('says score and confidence in the details only', () => {
      for (const report of [
        withAlarms(aiReport()),
        aiReport(),
        mixedReport(),
        humanReport(),
        leaningReport(),
      ]) {
        const text = flat(textOf(render(report)));
        assert.doesNotMatch(text.replace(/ Details .*/, ''), /onfidence|\d\.\d/);
        assert.doesNotMatch(text, /probability/);
      }
      assert.match(
        flat(textOf(render(aiReport()))),
        / Details Title \S+ Score 0\.97 out of 1, for sorting Confidence High /,
      );
    });

    it('describes the scale for screen readers', () => {
      assert.match(
        flat(render(leaningReport())),
        /role="img" aria-label="Verdict on the scale: Unclear\. Leans towards AI, but not clearly enough"/,
      );
    });

    it('lets no name reverse the text beside it, and shows a long name completely in the details', () => {
      const title = `report\u202Efdp.exe`;
      const markup = render(mixedReport({ title, project: 'a\u2067b' }));
      assert.doesNotMatch(markup, /[\u202A-\u202E\u2066-\u2069]/);
      assert.match(flat(textOf(markup)), /reportfdp\.exe · project ab ·/);
      const long = `${'x'.repeat(196)}.txt`;
      const details = render(mixedReport({ title: long }));
      assert.match(details, /<bdi class="title" title="x{196}\.txt">/);
      assert.match(flat(details), /<dt>Title<\/dt> <dd><bdi>x{196}\.txt<\/bdi><\/dd>/);
    });

    it('states the limits on every report', () => {
      for (const report of [mixedReport(), tooShortReport(), hostileReport()])
        assert.match(textOf(render(report)), /What this is not\s+Not proof\./);
    });
  });

  describe('the reasons', () => {
    const reasonsIn = (markup: string): string[] =>
      [...markup.matchAll(/<span class="label"\s*><bdi>([^<]*)/g)].map(([, label]) => label ?? '');

    it('are three at first, of both sides, and a click away all of them', () => {
      const report = mixedReport();
      const markup = flat(inside(render(report), 'section').replace(/[^]*id="evidence"/, ''));
      const seen = reasonsIn(markup.replace(/<details>.*?<\/details>/g, ''));
      assert.deepEqual(
        seen,
        [
          'Nouns made of verbs, close together',
          'Stock phrases that open and close a thought',
          'Short and long sentences mixed',
        ].toSorted((a, b) => seen.indexOf(a) - seen.indexOf(b)),
      );
      assert.equal(reasonsIn(markup).length, report.result.evidence.length);
    });

    it('leave out evidence whose places can’t be shown', () => {
      const report = mixedReport();
      report.result.evidence = [
        { feature: 'x', label: 'Beyond the text', weight: 1, spans: [{ start: 1e6, end: 2e6 }] },
        { feature: 'y', label: 'A measure of the whole', weight: 1, spans: [] },
      ];
      assert.deepEqual(reasonsIn(render(report)), ['A measure of the whole']);
    });

    it('quote nothing of a wording of whole sentences, but say which', () => {
      const report = mixedReport();
      const [first, second] = report.result.segments;
      report.result.evidence = [
        {
          ...{ feature: 'wording_of_newer_models', label: 'Plain words', weight: 1 },
          spans: [first!, second!].map(({ start, end }) => ({ start, end })),
        },
      ];
      const places = /<p class="places">.*?<\/p>/.exec(flat(render(report)))?.[0] ?? '';
      assert.equal(textOf(places).trim(), 'in sentences 1, 2');
      assert.match(places, /href="#s1" data-start/);
    });
  });

  describe('the text', () => {
    it('marks each sentence with its band, offsets and strength, not a number', () => {
      const report = mixedReport();
      const markup = render(report);
      const pieces = piecesOf(inside(markup, 'article'));
      assert.equal(pieces.length, report.result.segments.length);
      report.result.segments.forEach((segment, i) => {
        assert.deepEqual(pieces[i], {
          start: segment.start,
          end: segment.end,
          band: bandOf(segment.score),
          text: report.content.slice(segment.start, segment.end),
        });
      });
      assert.match(markup, /id="s4"[^>]* title="reads like AI \(weak\)"/);
    });

    it('marks a sentence by its own words, and says where only its passage reads like AI', () => {
      const report = withOwnScores(mixedReport(), [0.1, 0.1, 0.1, 0.1, 0.9, 0.2]);
      report.result.confidence = 'high';
      const markup = render(report);
      assert.match(markup, /<span class="s ai" id="s4"[^>]* title="reads like AI \(strong\)"/);
      assert.match(
        markup,
        /<span class="s ai passage" id="s5"[^>]* title="the passage reads like AI, not this sentence by itself"/,
      );
      assert.match(textOf(markup), /Thin underline: the passage reads like AI/);
      assert.doesNotMatch(textOf(render(withOwnScores(report, [0.9]))), /Thin underline/);
      assert.match(
        flat(markup),
        /Sentence 6, the passage reads like AI, not this sentence by itself: By leveraging/,
      );
    });

    it('keeps paragraphs, and joins lines only where they were broken at a column', () => {
      const long = 'These lines were broken by an editor at some column or other,';
      const content = `Roses are red\r\nviolets are blue\r\n\r\n${long}\n${long}\nso they are joined.\n \n\nEnd.`;
      const report = reportOf([[[0.1, 'x']]], {}, { content });
      report.result.segments = [];
      const paragraphs = inside(render(report), 'article').match(/<p[^>]*>[^<]*<\/p>/g) ?? [];
      assert.deepEqual(paragraphs, [
        '<p dir="auto" class="">Roses are red\r\nviolets are blue</p>',
        `<p dir="auto" class="wrapped">${long}\n${long}\nso they are joined.</p>`,
        '<p dir="auto" class="">End.</p>',
      ]);
    });

    it('draws a sentence that runs over a paragraph’s end as one, in two pieces', () => {
      const content = 'A heading\n\nand what follows.';
      const report = reportOf([[[0.9, 'x']]], {}, { content });
      report.result.segments = [{ start: 0, end: content.length, score: 0.9 }];
      const markup = inside(render(report), 'article');
      assert.deepEqual(
        piecesOf(markup).map(({ start, end, text }) => ({ start, end, text })),
        [
          { start: 0, end: content.length, text: 'A heading' },
          { start: 0, end: content.length, text: 'and what follows.' },
        ],
      );
      assert.equal(markup.match(/ id="s0"/g)?.length, 1);
    });

    it('loses no character of any content, under any segments, however wrong', () => {
      const offset = fc.nat({ max: 60 });
      const segment = fc.record({ start: offset, end: offset, score: fc.constantFrom(0, 0.5, 1) });
      const content = fc.string({
        unit: fc.oneof(fc.constantFrom('\n', '\r\n', ' ', '<', '&', '"', '😀', '文'), fc.string()),
        maxLength: 40,
      });
      fc.assert(
        fc.property(content, fc.array(segment), (text, segments) => {
          const report = reportOf([[[0.1, 'x']]], {}, { content: text });
          report.result.segments = segments;
          const shown = textOf(inside(render(report), 'article'));
          const control = /[\u0000-\u0008\u000E-\u001B\u007F-\u009F]/g; // oxlint-disable-line no-control-regex
          // Segments may cut surrogate pairs; a browser would show the halves as U+FFFD, and so do we.
          const comparable = (s: string): string =>
            withoutSpace(s.replace(control, '').replace(/[\uFFFD\uD800-\uDFFF]/g, ''));
          assert.equal(comparable(shown), comparable(text));
        }),
      );
    });

    it('shows what lies between the sentences', () => {
      const content = '1. One here. [note] Two there. (end)';
      const report = reportOf([[[0.1, 'x']]], {}, { content });
      report.result.segments = [
        { start: 3, end: 12, score: 0.1 },
        { start: 20, end: 30, score: 0.9 },
      ];
      assert.equal(textOf(inside(render(report), 'article')), content);
    });

    it('names the language for screen readers, and no other attribute', () => {
      assert.match(render(mixedReport()), /<article lang="en">/);
      assert.match(render(mixedReport({ language: 'und' })), /<article>/);
      assert.match(render(hostileReport()), /<article>/);
    });
  });

  describe('the score bar', () => {
    const barsOf = (report: Report): RegExpMatchArray[] => [
      ...flat(render(report)).matchAll(
        /<rect class="bar" x="([\d.]+)%" width="([\d.]+)%" height="([\d.]+)%"/g,
      ),
    ];

    it('draws one bar a sentence, all of one height, together as wide as the text', () => {
      const report = mixedReport();
      const bars = barsOf(report);
      assert.equal(bars.length, report.result.segments.length);
      assert.deepEqual(new Set(bars.map((bar) => bar[3])), new Set(['100']));
      const width = bars.reduce((sum, bar) => sum + Number(bar[2]), 0);
      assert.ok(Math.abs(width - 100) < 0.1);
    });

    it('draws a longer sentence wider', () => {
      const report = reportOf([
        [
          [0.1, 'Six words are in this one.'],
          [0.1, 'Two only.'],
        ],
      ]);
      const widths = barsOf(report).map((bar) => Number(bar[2]));
      assert.deepEqual(widths, [75, 25]);
    });

    it('gives no colour to headings, which are not marked in the text either', () => {
      const report = reportOf([
        [[0.97, 'Monitoring']],
        [[0.93, 'A comprehensive set of metrics is exposed for monitoring purposes.']],
      ]);
      report.result.verdict = 'ai';
      const markup = flat(render(report));
      assert.match(markup, /<a href="#s0" [^>]*class="unmarked"[^>]*><title>Sentence 1, a heading, label/);
      assert.match(markup, /<span class="s unmarked" id="s0"/);
      report.result.verdict = 'uncertain';
      assert.match(flat(textOf(render(report))), / 0% like a person 0% unclear 100% like AI/);
    });

    it('leaves every bar of a very long text wide enough to see, and covers every sentence', () => {
      const report = longReport(20_000);
      const bars = barsOf(report);
      assert.ok(bars.length <= 240);
      assert.ok(Math.min(...bars.map((bar) => Number(bar[2]))) > 0.2);
      const covered = [...flat(render(report)).matchAll(/data-s="(\d+)" data-to="(\d+)"/g)];
      let next = 0;
      for (const [, first, last] of covered) {
        assert.equal(Number(first), next);
        next = Number(last) + 1;
      }
      assert.equal(next, report.result.segments.length);
    });

    it('promises the editor only where one shows the text', () => {
      assert.match(render(mixedReport()), /data-hint="[^"]*Enter shows it in the editor/);
      assert.doesNotMatch(render(mixedReport(), { isWithoutEditor: true }), /in the editor/);
    });

    it('describes each bar in words, for screen readers', () => {
      const titles = flat(render(mixedReport())).match(/<title>[^<]*<\/title>/g) ?? [];
      assert.equal(
        textOf(titles[1]!),
        'Sentence 2, the passage reads like a person, not this sentence by itself: I drew it a lot.',
      );
      assert.match(textOf(titles[4]!), /^Sentence 5, reads like AI \(weak\): The integration/);
    });

    it('gives whole percentages that sum to 100', () => {
      const third = 1 / 3;
      const shares = { human: third, uncertain: third, ai: third };
      const report = reportOf([[[0.1, 'x']]], { verdict: 'mixed', shares });
      const percents = [...textOf(render(report)).matchAll(/(\d+)%/g)].map(([, p]) => Number(p));
      assert.deepEqual(percents.sort(), [33, 33, 34]);
    });
  });

  describe('the evidence', () => {
    it('shows both sides, the weightier first, with places to look at', () => {
      const text = textOf(inside(render(mixedReport()), 'section')).replace(/\s+/g, ' ');
      const order = [
        'Towards AI Nouns made of verbs',
        'Stock phrases',
        'Sentences of even length',
        'Towards a person Short and long sentences',
        'Concrete, unplanned detail',
      ].map((words) => text.indexOf(words));
      assert.ok(!order.includes(-1), text);
      assert.deepEqual(
        order,
        [...order].sort((a, b) => a - b),
      );
    });

    it('quotes at most three places of one feature, each once, and links them to their sentences', () => {
      const report = reportOf([[[0.9, 'aa bb cc dd aa.']]], { verdict: 'ai' });
      report.result.evidence = [evidenceAt(report, 'Pairs', 1, ['aa', 'aa', 'bb', 'cc', 'dd'])];
      const places = /<p class="places">(.*?)<\/p>/.exec(flat(render(report)))?.[1] ?? '';
      assert.equal(places.match(/class="quote"/g)?.length, 3);
      assert.match(places, /<a href="#s0" data-start="3" data-end="5">/);
      assert.equal(textOf(places).trim(), '“aa”, “bb”, “cc” · together at 4 places');
    });

    it('counts every place with the quoted words, not only those that were sent', () => {
      const sentence = 'A robust plan is robust. Robustness is no robust thing; robust, seamless.';
      const report = reportOf([[[0.9, sentence]]], { verdict: 'ai' });
      report.result.evidence = [evidenceAt(report, 'Words', 1, ['robust', 'seamless'])];
      const said = (): string =>
        textOf(/<p class="places">(.*?)<\/p>/.exec(flat(render(report)))?.[1] ?? '').trim();
      assert.equal(said(), '“robust”, “seamless” · together at 5 places');
      report.result.evidence = [evidenceAt(report, 'Words', 1, ['robust'])];
      assert.equal(said(), '“robust” · at 4 places');
      report.result.evidence = [evidenceAt(report, 'Words', 1, ['seamless'])];
      assert.equal(said(), '“seamless”');
    });

    it('shows three items of a side, and the lighter ones when asked for', () => {
      const report = mixedReport();
      report.result.evidence = [1, 2, 3, 4, 5].map((weight) => evidenceAt(report, `Item ${weight}`, weight));
      const [seen = '', opened = ''] = flat(render(report)).split('<details>');
      assert.match(seen, /Item 5.*Item 4.*Item 3/);
      assert.doesNotMatch(seen, /Item 2|Item 1/);
      assert.match(opened, /^ ?<summary>2 more<\/summary>.*Item 2.*Item 1.*<\/details>/);
    });

    it('says so if one side has none', () => {
      const report = mixedReport();
      report.result.evidence = report.result.evidence.filter(({ weight }) => weight > 0);
      assert.match(textOf(render(report)), /Towards a person\s+Nothing stands out\./);
    });
  });

  describe('the details', () => {
    it('says the reader’s time, with its zone', () => {
      const text = textOf(render(mixedReport(), { locale: 'en-GB', timeZone: 'Europe/Berlin' }));
      assert.match(text, /21 Nov 2026, 10:30 (CET|GMT\+1)/);
    });

    it('gives back a date it can’t read as it came', () => {
      assert.match(textOf(render(mixedReport({ created_at: 'last Tuesday' }))), /last Tuesday/);
    });

    it('links an address only where it leads to a page', () => {
      const url = 'https://inkling.example.org/reports/1';
      const host = 'inkling.example.org';
      assert.match(render(mixedReport({ url }), { host }), /<a href="https:\/\/inkling/);
      assert.doesNotMatch(render(mixedReport({ url })), /href="https/);
      assert.doesNotMatch(render(hostileReport(), { host }), /href="(?!#)/);
    });

    it('offers the buttons it is given and no other', () => {
      const actions = (markup: string): string[] =>
        [...markup.matchAll(/data-action="(\w+)"/g)].map(([, action]) => action ?? '');
      assert.deepEqual(actions(render(mixedReport())), []);
      assert.deepEqual(actions(render(mixedReport(), { actions: ['scanAgain', 'openPage', 'delete'] })), [
        'scanAgain',
        'openPage',
        'delete',
      ]);
    });
  });

  describe('hostile reports', () => {
    it('lets no string of a report or a service change the markup', () => {
      const nasty = fc.oneof(
        fc.string(),
        fc.constantFrom('"><script>alert(1)</script>', "' onload=x", '</main>', '&#x3C;b&#x3E;', '`'),
      );
      const filled = (s: string, host: string): string => {
        const report = mixedReport({ title: s, project: s, model: s, url: s, language: 'en' });
        report.result.reasons = [{ code: s, message: s }];
        for (const evidence of report.result.evidence) {
          evidence.label = s;
          evidence.feature = s;
        }
        return render(report, { host });
      };
      const skeleton = skeletonOf(filled('harmless', 'harmless'));
      fc.assert(
        fc.property(nasty, nasty, (s, host) => {
          assert.deepEqual(skeletonOf(filled(s, host)), skeleton);
        }),
      );
    });

    it('shows a hostile text as the text it is', () => {
      const report = hostileReport();
      const shown = textOf(inside(render(report), 'article'));
      assert.ok(shown.includes('<img src=x onerror=alert(1)><script>alert(2)</script>'));
      assert.ok(shown.includes('<svg onload=alert(4)>'));
    });

    it('has no style attribute, which a strict policy would refuse', () => {
      assert.doesNotMatch(skeletonOf(render(mixedReport())).join(''), / style=/);
    });
  });

  describe('in steps', () => {
    it('is the same view as in one piece, to the letter', () => {
      for (const report of [mixedReport(), tooShortReport(), hostileReport(), longReport(20_000)]) {
        const [first = '', ...rest] = reportInSteps(report, context);
        assert.equal(first.replace('</article>', `${rest.join('')}</article>`), render(report));
      }
    });

    it('has no more of a long text in a step than a browser shows at once, in whole paragraphs', () => {
      const [first = '', ...rest] = reportInSteps(longReport(80_000), context);
      assert.ok(rest.length > 5, `${rest.length} steps`);
      for (const step of [inside(first, 'article'), ...rest]) {
        assert.ok(step.length < 200_000, `a step of ${step.length} characters`);
        assert.ok(step.endsWith('</p>') || step.endsWith('</article>'));
      }
      assert.ok(rest.every((step) => step.startsWith('<p ')));
    });
  });
});
