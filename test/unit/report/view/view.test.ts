import assert from 'node:assert/strict';
import fc from 'fast-check';
import { verdicts, type Report } from '../../../../src/api/report.ts';
import { bandOf } from '../../../../src/api/bands.ts';
import { claimOf } from '../../../../src/report/model/claim.ts';
import { reportInSteps, type ReportContext } from '../../../../src/report/view/view.ts';
import { inside, piecesOf, renderReport, skeletonOf, textOf } from '../markup.ts';
import {
  evidenceAt,
  hostileReport,
  leaningReport,
  longReport,
  mixedReport,
  reportOf,
  tooShortReport,
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
    it('puts the claim first, then how sure it is, then the reasons', () => {
      const report = mixedReport();
      report.result.reasons.push({ code: 'short', message: 'Fewer than 150 words: less sure.' });
      const text = textOf(render(report));
      assert.doesNotMatch(text, /Some parts read/, 'the claim says that already');
      const order = [
        'Parts of this text read like AI',
        'Medium confidence.',
        'Fewer than 150 words: less sure.',
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

    it('looks uncertain throughout where it can’t tell, however far the text leans', () => {
      const markup = render(leaningReport());
      const text = flat(textOf(markup));
      assert.match(
        text,
        /Leans towards AI, but not far enough to say so Can’t tell: some texts by people score the same\./,
      );
      assert.match(text, /0% like a person 100% can’t tell 0% like AI/);
      assert.doesNotMatch(text, /words read like AI|too little|too short/);
      assert.deepEqual([...new Set(piecesOf(markup).map(({ band }) => band))], ['uncertain']);
      assert.doesNotMatch(markup, /<a\s[^>]*class="(ai|human)"/);
      assert.doesNotMatch(text, /\bstrong\b/, 'nothing of it is strong where nothing is claimed');
      assert.match(text, /What would settle it An earlier draft/);
      assert.doesNotMatch(textOf(render(mixedReport())), /What would settle it/);
    });

    it('points to the verdict’s own band on a scale of three of one width, whatever the score', () => {
      const pointers = (result: Partial<Report['result']>): number[] => {
        const report = mixedReport();
        report.result = { ...report.result, ...result };
        const scale = /<svg\s+role="img"[^]*?<\/svg>/.exec(flat(render(report)))?.[0] ?? '';
        const widths = [...scale.matchAll(/class="band \w+" x="[\d.]+%" width="([\d.]+)%"/g)].map(
          ([, width]) => width,
        );
        assert.deepEqual(widths, ['33.333', '33.333', '33.333']);
        return [...scale.matchAll(/class="pin" x="([\d.]+)%"/g)].map(([, x]) =>
          Math.floor(Number(x) / (100 / 3)),
        );
      };
      for (const score of [0, 0.24, 0.5, 0.96, 1])
        for (const confidence of ['low', 'medium', 'high'] as const) {
          assert.deepEqual(pointers({ verdict: 'human', score, confidence }), [0]);
          assert.deepEqual(pointers({ verdict: 'uncertain', score, confidence }), [1]);
          assert.deepEqual(pointers({ verdict: 'ai', score, confidence }), [2]);
          assert.deepEqual(pointers({ verdict: 'mixed', score, confidence }), [0, 2]);
        }
    });

    it('says the scale to those who don’t see it', () => {
      assert.match(
        flat(render(leaningReport())),
        /role="img" aria-label="The verdict, on a scale from a person to AI: Can’t tell\. Leans towards AI, but not far enough to say so"/,
      );
    });

    it('lets no name turn round what stands beside it, and keeps a long one whole in the details', () => {
      const title = `report\u202Efdp.exe`;
      const markup = render(mixedReport({ title, project: 'a\u2067b' }));
      assert.doesNotMatch(markup, /[\u202A-\u202E\u2066-\u2069]/);
      assert.match(flat(textOf(markup)), /reportfdp\.exe · project ab ·/);
      const long = `${'x'.repeat(196)}.txt`;
      const details = render(mixedReport({ title: long }));
      assert.match(details, /<bdi class="title" title="x{196}\.txt">/);
      assert.match(flat(details), /<dt>Title<\/dt> <dd><bdi>x{196}\.txt<\/bdi><\/dd>/);
    });

    it('stands the honest limits on every report', () => {
      for (const report of [mixedReport(), tooShortReport(), hostileReport()])
        assert.match(textOf(render(report)), /What this is not\s+Not proof\./);
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
      assert.match(markup, /id="s4"[^>]* title="reads like AI \(moderate\)"/);
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
          const control = /[\u0000-\u0008\u000E-\u001B\u007F-\u009F]/g; // eslint-disable-line no-control-regex
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

    it('names the language for those who hear the text, and no other attribute', () => {
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
      assert.match(flat(textOf(render(report))), / 0% like a person 0% can’t tell 100% like AI/);
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

    it('says in words what each bar shows, for those who don’t see it', () => {
      const titles = flat(render(mixedReport())).match(/<title>[^<]*<\/title>/g) ?? [];
      assert.equal(textOf(titles[1]!), 'Sentence 2, reads like a person (weak): I drew it a lot.');
      assert.match(textOf(titles[4]!), /^Sentence 5, reads like AI \(moderate\): The integration/);
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

    it('counts every place where the quoted words stand, not those that were sent', () => {
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

    it('says so where one side has none', () => {
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
