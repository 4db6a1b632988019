import assert from 'node:assert/strict';
import { build } from 'esbuild';
import { chromium, type Browser, type Page } from 'playwright-core';
import { reportActions } from '../../src/report/view/actions.ts';
import { reportDocument } from '../../src/report/formats/html.ts';
import { type FromWebview, type ToWebview, packed, type PanelView } from '../../src/report/view/messages.ts';
import { installChromium } from '../rig/install.ts';
import type { Report } from '../../src/api/report.ts';
import {
  aiReport,
  evidenceAt,
  hostileReport,
  humanReport,
  leaningReport,
  longReport,
  mixedReport,
  tooShortReport,
  withAlarms,
  withOwnScores,
} from '../unit/report/samples.ts';
import { german } from '../../src/report/words/de.ts';
import { english } from '../../src/report/words/en.ts';
import { colourRules, findings } from './axe.ts';

const reader = { host: null, words: english, locale: 'en', timeZone: 'UTC' };

/** The colours that VS Code hands to a panel, for its four kinds of theme. */
const themes = {
  'vscode-dark':
    '--vscode-editor-background:#1f1f1f;--vscode-foreground:#cccccc;--vscode-descriptionForeground:#9d9d9d;--vscode-panel-border:#2b2b2b;--vscode-textLink-foreground:#4daafc;--vscode-focusBorder:#0078d4;--vscode-list-hoverBackground:#2a2d2e;--vscode-button-background:#0078d4;--vscode-button-foreground:#ffffff',
  'vscode-light':
    '--vscode-editor-background:#ffffff;--vscode-foreground:#3b3b3b;--vscode-descriptionForeground:#3b3b3b;--vscode-panel-border:#e5e5e5;--vscode-textLink-foreground:#005fb8;--vscode-focusBorder:#005fb8;--vscode-list-hoverBackground:#f2f2f2;--vscode-button-background:#005fb8;--vscode-button-foreground:#ffffff',
  'vscode-high-contrast':
    '--vscode-editor-background:#000000;--vscode-foreground:#ffffff;--vscode-descriptionForeground:#ffffffb3;--vscode-contrastBorder:#6fc3df;--vscode-textLink-foreground:#21a6ff;--vscode-focusBorder:#f38518;--vscode-button-background:#000000;--vscode-button-foreground:#ffffff',
  'vscode-high-contrast-light':
    '--vscode-editor-background:#ffffff;--vscode-foreground:#292929;--vscode-descriptionForeground:#292929b3;--vscode-contrastBorder:#0f4a85;--vscode-textLink-foreground:#0f4a85;--vscode-focusBorder:#006bbd;--vscode-button-background:#0f4a85;--vscode-button-foreground:#ffffff',
} as const;
const themeNames = Object.keys(themes) as (keyof typeof themes)[];

