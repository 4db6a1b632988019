import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import * as v from 'valibot';
import { launchBrowser } from '../../test/rig/browser.ts';
import { linkExtension } from '../../test/rig/extension.ts';
import { createProfile, startCodeServer, workbenchUrl } from '../../test/rig/server.ts';
import { Workbench } from '../../test/ui/workbench.ts';
import { essayOf, sentencesOf, shortSentencesOf } from './editorTexts.ts';

const coldStarts = 10;
const warmScans = 30;
const shortFile = 'essay.md';
const longFile = 'large.txt';
const fullFile = 'full.txt';

/** A key instead of the palette, whose time is not the extension's. */
const keys = {
  'Control+Alt+1': 'inkling.scanFile',
  'Control+Alt+2': 'inkling.hideMarks',
  'Control+Alt+3': 'workbench.action.closeEditorsInOtherGroups',
};

/** Milliseconds. */
export interface PageFigures {
  /** From the key to the frame that shows the first mark of 1,500 words, in a window that just opened. */
  coldScan: Spread;
  /** The same in a window that has scanned before. */
  warmScan: Spread;
  /** The window's longest task with a text of 22,000 sentences, by action. */
  longestTask: Record<string, WindowTask>;
  /** The same with 100,000 sentences, the most in 1 MiB. */
  longestTaskOfMost: Record<string, WindowTask>;
}

/** The longest by each measure, in milliseconds. Other programs do not affect the processor time. */
interface WindowTask {
  elapsed: number;
  processor: number;
  /** Number of tasks with more than 50 ms of processor time. */
  over50: number;
}

interface Spread {
  median: number;
  percentile95: number;
  all: number[];
}

/**
 * How soon marks appear on the screen, and how smoothly the window moves with 22,000 of them, by Chromium's clock.
 */
export async function measurePage(): Promise<PageFigures> {
  const profile = createProfile();
  linkExtension(profile);
  writeFileSync(join(profile.sample, shortFile), essayOf(1500));
  writeFileSync(join(profile.sample, longFile), sentencesOf(22_000));
  writeFileSync(join(profile.sample, fullFile), shortSentencesOf(100_000));
  const bound = Object.entries(keys).map(([key, command]) => ({
    key: key.toLowerCase().replace('control', 'ctrl'),
    command,
  }));
  writeFileSync(join(profile.folder, 'server/data/User/keybindings.json'), JSON.stringify(bound));
  const server = await startCodeServer(profile);
  const browser = await launchBrowser();
  try {
    const { page } = browser;
    page.setDefaultTimeout(120_000);
    const workbench = new Workbench(page);
    await page.addInitScript(watchPage);
    const open = async (): Promise<void> => {
      await page.goto(workbenchUrl(server, profile.sample));
      await workbench.ready();
    };
    const cold: number[] = [];
    for (let i = 0; i < coldStarts; i++) {
      await open();
      await workbench.openFile(shortFile);
      await page.waitForTimeout(3000);
      cold.push(await timeOfScan(page));
      await hideMarks(workbench);
    }
    const warm: number[] = [];
    for (let i = 0; i < warmScans; i++) {
      warm.push(await timeOfScan(page));
      await hideMarks(workbench);
    }
    const ofFile = async (name: string): Promise<Record<string, WindowTask>> => {
      await open();
      await workbench.openFile(name);
      return longTasks(workbench);
    };
    return {
      coldScan: spread(cold),
      warmScan: spread(warm),
      longestTask: await ofFile(longFile),
      longestTaskOfMost: await ofFile(fullFile),
    };
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Times that `watchPage` records in the page. */
interface Watched {
  pressed: number;
  shown: number;
}
declare const watched: Watched;

const watchPage = `if (window === top) {
  window.watched = { pressed: 0, shown: 0 };
  addEventListener('keydown', (event) => { if (event.code === 'Digit1') watched.pressed = event.timeStamp; }, true);
  new MutationObserver(() => {
    if (watched.shown > 0 || !document.querySelector('.view-overlays [class*="TextEditorDecorationType"]')) return;
    watched.shown = -1;
    requestAnimationFrame(() => { watched.shown = performance.now(); });
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] });
}`;

async function timeOfScan(page: Page): Promise<number> {
  await page.evaluate(() => {
    watched.shown = 0;
  });
  await page.keyboard.press('Control+Alt+1');
  await page.waitForFunction(() => watched.shown > 0);
  return page.evaluate(() => watched.shown - watched.pressed);
}

/** Restores the state before the scan: one editor, without marks. */
async function hideMarks({ page, marks }: Workbench): Promise<void> {
  await page.waitForTimeout(1500);
  await page.keyboard.press('Control+Alt+2');
  await marks.first().waitFor({ state: 'detached' });
  await page.keyboard.press('Control+Alt+3');
  await page.waitForTimeout(500);
}

async function longTasks({ page }: Workbench): Promise<PageFigures['longestTask']> {
  const longest: PageFigures['longestTask'] = {};
  const note = async (what: string, act: () => Promise<unknown>): Promise<void> => {
    await page.waitForTimeout(3000);
    longest[what] = await longestTaskWhile(page, act);
  };
  await note('typeUnmarked', () => page.keyboard.type('So it goes, and goes.'));
  await note('pageUnmarked', () => turnPages(page));
  await note('scan', () => timeOfScan(page));
  await note('typeMarked', () => page.keyboard.type('So it goes, and goes.'));
  await note('pageMarked', () => turnPages(page));
  return longest;
}

const Trace = v.object({
  traceEvents: v.array(
    v.object({
      name: v.string(),
      pid: v.number(),
      tid: v.number(),
      /** Microseconds: elapsed, and processor time of the thread. */
      dur: v.optional(v.number(), 0),
      tdur: v.optional(v.number(), 0),
      args: v.optional(v.object({ name: v.optional(v.unknown()) })),
    }),
  ),
});

async function longestTaskWhile(page: Page, act: () => Promise<unknown>): Promise<WindowTask> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page is in no browser.');
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await act();
  // A report's panel shows its text after the marks.
  await page.waitForTimeout(4000);
  const { traceEvents } = v.parse(Trace, JSON.parse((await browser.stopTracing()).toString('utf8')));
  const threadOf = ({ pid, tid }: { pid: number; tid: number }): string => `${pid} ${tid}`;
  const windows = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  const tasks = traceEvents.filter((each) => each.name.endsWith('RunTask') && windows.has(threadOf(each)));
  if (tasks.length === 0) throw new Error('The trace of the window holds no task.');
  return {
    elapsed: Math.round(Math.max(...tasks.map(({ dur }) => dur)) / 1000),
    processor: Math.round(Math.max(...tasks.map(({ tdur }) => tdur)) / 1000),
    over50: tasks.filter(({ tdur }) => tdur > 50_000).length,
  };
}

async function turnPages(page: Page): Promise<void> {
  for (let i = 0; i < 40; i++) await page.keyboard.press('PageDown');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Control+Home');
}

function spread(all: number[]): Spread {
  const sorted = all.map(Math.round).toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? NaN;
  return { median: at(0.5), percentile95: at(0.95), all: all.map(Math.round) };
}
