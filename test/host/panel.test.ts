import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { FetchedReport } from '../../src/client/client.ts';
import { ApiError } from '../../src/client/errors.ts';
import type { App } from '../../src/editor/app.ts';
import { ReportPanel } from '../../src/editor/report/panel.ts';
import type { ToWebview } from '../../src/report/view/messages.ts';
import type { ServiceAddress } from '../../src/client/address.ts';
import type { ServiceId } from '../../src/editor/core/reportRef.ts';
import { eventually, messagesOf, runningApp } from './harness.ts';
import { essay } from './texts.ts';

/** A panel whose page is the test: it says what a page says and keeps what it is sent. */
class FakePanel {
  readonly #said = new vscode.EventEmitter<unknown>();
  readonly #disposed = new vscode.EventEmitter<void>();
  readonly posted: ToWebview[] = [];
  isClosed = false;
  title = '';
  iconPath: unknown;
  viewColumn = vscode.ViewColumn.One;
  active = true;
  readonly onDidDispose = this.#disposed.event;
  readonly webview = {
    options: {},
    html: '',
    cspSource: 'https://panel.invalid',
    asWebviewUri: (uri: vscode.Uri) => uri,
    onDidReceiveMessage: this.#said.event,
    postMessage: (message: ToWebview) => {
      this.posted.push(message);
      return Promise.resolve(true);
    },
  };

  dispose(): void {
    this.isClosed = true;
    this.#disposed.fire();
  }

  reveal(): void {
    this.active = true;
  }

  say(message: unknown): void {
    this.#said.fire(message);
  }

  /** What the page shows now: a report, its bare fields, or why there is none. */
  get shows(): string | undefined {
    const view = this.posted.at(-1)?.view;
    if (view?.kind !== 'state') return view?.kind;
    return view.state.kind === 'failed' ? `failed: ${view.state.message}` : view.state.kind;
  }
}

const detector = 'https://detector.example' as ServiceAddress;

