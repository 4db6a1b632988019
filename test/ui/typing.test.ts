import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brochure } from '../host/texts.ts';
import { useWorkbench } from './session.ts';
import type { Workbench } from './workbench.ts';

describe('marks under quick typing', function () {
  this.timeout(120_000);
  const opened = useWorkbench();
  let workbench: Workbench;
  const [, ...paragraphs] = brochure.trim().split('\n\n');
  const sentences = paragraphs.join(' ').split(/(?<=\.) /);

  before(async () => {
    const { folder, workbench: window } = opened();
    workbench = window;
    writeFileSync(join(folder, 'garden.md'), brochure);
    await opened().reload(); // a file that came since is not always told to the explorer
    await workbench.openFile('garden.md');
    await workbench.command('Inkling: Scan File');
    await workbench.tab(/^garden\.md: /).waitFor();
    await workbench.tab(/^garden\.md: /).click();
    await workbench.command('View: Close Editor');
    await workbench.tab('garden.md').click();
    await marksAre(sentences, []);
  });

  /** Waits until these sentences are marked as AI, and these as changed, letter for letter. */
  async function marksAre(intact: readonly string[], changed: readonly string[]): Promise<void> {
    const bare = (texts: readonly string[]): string => texts.join('').replace(/\s+/g, '');
    const wanted = { solid: bare(intact), dashed: bare(changed) };
    let found = { solid: '', dashed: '' };
    for (let tries = 0; tries < 40; tries++) {
      const { solid = '', dashed = '' } = await workbench.markedText();
      found = { solid, dashed };
      if (solid === wanted.solid && dashed === wanted.dashed) return;
      await workbench.page.waitForTimeout(250);
    }
    assert.deepEqual(found, wanted);
  }

  /** As fast as fingers that know the words. */
  async function type(text: string): Promise<void> {
    await workbench.page.keyboard.type(text, { delay: 30 });
  }

  it('stand on the sentences of the final text: words, a new line, a word in one step, several cursors, and all undone', async () => {
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
});
