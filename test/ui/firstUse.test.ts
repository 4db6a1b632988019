import assert from 'node:assert/strict';
import { useWorkbench } from './session.ts';
import type { Workbench } from './workbench.ts';

describe('the walkthrough', function () {
  this.timeout(90_000);
  const opened = useWorkbench();
  let workbench: Workbench;
  before(() => {
    workbench = opened().workbench;
  });

  it('is offered where there are no reports yet', async () => {
    await workbench.openView('Inkling');
    await workbench.view('All Reports').welcomeButton('Open Sample Document').waitFor();
    await workbench.view('All Reports').pane.getByText('Take the first steps').click();
    await workbench.walkthrough.getByText('First Steps with Inkling').first().waitFor();
    assert.equal(await workbench.walkthroughStepDone('Scan a sample').count(), 0);
  });

  it('leads from a sample to its report, and ticks the step off', async () => {
    await workbench.walkthrough.getByRole('button', { name: 'Open Sample Document' }).click();
    await workbench.tab(/Untitled-1/).waitFor();
    await workbench.editorAction('Scan File').click();
    await workbench.tab(/^Untitled-1: /).waitFor();
    await workbench.marks.first().waitFor();
    await workbench.command('Inkling: Open Walkthrough');
    await workbench.walkthroughStepDone('Scan a sample').waitFor();
  });
});