describe('a report’s panel', () => {
  let running: App;
  let report: FetchedReport;
  let fake: FakePanel;
  /** What the service says when the report is asked for. */
  let answer: () => Promise<FetchedReport>;

  before(async () => {
    running = await runningApp();
    report = await running.client.scan({ content: essay, title: 'pier.md' });
  });
  beforeEach(() => {
    fake = new FakePanel();
    answer = () => Promise.resolve(report);
  });

  /** @param service that keeps the report and can be asked. */
  function open(service: ServiceId = null): ReportPanel {
    const app: App = { ...running, clientOf: () => ({ ...running.client, getReport: () => answer() }) };
    return panelIn(app, service);
  }

  function panelIn(app: App, service: ServiceId): ReportPanel {
    const ref = { service, id: report.id };
    return new ReportPanel(app, fake as unknown as vscode.WebviewPanel, ref);
  }

  /** What is posted to a page is posted in a turn of its own. */
  async function settled(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve));
    await new Promise((resolve) => setImmediate(resolve));
  }

  it('sends the report once the page listens, and not before: it would be lost', async () => {
    await open().load();
    await settled();
    assert.deepEqual(fake.posted, []);
    fake.say({ kind: 'ready' });
    await settled();
    assert.equal(fake.shows, 'report');
    assert.match(fake.title, /^pier\.md: /);
  });

  it('sends the report again to a page that was hidden and starts again', async () => {
    await open().load();
    fake.say({ kind: 'ready' });
    await settled();
    fake.say({ kind: 'ready' });
    await settled();
    assert.equal(fake.posted.length, 2);
  });

  it('puts the verdict and its figures into the clipboard, and nothing of the text', async () => {
    await open().load();
    fake.say({ kind: 'ready' });
    await vscode.env.clipboard.writeText('');
    fake.say({ kind: 'action', action: 'copySummary' });
    const summary = await eventually(async () => (await vscode.env.clipboard.readText()) || undefined);
    assert.match(summary, /^pier\.md: .+\.\n/);
    assert.ok(!summary.includes(essay.slice(0, 20)));
  });

  it('says that it is loading, or that the report no longer exists; the button then closes it', async () => {
    answer = () => Promise.reject(new ApiError('notFound', 'There is no such report.'));
    const panel = open();
    fake.say({ kind: 'ready' });
    await settled();
    assert.equal(fake.shows, 'loading');
    await panel.load();
    await settled();
    assert.equal(fake.shows, 'gone');
    fake.say({ kind: 'action', action: 'close' });
    assert.ok(fake.isClosed);
  });

  it('says why a report can’t be read, and reads it when its button is pressed', async () => {
    answer = () => Promise.reject(new ApiError('offline', 'The service can’t be reached.'));
    const panel = open();
    fake.say({ kind: 'ready' });
    await panel.load();
    await settled();
    assert.equal(fake.shows, 'failed: The service can’t be reached.');
    answer = () => Promise.resolve(report);
    fake.say({ kind: 'action', action: 'retry' });
    await eventually(() => fake.shows === 'report');
  });

  it('lists what a service sent that judges in another way, and never makes up a verdict', async () => {
    const panel = open(detector);
    fake.say({ kind: 'ready' });
    panel.show({ ...report, title: null, result: null });
    await settled();
    assert.equal(fake.shows, 'fields');
    assert.match(fake.title, /^Untitled: /);
  });

  it('keeps the verdict on its tab after a long title, and no title reverses it', () => {
    const panel = open();
    panel.show({ ...report, title: `notes\u202E ${'and more '.repeat(25)}` });
    assert.match(fake.title, /^notes and more [^\u202E]{0,30}…[^\u202E]{0,30}: \S/);
  });

  it('accepts only known messages from the page', async () => {
    await open().load();
    const messages = await messagesOf(async () => {
      fake.say({ kind: 'action', action: 'format the disk' });
      fake.say('ready');
      await settled();
    });
    assert.deepEqual([fake.posted, messages, fake.isClosed], [[], [], false]);
  });

  it('ignores whatever arrives after it was closed', async () => {
    let arrive: (late: FetchedReport) => void = () => undefined;
    answer = () => new Promise((resolve) => (arrive = resolve));
    const panel = open();
    fake.say({ kind: 'ready' });
    const loaded = panel.load();
    await settled();
    fake.dispose();
    const before = fake.posted.length;
    arrive(report);
    await loaded;
    await settled();
    assert.equal(fake.posted.length, before);
  });

  it('does nothing for buttons that need the report while it is not there', async () => {
    open();
    const messages = await messagesOf(async () => {
      for (const action of ['saveAs', 'delete', 'openPage', 'copyLink']) fake.say({ kind: 'action', action });
      fake.say({ kind: 'reveal', start: 0, end: 4 });
      await settled();
    });
    assert.deepEqual(messages, []);
  });

  describe('of a service’s report', () => {
    const openExternal = vscode.env.openExternal;
    let opened: string[];
    beforeEach(() => {
      opened = [];
      Object.assign(vscode.env, {
        openExternal: (uri: vscode.Uri) => {
          opened.push(uri.toString(true));
          return Promise.resolve(true);
        },
      });
    });
    afterEach(() => {
      Object.assign(vscode.env, { openExternal });
    });

    async function press(action: string): Promise<string[]> {
      return messagesOf(async () => {
        fake.say({ kind: 'action', action });
        await settled();
        await settled();
      });
    }

    it('opens the page at the service’s address, and copies the address', async () => {
      const url = 'https://detector.example/reports/7';
      open(detector).show({ ...report, url });
      assert.deepEqual(await press('openPage'), []);
      assert.deepEqual(opened, [url]);
      await vscode.env.clipboard.writeText('');
      assert.deepEqual(await press('copyLink'), []);
      await eventually(async () => (await vscode.env.clipboard.readText()) === url);
    });

    for (const url of [null, 'command:workbench.action.quit', 'file:///etc/passwd', 'https://']) {
      it(`opens nothing when the service gives ${url ?? 'nothing'} for an address, and says so`, async () => {
        open(detector).show({ ...report, url });
        const messages = await press('openPage');
        assert.deepEqual(opened, []);
        assert.deepEqual(messages, ['detector.example returned no page address for this report.']);
      });
    }
  });
});
