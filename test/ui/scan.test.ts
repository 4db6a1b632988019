import assert from 'node:assert/strict';
import { useWorkbench, type Session } from './session.ts';
import type { Workbench } from './workbench.ts';

describe('Inkling in the workbench', function () {
  this.timeout(60_000);
  const opened = useWorkbench();
  let session: Session;
  let workbench: Workbench;
  before(() => {
    session = opened();
    workbench = session.workbench;
  });

  it('scans the file that the explorer names, marks it and shows its report', async () => {
    await workbench.contextMenu(workbench.explorerRow('keeping-bees.md'), 'Check for AI Writing');
    await workbench.tab(/^keeping-bees\.md: /).waitFor();
    await workbench.webview.getByText('I bought the hive from a man in Oldfield').first().waitFor();
    await workbench.tab('keeping-bees.md').click();
    await workbench.marks.first().waitFor();
  });

  it('lists the report in its view', async () => {
    await workbench.openView('Inkling');
    await workbench.view('All Reports').row('keeping-bees.md').waitFor();
  });

  it('keeps reports over a reload of the window', async () => {
    await session.reload();
    await workbench.openView('Inkling');
    await workbench.view('All Reports').row('keeping-bees.md').waitFor();
  });

  it('asks no other machine for anything', () => {
    assert.deepEqual(session.browser.strayRequests, []);
  });
});
