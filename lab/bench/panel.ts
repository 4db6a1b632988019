import { build } from 'esbuild';
import { chromium, type Browser, type Page } from 'playwright-core';
import { reportActions } from '../../src/report/view/actions.ts';
import { packed, type PanelView } from '../../src/report/view/messages.ts';
import { installChromium } from '../../test/rig/install.ts';
import { longReport } from '../../test/unit/report/samples.ts';
import { english } from '../../src/report/words/en.ts';

/** Words of the reports: about 1,450 and 5,800 sentences. */
const lengths = [20_000, 80_000];

interface Figures {
  words: number;
  sentences: number;
  /** The longest task in Chromium by action, in milliseconds; `null` if none reached 50 (W3C Long Tasks). */
  longestTask: Record<string, number | null>;
}

/**
 * How long a report's panel keeps its reader waiting when it opens, scrolls, is hovered, filtered or used by
 * keyboard.
 */
export async function measurePanel(): Promise<{ reports: Figures[] }> {
  const bundle = await build({
    entryPoints: ['src/webview/main.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    minify: true,
  });
  const script = bundle.outputFiles[0]?.text ?? '';
  const browser = await chromium.launch({
    executablePath: await installChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const reports: Figures[] = [];
    for (const words of lengths) reports.push(await measureReport(browser, script, words));
    return { reports };
  } finally {
    await browser.close();
  }
}

async function measureReport(browser: Browser, script: string, words: number): Promise<Figures> {
  const report = longReport(words);
  const context = {
    host: null,
    words: english,
    locale: 'en',
    timeZone: 'UTC',
    actions: [...reportActions],
  };
  const view: PanelView = { kind: 'report', report: packed(report), context };
  const page = await browser.newPage({ viewport: { width: 700, height: 900 } });
  await page.setContent(
    `<!doctype html><html lang="en"><head><title>Report</title></head>
     <body class="vscode-dark"><main id="report" class="report"></main><p id="status" class="status"></p></body></html>`,
  );
  await page.evaluate(`
    window.tasks = [];
    new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) tasks.push(duration); })
      .observe({ type: 'longtask' });
    window.acquireVsCodeApi = () => ({ postMessage() {}, setState() {}, getState() { return undefined; } });
    ${script}`);
  const longestTask: Figures['longestTask'] = {};
  for (const [what, act] of Object.entries(steps(view))) {
    await page.evaluate('window.tasks.length = 0');
    await act(page);
    await page.waitForTimeout(600);
    longestTask[what] = await page.evaluate<number | null>(
      'window.tasks.length === 0 ? null : Math.max(...window.tasks)',
    );
  }
  await page.close();
  return { words, sentences: report.result.segments.length, longestTask };
}

function steps(view: PanelView): Record<string, (page: Page) => Promise<void>> {
  return {
    show: async (page) => {
      await page.evaluate(
        (message) => {
          window.postMessage(message);
        },
        { report: { service: null, id: 'r' }, view },
      );
      await page.locator('h1').waitFor();
    },
    scroll: async (page) => {
      for (let i = 0; i < 30; i++) await page.mouse.wheel(0, 700);
    },
    point: async (page) => {
      for (let y = 100; y < 800; y += 20) await page.mouse.move(300, y);
    },
    filter: (page) => page.locator('.filter [value="ai"]').check({ force: true }),
    showAll: (page) => page.locator('.filter [value="all"]').check({ force: true }),
    end: (page) => page.locator('article .s').first().press('End'),
    arrows: async (page) => {
      for (let i = 0; i < 40; i++) await page.keyboard.press('ArrowUp');
    },
  };
}
