import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { essay } from '../host/texts.ts';
import { useWorkbench } from './session.ts';
import type { Workbench } from './workbench.ts';

describe('the source control view', function () {
  this.timeout(120_000);
  const opened = useWorkbench();
  let workbench: Workbench;

  before(async () => {
    const session = opened();
    const { folder } = session;
    const git = (...args: string[]): void => {
      execFileSync('git', ['-C', folder, '-c', 'user.name=T', '-c', 'user.email=t@example.invalid', ...args]);
    };
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'Begin');
    writeFileSync(join(folder, 'note.txt'), essay);
    writeFileSync(join(folder, 'pier.md'), essay);
    workbench = session.workbench;
    await session.reload();
  });
  after(() => {
    for (const made of ['.git', 'pier.md'])
      rmSync(join(opened().folder, made), { recursive: true, force: true });
  });

  it('scans what changed by the menu of its title', async () => {
    await workbench.openView('Source Control');
    const { pane } = workbench.view('Changes');
    await workbench.change('pier.md').waitFor();
    await workbench.chooseFromMenu(async () => {
      await pane.hover();
      await pane.locator('.pane-header').getByRole('button', { name: 'More Actions...' }).click();
    }, 'Scan Changed Files');
    await workbench.notification('Scanned 2 files.').waitFor();
    await workbench.clearNotifications();
  });

  // Several are tried in test/host: the list may take a moment to select a second row.
  it('scans a changed file, with its report', async () => {
    await workbench.change('pier.md').click();
    await workbench.contextMenu(workbench.change('pier.md'), 'Check for AI');
    await workbench.tab(/^pier\.md: /).waitFor();
    await workbench.clearNotifications();
  });

  it('scans a commit message in the editor that opens for it', async () => {
    await workbench.command('Git: Stage All Changes');
    await workbench.command('Git: Commit');
    await workbench.tab('COMMIT_EDITMSG').waitFor();
    await workbench.focusFirstEditor();
    await workbench.page.keyboard.insertText(essay.split('\n').slice(6, 14).join('\n'));
    await workbench.editorAction('Scan File').click();
    await workbench.tab(/COMMIT_EDITMSG: /).waitFor();
    await workbench.marks.first().waitFor();
    await workbench.closeEditors(); // which git waits for
  });
});
