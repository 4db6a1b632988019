import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brochure } from '../host/texts.ts';
import { useWorkbench, type Session } from './session.ts';
import type { Workbench } from './workbench.ts';

describe('marks in the workbench', function () {
  this.timeout(90_000);
  const opened = useWorkbench();
  let session: Session;
  let workbench: Workbench;
  before(async () => {
    session = opened();
    workbench = session.workbench;
    writeFileSync(join(session.folder, 'keeping-bees.md'), brochure);
    mkdirSync(join(session.folder, '.vscode'));
    configure({ 'inkling.diagnostics': true });
    await session.reload();
    await workbench.openFile('keeping-bees.md');
    await workbench.command('Inkling: Scan File');
    await workbench.statusBarItem('Reads like AI · on this machine').waitFor();
    await workbench.tab('keeping-bees.md').click();
  });

  function configure(settings: Record<string, boolean>): void {
    writeFileSync(join(session.folder, '.vscode/settings.json'), JSON.stringify(settings));
  }

  it('say aloud which flagged sentence the cursor went to, of how many', async () => {
    await workbench.command('Inkling: Go to Previous Flagged Sentence');
    await workbench.page.getByRole('alert', { name: 'Flagged sentence 9 of 9' }).waitFor();
  });

  it('say in the status bar that the verdict is of the text before an edit, and no more once that is taken back', async () => {
    await workbench.page.keyboard.type('Quite ');
    await workbench.statusBarItem('changed since the scan').waitFor();
    for (let typed = 'Quite '.length; typed > 0; typed--) await workbench.page.keyboard.press('Backspace');
    await workbench.statusBarItem('changed since the scan').waitFor({ state: 'detached' });
  });

  it('lead from a problem to the report', async () => {
    await workbench.tab(/^keeping-bees\.md: /).click();
    await workbench.command('View: Close Editor');
    await workbench.command('Problems: Focus on Problems View');
    await workbench.problemLink('report').click();
    await workbench.tab(/^keeping-bees\.md: /).waitFor();
  });
});
