import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../src/editor/app.ts';
import { closeAll, fileOf, messagesOf, reportCount, runningApp } from './harness.ts';
import { setSetting } from './service.ts';
import { essay } from './texts.ts';

describe('a report’s page', () => {
  let app: App;

  before(async () => {
    app = await runningApp();
  });
  afterEach(async () => {
    await setSetting('inkling.newReport.privacy', undefined);
    await closeAll();
  });

  async function scanAs(privacy: string, typed?: string): Promise<void> {
    await setSetting('inkling.newReport.privacy', privacy);
    const { showInputBox } = vscode.window;
    Object.assign(vscode.window, { showInputBox: () => Promise.resolve(typed) });
    try {
      await vscode.commands.executeCommand('inkling.scanFile', await fileOf('pier.md', essay));
    } finally {
      Object.assign(vscode.window, { showInputBox });
    }
  }

  /** What Copy Report Link puts into the clipboard for the newest report, and what it says. */
  async function copiedLink(): Promise<{ url: string; said: string }> {
    const [report] = (await app.client.listReports({ sort_by: 'id', sort: 'desc' })).items;
    const { showInformationMessage } = vscode.window;
    let said = '';
    const note = (message: string): Promise<undefined> => {
      said = message;
      return Promise.resolve(undefined);
    };
    Object.assign(vscode.window, { showInformationMessage: note });
    try {
      assert.deepEqual(
        await messagesOf(() =>
          vscode.commands.executeCommand('inkling.copyReportLink', { report, service: null }),
        ),
        [],
      );
    } finally {
      Object.assign(vscode.window, { showInformationMessage });
    }
    // The test's server does not pass ports on: to the port itself.
    const external = new URL(await vscode.env.clipboard.readText());
    const [, port, path] = /^\/proxy\/(\d+)(\/.*)$/.exec(external.pathname) ?? [
      '',
      external.port,
      external.pathname,
    ];
    return { url: `http://127.0.0.1:${port}${path}`, said };
  }

  it('is private unless the setting says otherwise, and its link says who can open it', async () => {
    await scanAs('private');
    const { url, said } = await copiedLink();
    assert.match(said, /only on this machine.* private/);
    assert.equal((await fetch(url)).status, 404);
  });

  it('is open to anyone on this machine if the setting says public', async () => {
    await scanAs('public');
    const { url, said } = await copiedLink();
    assert.doesNotMatch(said, /private/);
    assert.match(await (await fetch(url)).text(), /The tide gauge at the east pier/);
  });

  it('asks for the password that was typed before the scan', async () => {
    await scanAs('password', 'sesame');
    const { url } = await copiedLink();
    assert.match(await (await fetch(url)).text(), /This report is password-protected/);
  });

  it('is not made at all when the question for its password is dismissed', async () => {
    const before = await reportCount(app);
    assert.deepEqual(await messagesOf(() => scanAs('password', undefined)), []);
    assert.equal(await reportCount(app), before);
  });

  it('is reported as missing after its report was deleted elsewhere', async () => {
    await scanAs('private');
    const [report] = (await app.client.listReports({ sort_by: 'id', sort: 'desc' })).items;
    await app.client.deleteReport(report?.id ?? '');
    const messages = await messagesOf(() =>
      vscode.commands.executeCommand('inkling.openReportPage', { report, service: null }),
    );
    assert.equal(messages.length, 1);
  });
});
