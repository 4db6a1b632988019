import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { parseAddress, type ServiceAddress } from '../../src/client/address.ts';
import type { App } from '../../src/editor/app.ts';
import type { ReportRef } from '../../src/editor/core/reportRef.ts';
import { rightKey, startRemoteService, type RemoteService } from '../rig/remoteService.ts';
import { closeAll, eventually, fileOf, reportTabs, runningApp } from './harness.ts';
import { projectRow, reportRow } from './rows.ts';
import { forgetServices, keysOf, pressing, setSetting } from './service.ts';
import { essay } from './texts.ts';

const run = (command: string, ...handed: unknown[]) => vscode.commands.executeCommand(command, ...handed);

/** Both name their reports 1, 2, 3, and both have a project "bees". */
describe('two services that name their reports and projects alike', () => {
  const { showWarningMessage } = vscode.window;
  let app: App;
  let ours: RemoteService;
  let theirs: RemoteService;

  before(async () => {
    app = await runningApp();
  });
  beforeEach(async () => {
    [ours, theirs] = await Promise.all([startRemoteService(), startRemoteService()]);
    for (const service of [ours, theirs]) service.projects = ['bees', 'boats'];
  });
  afterEach(async () => {
    Object.assign(vscode.window, { showWarningMessage });
    await vscode.window.tabGroups.close(reportTabs()); // closing all editors leaves the pinned ones
    await closeAll();
    await setSetting('inkling.project', undefined);
    await forgetServices(app);
    for (const service of [ours, theirs]) {
      await keysOf(app).forget(addressOf(service));
      await service.close();
    }
  });

  async function choose(service: RemoteService): Promise<void> {
    await keysOf(app).store(addressOf(service), rightKey);
    await setSetting('inkling.service.url', service.address);
    await eventually(() => app.selectedService.address === addressOf(service));
  }

  async function scanWith(service: RemoteService, name: string): Promise<ReportRef> {
    await choose(service);
    const file = await fileOf(name, essay);
    await pressing('Send', () => run('inkling.scanFile', file));
    await eventually(() => labels().some((label) => label.startsWith(name)));
    return { service: addressOf(service), id: '1' };
  }

  /** Keeps the tab of the report that has the focus. Of a pin, unlike of the focus, only VS Code's tabs tell. */
  async function pin(name: string): Promise<void> {
    const tab = () => reportTabs().find(({ label }) => label.startsWith(name));
    await eventually(() => tab()?.isActive && tab()?.group.isActive);
    await run('workbench.action.pinEditor');
    await eventually(() => tab()?.isPinned);
  }

  /** Answers the questions by these buttons, each after something else was done. */
  function answering(...answers: [button: string, first: () => Promise<void>][]): void {
    Object.assign(vscode.window, {
      showWarningMessage: async () => {
        const [button, first] = answers.shift() ?? ['', () => Promise.resolve()];
        await first();
        return button;
      },
    });
  }

  const labels = (): string[] => reportTabs().map(({ label }) => label);
  const row = (service: RemoteService, name: string) => ({
    ...projectRow(name),
    service: addressOf(service),
  });

  it('lose only what was confirmed, though another is chosen while the question is open', async () => {
    await choose(ours);
    answering(['Delete', () => choose(theirs)]);
    await run('inkling.delete', row(ours, 'bees'));
    assert.deepEqual([ours.projects, theirs.projects], [['boats'], ['bees', 'boats']]);
  });

  it('lose only what was confirmed by Try Again, whichever is chosen by then', async () => {
    await choose(ours);
    ours.outage = 500;
    const rows = [row(ours, 'bees'), row(ours, 'boats')];
    answering(
      ['Delete', () => Promise.resolve()],
      [
        'Try Again',
        async () => {
          ours.outage = undefined;
          await choose(theirs);
        },
      ],
    );
    await run('inkling.delete', rows[0], rows);
    await eventually(() => ours.projects.length === 0);
    assert.deepEqual(theirs.projects, ['bees', 'boats']);
    assert.ok(!theirs.requests.some((request) => request.startsWith('DELETE')));
  });

  it('lose nothing under another key, which may be another account’s', async () => {
    await choose(ours);
    await app.client.listProjects(); // the rows are what this key lists
    answering(['Delete', () => keysOf(app).store(addressOf(ours), 'ink_another')]);
    await run('inkling.delete', row(ours, 'bees'));
    assert.deepEqual(ours.projects, ['bees', 'boats']);
    assert.ok(!ours.requests.some((request) => request.startsWith('DELETE')));
  });

  it('lose nothing by a row of one that isn’t chosen, which is said with a way to it', async () => {
    await choose(ours);
    const stale = row(theirs, 'bees');
    await keysOf(app).store(addressOf(theirs), rightKey);
    const [shown] = await pressing(`Switch to 127.0.0.1:${theirs.port}`, () => run('inkling.delete', stale));
    assert.match(shown?.message ?? '', /reports are on 127\.0\.0\.1/);
    await eventually(() => app.selectedService.address === addressOf(theirs));
    assert.deepEqual(
      [ours.projects, theirs.projects],
      [
        ['bees', 'boats'],
        ['bees', 'boats'],
      ],
    );
  });

  it('keep the panels of a project when one of the same name is deleted elsewhere', async () => {
    await setSetting('inkling.project', 'bees');
    await scanWith(ours, 'kept.md');
    await choose(theirs);
    await pressing('Delete', () => run('inkling.delete', row(theirs, 'bees')));
    assert.equal(labels().length, 1);
  });

  it('show each its own report of an id, also after the other was chosen', async () => {
    const first = await scanWith(ours, 'ours.md');
    await run('inkling.openReport', first); // beside a text it hasn't the focus
    await pin('ours.md'); // else the next report takes its tab
    const second = await scanWith(theirs, 'theirs.md');
    assert.equal(labels().length, 2, 'two reports, not one');
    await vscode.window.tabGroups.close(reportTabs());
    await run('inkling.openReport', first);
    await eventually(() => labels().length === 1);
    await pin('');
    await run('inkling.openReport', second);
    await eventually(() => labels().some((label) => label.startsWith('theirs.md')));
    assert.ok(!labels().some((label) => label.startsWith('ours.md')), 'is asked of nobody else');
    await choose(ours);
    await eventually(() => labels().some((label) => label.startsWith('ours.md')));
  });

  it('leave this machine’s reports in reach: they open, and are deleted, while a service is chosen', async () => {
    const report = await app.client.scan({ content: essay, title: 'at-home.md' });
    await choose(ours);
    const item = { ...reportRow(report.id, null, { title: report.title }), service: null };
    await run('inkling.openReport', item);
    await eventually(() => labels().some((label) => label.startsWith('at-home.md')));
    const asked = ours.requests.length;
    await pressing('Delete', () => run('inkling.delete', item));
    await eventually(() => labels().length === 0);
    assert.ok(!ours.requests.slice(asked).some((request) => request.startsWith('DELETE')));
    await assert.rejects(app.clientOf(null)!.getReport(report.id), { code: 'notFound' });
  });

  it('begin with their whole lists: what was searched for on one is not asked of the other', async () => {
    await choose(ours);
    await run('inkling.projects.focus');
    const { showInputBox } = vscode.window;
    Object.assign(vscode.window, { showInputBox: () => Promise.resolve('bo') });
    try {
      await run('inkling.searchProjects');
    } finally {
      Object.assign(vscode.window, { showInputBox });
    }
    await eventually(() => ours.requests.some((request) => request.includes('search=bo')));
    await choose(theirs);
    await eventually(() => theirs.requests.some((request) => request.startsWith('GET /api/v1/projects')));
    assert.ok(!theirs.requests.some((request) => request.includes('search=')));
  });

  it('answer an agent only for the reports that they gave it', async () => {
    const ask = async (name: string, input: object): Promise<string> => {
      const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
      return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
    };
    await scanWith(ours, 'ours.md');
    assert.match(await ask('list_reports', {}), /ours\.md/);
    await scanWith(theirs, 'theirs.md');
    await assert.rejects(ask('get_report', { id: '1' }), /reports are on 127\.0\.0\.1/);
    assert.match(await ask('list_reports', {}), /theirs\.md/);
    assert.match(await ask('get_report', { id: '1' }), /theirs\.md/);
  });

  it('send no text to one that was chosen while the scan was asking', async () => {
    await choose(ours);
    await setSetting('inkling.newReport.privacy', 'password');
    const { showInputBox } = vscode.window;
    Object.assign(vscode.window, {
      showInputBox: async () => {
        await choose(theirs);
        return 'secret';
      },
    });
    try {
      const file = await fileOf('between.md', essay);
      const [shown] = await pressing('', () => run('inkling.scanFile', file));
      assert.match(shown?.message ?? '', /Nothing was sent/);
      assert.deepEqual([ours.titles, theirs.titles], [[], []]);
    } finally {
      Object.assign(vscode.window, { showInputBox });
      await setSetting('inkling.newReport.privacy', undefined);
    }
  });
});

function addressOf({ address }: RemoteService): ServiceAddress {
  const parsed = parseAddress(address);
  assert.ok(parsed.ok);
  return parsed.address;
}