describe('the report view in a browser', function () {
  this.timeout(60_000);
  let browser: Browser;
  let script: string;
  /** It can reach nothing. */
  let page: Page;

  before(async () => {
    browser = await chromium.launch({
      executablePath: await installChromium(),
      args: ['--no-sandbox', '--disable-gpu'],
    });
    page = await browser.newPage({ offline: true });
    page.setDefaultTimeout(10_000);
    const bundle = await build({
      entryPoints: ['src/webview/main.ts'],
      bundle: true,
      write: false,
      format: 'iife',
    });
    script = bundle.outputFiles[0]!.text;
  });
  after(async () => {
    await browser.close();
  });
  interface Screen {
    width?: number;
    colorScheme?: 'light' | 'dark';
    forcedColors?: 'active' | 'none';
  }

  /** Puts the document into the page of all tests: one for each would cost more than most tests. */
  async function open(
    markup: string,
    { width = 1280, colorScheme = 'light', forcedColors = 'none' }: Screen = {},
  ): Promise<void> {
    await page.goto('about:blank');
    await page.emulateMedia({ media: 'screen', colorScheme, forcedColors });
    await page.setViewportSize({ width, height: 800 });
    await page.setContent(markup);
  }

  /** The panel as the editor builds it, showing the view. */
  async function openPanel(view: PanelView, { width = 1000 }: { width?: number } = {}): Promise<void> {
    await open(
      `<!doctype html><html lang="en" style="${themes['vscode-dark']}"><head><title>Report</title></head>
       <body class="vscode-dark"><main id="report" class="report"></main><p id="status" class="status" role="status"></p></body></html>`,
      { width },
    );
    await page.evaluate(`
      window.posted = [];
      window.acquireVsCodeApi = () => ({
        postMessage: (message) => window.posted.push(message),
        getState: () => window.state,
        setState: (state) => { window.state = state; },
      });
      ${script}`);
    await say(page, { report: { service: null, id: 'r1' }, view });
    await page.locator('h1').waitFor();
  }

  /** As the editor does when its theme changes. */
  async function setTheme(page: Page, theme: keyof typeof themes): Promise<void> {
    await page.evaluate(
      ([name, colours]) => {
        document.documentElement.setAttribute('style', colours);
        document.body.className = name;
      },
      [theme, themes[theme]] as const,
    );
  }

  /** Resolves when the script has had the message. */
  async function say(page: Page, message: ToWebview): Promise<void> {
    await page.evaluate(
      (data) =>
        new Promise<void>((resolve) => {
          window.addEventListener(
            'message',
            () => {
              setTimeout(resolve);
            },
            { once: true },
          );
          window.postMessage(data);
        }),
      message,
    );
  }

  /** With the number of false alarms, and sentences that do and do not lean to AI by themselves. */
  const numbered = (): Report => withAlarms(withOwnScores(aiReport(), [0.9, 0.3]), { per_1000: 3 });

  /** A report of every verdict that has colours of its own, with evidence for either side. */
  function evidenceBothWays(): Report[] {
    return [humanReport(), mixedReport(), aiReport()].map((report) => {
      report.result.evidence = [evidenceAt(report, 'For AI', 1.2), evidenceAt(report, 'For a person', -0.8)];
      return report;
    });
  }

  const fills = (page: Page, selectors: string[]): Promise<string[]> =>
    page.evaluate(
      (wanted) => wanted.map((selector) => getComputedStyle(document.querySelector(selector)!).fill),
      selectors,
    );
  const evidenceColours = (page: Page) => fills(page, ['.side.ai .weight rect', '.side.human .weight rect']);
  const legendColours = (page: Page) => fills(page, ['.swatch.ai rect', '.swatch.human rect']);

  const posted = (page: Page): Promise<FromWebview[]> => page.evaluate('window.posted');
  const panelReport = (report = mixedReport()): PanelView => ({
    kind: 'report',
    report: packed(report),
    context: { ...reader, actions: [...reportActions] },
  });

  const overflow = (page: Page): Promise<number> =>
    page.evaluate('document.documentElement.scrollWidth - window.innerWidth');

  describe('a saved file', () => {
    const documents = {
      mixed: mixedReport(),
      human: humanReport(),
      ai: aiReport(),
      leaning: leaningReport(),
      'one number': numbered(),
      'too short': tooShortReport(),
      hostile: hostileReport(),
    };

    for (const [name, report] of Object.entries(documents))
      it(`can be used by everybody (${name})`, async () => {
        await open(reportDocument(report, reader), { colorScheme: 'light' });
        assert.deepEqual(await findings(page), []);
        await page.emulateMedia({ colorScheme: 'dark' });
        assert.deepEqual(await findings(page, colourRules), []);
      });

    for (const width of [1100, 640, 320])
      it(`fits a screen ${width} pixels wide, whatever its words`, async () => {
        for (const report of [mixedReport(), hostileReport()]) {
          await open(reportDocument(report, reader), { width });
          assert.ok((await overflow(page)) <= 0);
        }
      });

    it('runs no script and sends no request, with any content', async () => {
      const page = await browser.newPage();
      const wrong: string[] = [];
      page.on('dialog', (dialog) => {
        wrong.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      page.on('request', (request) => wrong.push(`request: ${request.url()}`));
      page.on('console', (message) => wrong.push(`console: ${message.text()}`));
      page.on('pageerror', (error) => wrong.push(`error: ${error.message}`));
      await page.setContent(reportDocument(hostileReport(), reader));
      assert.deepEqual(wrong, []);
      const strange = await page.evaluate(
        `[...document.querySelectorAll('body *')].filter((e) =>
          (/^(script|style|img|iframe|object|form|input)$/i.test(e.localName) && !e.matches('.filter input')) ||
          [...e.attributes].some((a) => /^on|^style$|^src$/i.test(a.name) || /^\\s*javascript:/i.test(a.value))
        ).map((e) => e.outerHTML)`,
      );
      assert.deepEqual(strange, []);
      await page.close();
    });

    it('leads from a bar to its sentence without any script', async () => {
      const page = await browser.newPage({ javaScriptEnabled: false, offline: true });
      await page.setContent(reportDocument(mixedReport(), reader));
      await page.locator('.score-bar a').nth(4).click();
      assert.equal(await page.locator('.s:target').getAttribute('id'), 's4');
      await page.close();
    });

    it('prints on white, without what only a screen needs', async () => {
      await open(reportDocument(mixedReport(), reader), { colorScheme: 'dark' });
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      const background = await page.evaluate('getComputedStyle(document.body).backgroundColor');
      assert.equal(background, 'rgb(255, 255, 255)');
      const pdf = await page.pdf({ format: 'A4' });
      assert.equal(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length, 2, 'findings, then the text');
    });

    it('colours evidence by its own side, with any verdict', async () => {
      for (const report of evidenceBothWays()) {
        await open(reportDocument(report, reader));
        assert.deepEqual(await evidenceColours(page), await legendColours(page), report.result.verdict);
      }
    });

    it('shows what its number rests on at a click, without script, and on paper at once', async () => {
      await open(reportDocument(numbered(), reader));
      const restsOn = page.getByText('Measured on 2,614 human-written texts');
      assert.equal(await restsOn.isVisible(), false);
      await page.getByText('How it’s measured').click();
      assert.ok(await restsOn.isVisible());
      await page.getByText('How it’s measured').click();
      await page.emulateMedia({ media: 'print' });
      assert.ok(await restsOn.isVisible());
      assert.equal(await page.getByText('How it’s measured').isVisible(), false);
    });

    it('fills only the verdict’s own band where the system chooses the colours', async () => {
      await open(reportDocument(numbered(), reader), { forcedColors: 'active' });
      const fills = await page.evaluate<string[]>(
        `[...document.querySelectorAll('.scale .band')].map((band) => getComputedStyle(band).fill)`,
      );
      assert.equal(fills[0], fills[1]);
      assert.notEqual(fills[1], fills[2]);
    });

    it('distinguishes people and AI by shape if the system sets the colours', async () => {
      await open(reportDocument(mixedReport(), reader), { forcedColors: 'active' });
      const [human, ai] = await page.evaluate<[string, string]>(
        `['human', 'ai'].map((band) => getComputedStyle(document.querySelector('.score-bar .' + band + ' .bar')).fill)`,
      );
      assert.notEqual(human, ai);
      assert.deepEqual(await findings(page), []);
    });
  });

  describe('the panel', () => {
    it('can be used by everybody, in every theme', async () => {
      await openPanel(panelReport());
      assert.deepEqual(await findings(page), []);
      await page.locator('.score-bar a').nth(4).focus();
      assert.deepEqual(await findings(page), []);
      for (const theme of themeNames) {
        await page.locator('h1').click();
        await setTheme(page, theme);
        assert.deepEqual(await findings(page, colourRules), [], theme);
        await page.locator('.score-bar a').nth(4).focus();
        assert.deepEqual(await findings(page, colourRules), [], `${theme}, with a sentence in focus`);
      }
    });

    it('can be used by everybody where the service sent no result', async () => {
      const fields = { id: 7, status: 'queued', content: 'Some words.', more: { deep: [1, 2] } };
      await openPanel({
        kind: 'fields',
        sent: { title: null, content: 'Some words.', fields },
        context: {
          host: 'api.example.org',
          actions: ['openPage', 'copyLink', 'saveAs', 'delete'],
          words: english,
        },
      });
      assert.deepEqual(await findings(page), []);
      assert.ok((await overflow(page)) <= 0);
    });

    it('shows one kind of sentence in the order of the text, by keyboard alone', async () => {
      await openPanel(panelReport());
      const visible = (): Promise<string[]> =>
        page
          .locator('article .s:visible')
          .evaluateAll((pieces) => pieces.map((piece) => piece.getAttribute('data-s') ?? ''));
      const all = await visible();
      await page.locator('.filter :checked').focus();
      await page.keyboard.press('ArrowRight');
      assert.equal(await page.locator('.filter :checked').inputValue(), 'ai');
      assert.match(await page.locator('#status').innerText(), /^5 of 18 sentences shown$/);
      const shown = await visible();
      assert.ok(shown.length < all.length);
      assert.deepEqual(
        shown,
        all.filter((number) => shown.includes(number)),
      );
      assert.deepEqual(await findings(page), []);
      await page.locator('article [tabindex="0"]').focus();
      const walked: string[] = [];
      for (let step = 0; step < 5; step++) {
        walked.push(await page.evaluate<string>('document.activeElement.className.split(" ")[1]'));
        await page.keyboard.press('ArrowRight');
      }
      assert.deepEqual(walked, ['ai', 'ai', 'ai', 'ai', 'ai']);
    });

    it('shows all sentences again when one that is left out is asked for', async () => {
      await openPanel(panelReport());
      await page.locator('.filter [value="human"]').check({ force: true });
      await page.locator('.score-bar a.ai').first().click();
      assert.equal(await page.locator('.filter :checked').inputValue(), 'all');
      assert.ok(await page.locator('article .s.ai.on').first().isVisible());
    });

    it('announces the report to screen readers, and the reader’s place after a return', async () => {
      await openPanel(panelReport());
      assert.match(await page.locator('#status').innerText(), /^Parts of this text/);
      await page.locator('.filter [value="human"]').check({ force: true });
      await say(page, { report: { service: null, id: 'r1' }, view: panelReport() });
      assert.equal(await page.locator('.filter :checked').inputValue(), 'human');
      await say(page, { report: { service: null, id: 'r2' }, view: panelReport() });
      assert.equal(await page.locator('.filter :checked').inputValue(), 'all');
    });

    it('can be used by everybody while there is no report', async () => {
      const states = [
        { kind: 'loading' },
        { kind: 'failed', message: 'The service did not answer.' },
        { kind: 'gone' },
      ] as const;
      await openPanel({ kind: 'state', state: states[0], words: english });
      for (const state of states) {
        await say(page, {
          report: { service: null, id: 'r1' },
          view: { kind: 'state', state, words: english },
        });
        await page.locator('h1').waitFor();
        assert.deepEqual(await findings(page), [], state.kind);
      }
    });

    it('fits a panel 300 pixels wide in German, whose words are longer', async () => {
      const inGerman = { ...reader, words: german, locale: 'de', actions: [...reportActions] };
      for (const report of [mixedReport(), tooShortReport()]) {
        await openPanel({ kind: 'report', report: packed(report), context: inGerman }, { width: 300 });
        assert.ok((await overflow(page)) <= 0);
        assert.deepEqual(await findings(page), []);
      }
    });

    for (const width of [300, 450, 700, 900, 1400])
      it(`keeps the words of the scale apart and the verdict in sight at ${width} pixels, under a title of 200 characters`, async () => {
        const title = 'A title that somebody made of a sentence. '.repeat(5).slice(0, 200);
        for (const words of [english, german]) {
          await openPanel(
            {
              kind: 'report',
              report: packed(mixedReport({ title })),
              context: { ...reader, words, actions: [...reportActions] },
            },
            { width },
          );
          assert.ok((await overflow(page)) <= 0);
          const gaps = await page.evaluate<number[]>(`{
            const places = [...document.querySelectorAll('.thirds li')].map((label) => {
              const range = document.createRange();
              range.selectNodeContents(label);
              return range.getBoundingClientRect();
            });
            places.slice(1).map((place, i) => place.left - places[i].right);
          }`);
          for (const gap of gaps) assert.ok(gap >= 6, `${gap} pixels between two labels`);
          const { y = Infinity } = (await page.locator('h1').boundingBox()) ?? {};
          assert.ok(y < 110, `the verdict begins ${y} pixels down`);
        }
      });

    it('colours evidence by its own side, with any verdict, in every theme', async () => {
      for (const report of evidenceBothWays()) {
        await openPanel(panelReport(report));
        for (const theme of themeNames) {
          await setTheme(page, theme);
          assert.deepEqual(
            await evidenceColours(page),
            await legendColours(page),
            `${report.result.verdict}, ${theme}`,
          );
        }
      }
    });

    it('shows unclear sentences by hatching and dots, not only by colour, in every theme', async () => {
      await openPanel(panelReport(leaningReport()));
      assert.deepEqual(await findings(page), []);
      for (const theme of themeNames) {
        await setTheme(page, theme);
        const [bar, band, underline] = await page.evaluate<string[]>(`[
          getComputedStyle(document.querySelector('.score-bar .bar')).fill,
          getComputedStyle(document.querySelector('.scale .band.uncertain')).fill,
          getComputedStyle(document.querySelector('article .s')).textDecorationStyle,
        ]`);
        assert.match(bar ?? '', /#hatch/);
        assert.match(band ?? '', /#hatch/);
        assert.equal(underline, 'dotted');
        assert.deepEqual(await findings(page, colourRules), [], theme);
      }
    });

    it('keeps the legend of a leaning text on one line beside the editor, with the readout below it', async () => {
      await openPanel(panelReport(leaningReport()), { width: 460 });
      const places = await page.evaluate<{ top: number; bottom: number }[]>(
        `[...document.querySelectorAll('.legend li:not(.counts), .readout')].map((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return { top, bottom };
        })`,
      );
      const [human, uncertain, ai, readout] = places;
      assert.equal(human?.top, uncertain?.top);
      assert.equal(human?.top, ai?.top);
      assert.ok(readout && ai && readout.top > ai.bottom);
    });

    it('fits a panel 300 pixels wide', async () => {
      await openPanel(panelReport(), { width: 300 });
      assert.ok((await overflow(page)) <= 0);
    });

    it('says when it is ready, and leaves only the report’s identity and the reader’s place behind', async () => {
      await openPanel(panelReport());
      assert.deepEqual(await posted(page), [{ kind: 'ready' }]);
      assert.deepEqual(await page.evaluate('window.state'), {
        report: { service: null, id: 'r1' },
        filter: 'all',
        top: 0,
      });
    });

    it('shows the sentence of the bar that is pointed at', async () => {
      await openPanel(panelReport());
      await page.locator('.score-bar a').nth(4).hover();
      assert.equal(await page.locator('article .on').getAttribute('id'), 's4');
      assert.match(await page.locator('.readout').innerText(), /^Sentence 5, reads like AI/);
      await page.locator('h1').hover();
      assert.equal(await page.locator('.on').count(), 0);
    });

    it('shows a sentence in the editor when it, its bar or a quoted place is clicked', async () => {
      const report = mixedReport();
      await openPanel(panelReport(report));
      await page.locator('#s1').click();
      await page.locator('.score-bar a').nth(4).click();
      await page.locator('.places a').first().click();
      const [, sentence, bar, quote] = await posted(page);
      const { segments, evidence } = report.result;
      const place = ({ start, end }: { start: number; end: number }): object => ({ start, end });
      assert.deepEqual(sentence, { kind: 'reveal', ...place(segments[1]!) });
      assert.deepEqual(bar, { kind: 'reveal', ...place(segments[4]!) });
      assert.deepEqual(quote, { kind: 'reveal', ...evidence[0]!.spans[0] });
    });

    it('does not jump away when words are selected to be copied', async () => {
      await openPanel(panelReport());
      await page.locator('#s1').dblclick();
      const asked = (await posted(page)).filter(({ kind }) => kind === 'reveal');
      assert.ok(asked.length <= 1, 'the click that completed the selection jumped as well');
      assert.notEqual(await page.evaluate('getSelection().toString()'), '');
    });

    for (const row of ['.score-bar a', 'article .s'])
      it(`walks the sentences by keyboard, as one tab stop (${row})`, async () => {
        await openPanel(panelReport());
        const focused = (): Promise<number> => page.evaluate('Number(document.activeElement.dataset.s)');
        await page.locator(row).first().focus();
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('ArrowDown');
        assert.equal(await focused(), 2);
        await page.keyboard.press('ArrowLeft');
        assert.equal(await focused(), 1);
        await page.keyboard.press('End');
        assert.equal(await focused(), 17);
        await page.keyboard.press('ArrowRight');
        assert.equal(await focused(), 17);
        await page.keyboard.press('Home');
        await page.keyboard.press('ArrowRight');
        assert.equal(await page.locator(`${row}[tabindex="0"]`).count(), 1);
        await page.keyboard.press('Enter');
        const { start, end } = mixedReport().result.segments[1]!;
        assert.deepEqual((await posted(page)).at(-1), { kind: 'reveal', start, end });
        assert.equal(await page.locator('article .on').getAttribute('id'), 's1');
      });

    it('asks for what its buttons say', async () => {
      await openPanel(panelReport());
      for (const button of await page.locator('button').all()) await button.click();
      const asked = (await posted(page)).flatMap((m) => (m.kind === 'action' ? [m.action] : []));
      assert.deepEqual(asked, [...reportActions]);
    });

    it('shows and walks a text of 20,000 words to its end', async () => {
      const report = longReport(20_000);
      await openPanel(panelReport(report));
      await page.locator('article .s').first().focus();
      await page.keyboard.press('End');
      const last = report.result.segments.length - 1;
      assert.equal(await page.evaluate('document.activeElement.id'), `s${last}`);
      assert.equal(await page.locator('.score-bar .on').getAttribute('data-to'), String(last));
    });

    it('shows a text of 80,000 words bit by bit, each sentence once and in its order', async () => {
      const report = longReport(80_000);
      await openPanel(panelReport(report));
      const last = page.locator(`#s${report.result.segments.length - 1}`);
      await last.waitFor({ state: 'attached' });
      const numbers: number[] = await page.evaluate(
        `[...document.querySelectorAll('article [data-s]')].map((piece) => Number(piece.dataset.s))`,
      );
      assert.deepEqual(numbers, [...report.result.segments.keys()]);
      await last.click();
      const { start, end } = report.result.segments.at(-1)!;
      assert.deepEqual((await posted(page)).at(-1), { kind: 'reveal', start, end });
    });

    it('counts all sentences of a long text, though the filter is used before they are all shown', async () => {
      const report = longReport(80_000);
      await openPanel(panelReport(report));
      const [shownAtFirst, said] = await page.evaluate(
        (data) => {
          window.dispatchEvent(new MessageEvent('message', { data }));
          const { length } = document.querySelectorAll('article [data-s]');
          document.querySelector<HTMLInputElement>('.filter [value="ai"]')?.click();
          return [length, document.getElementById('status')?.textContent ?? ''] as const;
        },
        { report: { service: null, id: 'r2' }, view: panelReport(report) },
      );
      const { length } = report.result.segments;
      assert.ok(shownAtFirst < length / 2, `${shownAtFirst} at first`);
      assert.match(said, new RegExp(` of ${length} sentences shown$`));
    });

    it('keeps no blank room in a long text for what a filter leaves out', async () => {
      await openPanel(panelReport(longReport(80_000)));
      await page.locator('.filter [value="ai"]').check({ force: true });
      const blanks = await page.evaluate<number[]>(
        `[...document.querySelectorAll('article .step')].map((box) => {
          const shown = [...box.children].map((each) => each.getBoundingClientRect()).filter(({ height }) => height > 0);
          const end = shown.length === 0 ? box.getBoundingClientRect().top : shown.at(-1).bottom;
          return box.getBoundingClientRect().bottom - end;
        })`,
      );
      assert.ok(blanks.length > 1);
      assert.ok(Math.max(...blanks) < 50, `${Math.max(...blanks)} pixels`);
    });

    it('shows nothing of a long report once another one is shown in its place', async () => {
      await openPanel(panelReport(longReport(80_000)));
      const other = mixedReport();
      await say(page, { report: { service: null, id: 'r2' }, view: panelReport(other) });
      await page.waitForTimeout(500);
      assert.equal(await page.locator('article .s[id]').count(), other.result.segments.length);
    });

    it('comes back to where its reader was in a long text', async () => {
      const view = panelReport(longReport(80_000));
      await openPanel(view);
      await page.evaluate(`window.scrollTo({ top: 30_000, behavior: 'instant' })`);
      await page.waitForFunction('window.state.top === 30000');
      await say(page, { report: { service: null, id: 'r1' }, view });
      assert.equal(await page.evaluate('Math.round(scrollY)'), 30_000);
      assert.ok(
        await page.evaluate(
          `document.querySelector('article').getBoundingClientRect().bottom >= innerHeight`,
        ),
      );
    });
  });
});
