import assert from 'node:assert/strict';
import { rightKey, startRemoteService, type RemoteService } from '../rig/remoteService.ts';
import { useWorkbench } from './session.ts';
import type { Workbench } from './workbench.ts';

describe('a remote service, in the workbench', function () {
  this.timeout(90_000);
  const opened = useWorkbench();
  let workbench: Workbench;
  let service: RemoteService;
  let host: string;

  before(async () => {
    workbench = opened().workbench;
    service = await startRemoteService();
    host = `127.0.0.1:${service.port}`;
  });
  after(async () => {
    await service.close();
  });

  it('is chosen by its address with a key that is tried, gets a text once the user agreed, and is left for this machine', async () => {
    await workbench.command('Inkling: Choose Service…');
    await workbench.pick('Another Address…');
    await workbench.quickInput.getByText('Service Address').waitFor();
    await workbench.quickInput.locator('input').first().fill('http://detector.example.com');
    await workbench.quickInput.getByText('must start with https://').waitFor();
    await workbench.answer(service.address);
    await workbench.quickInput.getByText(`API Key for ${host}`).waitFor();
    await workbench.answer('ink_wrong');
    await workbench.quickInput.getByText('does not accept the API key').waitFor();
    await workbench.answer(rightKey);
    await workbench.statusBarItem(`texts are now analysed by ${host}`).waitFor();
    await workbench.command('Inkling: Test Connection');
    await workbench.notification(/It accepts your key/).waitFor();
    await workbench.clearNotifications();

    // Nothing goes there before the user agreed, and the status bar says where a text was analysed.
    await workbench.openView('Inkling');
    const reports = workbench.view('All Reports');
    await reports.pane.getByText('the text is sent to that service').waitFor();
    assert.equal(await reports.pane.getByText('stays here').count(), 0);
    await workbench.openFile('keeping-bees.md');
    await workbench.command('Inkling: Scan File');
    await workbench.dialog.getByText(`Send your text to ${host}?`).waitFor();
    assert.deepEqual(service.titles, []);
    await workbench.answerDialog('Send');
    await workbench.statusBarItem(`unclear · ${host}`).waitFor();
    assert.deepEqual(service.titles, ['keeping-bees.md']);
    await workbench.offersCommand('Inkling: Set API Key…');
    await workbench.openView('Inkling');
    await workbench.view('All Reports').row('keeping-bees.md').waitFor();

    // This machine's reports are shown then.
    await workbench.command('Inkling: Choose Service…');
    await workbench.quickInput.getByText('current').waitFor();
    await workbench.pick('This Machine');
    await workbench.view('All Reports').row('keeping-bees.md').waitFor({ state: 'detached' });
    await workbench.view('All Reports').pane.getByText('stays here').waitFor();
  });

  it('replaces the rows of the last one at once even if it is slow, and entering its key can be cancelled', async () => {
    await workbench.openFile('keeping-bees.md');
    await workbench.command('Inkling: Scan File');
    await workbench.openView('Inkling');
    const reports = workbench.view('All Reports');
    await reports.row('keeping-bees.md').waitFor();
    const held = Promise.withResolvers<undefined>();
    service.hold = held.promise;
    await workbench.command('Inkling: Choose Service…');
    await workbench.pick(host);
    await reports.row('keeping-bees.md').waitFor({ state: 'detached' });
    await reports.pane.getByText('Reading your reports').waitFor();

    await workbench.command('Inkling: Set API Key…');
    await workbench.answer(rightKey);
    await workbench.statusBarItem('trying the key').waitFor();
    await workbench.page.keyboard.press('Escape');
    await workbench.quickInput.waitFor({ state: 'hidden' });
    await workbench.statusBarItem('trying the key').waitFor({ state: 'detached' });

    service.hold = undefined;
    held.resolve(undefined);
    await reports.row('keeping-bees.md').waitFor();
    // As the next tests want it.
    await workbench.command('Inkling: Choose Service…');
    await workbench.pick('This Machine');
    await workbench.statusBarItem('Local').waitFor();
  });
});
