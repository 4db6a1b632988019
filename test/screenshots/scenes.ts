import type { Locator } from 'playwright-core';
import type { Workbench } from '../ui/workbench.ts';

/** What the scenes are played on. */
export interface Stage {
  readonly workbench: Workbench;
  readonly theme: 'dark' | 'light';
  /** Takes, when all has come to rest, the picture `<name>-<theme>.webp` in a folder of the repository. */
  readonly take: (
    folder: 'media/walkthrough' | 'docs/pictures',
    name: string,
    crop?: () => Promise<Crop>,
  ) => Promise<void>;
}

/** A part of the window, in its pixels. */
export interface Crop {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Plays what a newcomer does from the first document on, and takes every picture of README and walkthrough on the way.
 * Inkling is to ask for the project of each scan, and bean-field.md and why-grow.md to be in the folder.
 */
export async function playScenes({ workbench, theme, take }: Stage): Promise<void> {
  const { page } = workbench;
  const editors = page.locator('.part.editor');

  // For the lists.
  for (const [file, project] of [
    ['note.txt', 'Newsletter'],
    ['why-grow.md', 'Newsletter'],
    ['bean-field.md', 'Garden book'],
  ] as const) {
    await workbench.openFile(file);
    await workbench.command('Inkling: Scan File');
    await answerProject(workbench, project);
    await workbench.command('View: Close All Editors');
  }

  await workbench.command('Inkling: Open Sample Document');
  await workbench.tab(/Untitled-1/).waitFor();
  await workbench.command('View: Close Primary Side Bar');
  await page.setViewportSize({ width: 760, height: 460 });
  const scan = workbench.editorAction('Scan File');
  await scan.hover();
  await page
    .getByRole('tooltip', { name: 'Scan File' })
    .or(page.locator('.workbench-hover'))
    .first()
    .waitFor();
  await take('media/walkthrough', 'scan', () => boxOf(editors));

  await page.setViewportSize({ width: 1080, height: 640 });
  await scan.click();
  await answerProject(workbench, 'Garden book');
  await workbench.command('View: Focus First Editor Group');
  await workbench.command('Inkling: Next Flagged Sentence');
  await workbench.hover(page.locator('.view-line').getByText('Growing your own vegetables').first());
  await take('media/walkthrough', 'read', () => boxOf(editors));
  const firstGroup = editors.locator('.editor-group-container').first();
  // README shows each once: a picture that follows the reader's theme is not to be had on every site.
  if (theme === 'light') await take('docs/pictures', 'marks', () => lowerPart(firstGroup, 92));

  await page.setViewportSize({ width: 1280, height: 800 });
  await workbench.openView('Inkling');
  for (const project of ['Garden book', 'Newsletter']) await workbench.view('Projects').expand(project);
  await restPointer(workbench);
  if (theme === 'dark') await take('docs/pictures', 'overview');
  await page.setViewportSize({ width: 1280, height: 480 });
  await take('media/walkthrough', 'keep', () => boxOf(page.locator('.part.sidebar')));

  await workbench.command('Inkling: Choose Service…');
  await workbench.quickInput.getByText('This Machine').first().waitFor();
  await restPointer(workbench);
  await take('media/walkthrough', 'where', () => boxOf(workbench.quickInput));
  await page.keyboard.press('Escape');
}

/** Names the project that Inkling asks for, and waits for the report. */
async function answerProject(workbench: Workbench, project: string): Promise<void> {
  await workbench.quickInput.locator('input').fill(project);
  await workbench.quickInput.locator('.monaco-list-row').filter({ hasText: project }).first().waitFor();
  await workbench.pick(project);
  await workbench.webview.getByRole('heading', { level: 1 }).waitFor();
}

/** Takes the pointer to where nothing answers to it. */
async function restPointer({ page }: Workbench): Promise<void> {
  await page.locator('.part.statusbar').hover({ position: { x: 240, y: 10 } });
}

async function boxOf(part: Locator): Promise<Crop> {
  const box = await part.boundingBox();
  if (!box) throw new Error(`Nothing is to be seen of ${part.toString()}.`);
  return box;
}

/** @param above how much of it is left out. */
async function lowerPart(part: Locator, above: number): Promise<Crop> {
  const { x, y, width, height } = await boxOf(part);
  return { x, y: y + above, width, height: height - above };
}
