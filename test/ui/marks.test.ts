import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { brochure } from '../host/texts.ts';
import { useWorkbench } from './session.ts';
import type { Workbench } from './workbench.ts';

describe('marks in the workbench', function () {
  this.timeout(120_000);
  const opened = useWorkbench({
    files: { 'garden.md': brochure },
    settings: { 'inkling.diagnostics': true },
  });
  let workbench: Workbench;
  const [, ...paragraphs] = brochure.trim().split('\n\n');
  const sentences = paragraphs.join(' ').split(/(?<=\.) /);

  before(async () => {
    workbench = opened().workbench;
    await workbench.openFile('garden.md');
    await workbench.command('Inkling: Scan File');
    await workbench.statusBarItem('Reads like AI · on this machine').waitFor();
    await workbench.tab(/^garden\.md: /).click();
    await workbench.command('View: Close Editor');
    await workbench.tab('garden.md').click();
    await marksAre(sentences, []);
  });

  /**
   * Waits until these sentences are marked as AI, and these as changed, letter for letter. Those that VS Code underlines
   * as problems have no second line of ours.
   */
  async function marksAre(intact: readonly string[], changed: readonly string[]): Promise<void> {
    const bare = (texts: readonly string[]): string => texts.join('').replace(/\s+/g, '');
    const wanted = { solid: '', none: bare(intact), dashed: bare(changed) };
    let found = { solid: '', none: '', dashed: '' };
    for (let tries = 0; tries < 40; tries++) {
      const { solid = '', none = '', dashed = '' } = await workbench.markedText();
      found = { solid, none, dashed };
      if (isDeepStrictEqual(found, wanted)) return;
      await workbench.page.waitForTimeout(250);
    }
    assert.deepEqual(found, wanted);
  }

  /** As fast as fingers that know the words. */
  async function type(text: string): Promise<void> {
    await workbench.page.keyboard.type(text, { delay: 30 });
  }

  it('are on the right sentences after quick typing: words, a new line, a word in one step, several cursors, and all undone', async () => {
    const { keyboard } = workbench.page;
    const [first = '', ...others] = sentences;
    await keyboard.press('Control+Home');
    for (let line = 0; line < 2; line++) await keyboard.press('ArrowDown');
    for (let word = 0; word < 2; word++) await keyboard.press('Control+ArrowRight');

    await type(' silly');
    const silly = first.replace('Community gardens', 'Community gardens silly');
    await marksAre(others, [silly]);

    await type(' and\nquite');
    const broken = silly.replace('silly', 'silly and\nquite');
    await marksAre(others, [broken]);

    // In one step, as a paste comes.
    await type(' x');
    await keyboard.insertText('quite');
    await type('y');
    await marksAre(others, [broken.replace('quite', 'quite xquitey')]);

    // Back to the text that was scanned, in as few steps as VS Code makes of it.
    for (let step = 0; step < 30; step++) await keyboard.press('Control+Z');
    await marksAre(sentences, []);

    await keyboard.press('Control+Home');
    for (let line = 0; line < 2; line++) await keyboard.press('ArrowDown');
    await keyboard.press('Control+D');
    await keyboard.press('Control+D');
    await keyboard.press('ArrowRight');
    await type(' oddly');
    // The other cursor is in the heading, before all sentences.
    await marksAre(others, [first.replace('Community', 'Community oddly')]);
    for (let step = 0; step < 30; step++) await keyboard.press('Control+Z');
    await marksAre(sentences, []);
  });

  it('say aloud which flagged sentence the cursor went to, of how many', async () => {
    await workbench.page.keyboard.press('Escape');
    await workbench.page.keyboard.press('Control+Home');
    await workbench.statusBarItem('Ln 1, Col 1').waitFor();
    await workbench.command('Inkling: Previous Flagged Sentence');
    await workbench.page.getByRole('alert', { name: 'Flagged sentence 9 of 9' }).waitFor();
  });

  it('say in the status bar that the verdict is of the text before an edit, and no more once that is taken back', async () => {
    await workbench.page.keyboard.type('Quite ');
    await workbench.statusBarItem('changed since the scan').waitFor();
    for (let typed = 'Quite '.length; typed > 0; typed--) await workbench.page.keyboard.press('Backspace');
    await workbench.statusBarItem('changed since the scan').waitFor({ state: 'detached' });
  });

  it('lead from a problem to the report', async () => {
    await workbench.command('Problems: Focus on Problems View');
    await workbench.problemLink('report').click();
    await workbench.tab(/^garden\.md: /).waitFor();
    await workbench.command('View: Toggle Panel Visibility');
  });
});
