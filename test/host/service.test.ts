import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { App } from '../../src/editor/app.ts';
import type { ServiceAddress } from '../../src/client/address.ts';
import { freePort, tunnelling } from '../rig/answering.ts';
import { rightKey, startRemoteService, type RemoteService } from '../rig/remoteService.ts';
import { sentFields, sentInWords } from '../../src/editor/service/consent.ts';
import { cancelling, closeAll, eventually, fileOf, messagesOf, reportTabs, runningApp } from './harness.ts';
import { addressOf, consentOf, forgetServices, keysOf, pressing, setSetting, typing } from './service.ts';
import { essay, sentenceInEssay } from './texts.ts';

const run = (command: string, ...handed: unknown[]) => vscode.commands.executeCommand(command, ...handed);

describe('a remote service', () => {
  let app: App;
  let service: RemoteService;
  let address: ServiceAddress;

  before(async () => {
    app = await runningApp();
  });
  beforeEach(async () => {
    service = await startRemoteService();
    address = addressOf(service.address);
  });
  afterEach(async () => {
    await closeAll();
    await forgetServices(app);
    await keysOf(app).forget(address);
    await service.close();
  });

  async function choose(): Promise<void> {
    await keysOf(app).store(address, rightKey);
    await setSetting('inkling.service.url', `${service.address}/`);
    await eventually(() => app.selectedService.address === address);
  }

  it('replaces this machine, and this machine replaces it, without a reload', async () => {
    let told = 0;
    const listening = app.selectedService.onDidChange(() => (told += 1));
    await choose();
    assert.equal(app.host, `127.0.0.1:${service.port}`);
    assert.equal((await app.client.listReports()).total, 0);
    assert.deepEqual(service.keys, [rightKey]);
    await setSetting('inkling.service.url', '');
    await eventually(() => app.host === null);
    listening.dispose();
    assert.ok(told >= 2);
  });

  it('can’t be chosen by a workspace, which may come from anyone', async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const settings = join(folder.uri.fsPath, '.vscode');
    await mkdir(settings, { recursive: true });
    try {
      const theirs = { 'inkling.service.url': service.address, 'inkling.pageSize': 50 };
      await writeFile(join(settings, 'settings.json'), JSON.stringify(theirs));
      await eventually(() => vscode.workspace.getConfiguration('inkling').get('pageSize') === 50);
      assert.equal(app.host, null);
      await choose();
      const evil = { 'inkling.service.url': 'https://evil.test', 'inkling.pageSize': 100 };
      await writeFile(join(settings, 'settings.json'), JSON.stringify(evil));
      await eventually(() => vscode.workspace.getConfiguration('inkling').get('pageSize') === 100);
      assert.equal(app.selectedService.address, address);
    } finally {
      await rm(settings, { recursive: true });
    }
  });

  describe('asked for a text', () => {
    const send = 'Send';
    const scan = async (name: string) => run('inkling.scanFile', await fileOf(name, essay));

    it('gets it only after the user agreed, who is asked once and told what goes where', async () => {
      await choose();
      const [asked, ...others] = await pressing(send, () => scan('first.md'));
      assert.ok(asked?.isModal);
      assert.match(asked.message, /Send your text to 127\.0\.0\.1:/);
      assert.ok(asked.detail?.includes(service.address));
      assert.deepEqual(asked.buttons, ['Not Now', 'Send'], 'Enter sends nothing');
      assert.equal(asked.detail?.match(/^• /gm)?.length, 3);
      assert.match(asked.detail, /prose.*file’s path.*workspace folder.*password.*API key/);
      assert.deepEqual(others, []);
      assert.deepEqual(await pressing(send, () => scan('second.md')), []);
      assert.deepEqual(service.titles, ['first.md', 'second.md']);
    });

    it('gets one under an earlier consent only after the user agreed to the complete question', async () => {
      await choose();
      await app.context.globalState.update('inkling.agreedServices', [address]);
      const [asked, ...others] = await pressing(send, () => scan('first.md'));
      assert.ok(asked?.isModal);
      assert.deepEqual([others, service.titles], [[], ['first.md']]);
      assert.deepEqual(await pressing(send, () => scan('second.md')), []);
    });

    it('is not asked for its reports again after a scan, because the new one is inserted', async () => {
      const reads = (): number =>
        service.received.filter(({ method, path }) => method === 'GET' && path === '/api/v1/reports').length;
      await choose();
      await run('inkling.reports.focus');
      // Choosing a service reads the list more than once: what comes after a second's silence is the scans' doing.
      let [before, since] = [0, Date.now()];
      await eventually(() => {
        if (reads() !== before) [before, since] = [reads(), Date.now()];
        return before > 0 && Date.now() - since > 1000;
      });
      await pressing(send, () => scan('first.md'));
      await pressing(send, () => scan('second.md'));
      assert.deepEqual(service.titles, ['first.md', 'second.md']);
      assert.equal(reads(), before);
    });

    it('gets the fields and headers that the question and docs/remote.md name, and no others', async () => {
      const { showInputBox } = vscode.window;
      Object.assign(vscode.window, { showInputBox: () => Promise.resolve('secret') });
      await setSetting('inkling.newReport.privacy', 'password');
      await setSetting('inkling.project', 'Harbour');
      try {
        await choose();
        const [asked] = await pressing(send, () => scan('first.md'));
        assert.ok(asked?.detail?.includes(sentInWords()), asked?.detail);
        await app.client.listReports();
        await app.client.deleteReport('1');
      } finally {
        Object.assign(vscode.window, { showInputBox });
        await setSetting('inkling.newReport.privacy', undefined);
        await setSetting('inkling.project', undefined);
      }
      const { content = '', ...form } = service.received.find(({ method }) => method === 'POST')?.form ?? {};
      assert.ok(content.includes(sentenceInEssay) && !content.includes('```'), 'prose alone');
      assert.deepEqual(form, { title: 'first.md', project: 'Harbour', privacy: '2', password: 'secret' });
      assert.deepEqual(['content', ...Object.keys(form)].sort(), [...sentFields].sort());
      const documented = await documentedIn(app, 'docs/remote.md');
      assert.deepEqual(documented.field, [...sentFields].sort());
      assert.deepEqual(headersOf(service), documented.header);
    });

    it('gets nothing when the user does not agree, and they are asked again next time', async () => {
      await choose();
      for (let times = 1; times <= 2; times++) {
        const shown = await pressing('Not Now', () => scan('kept.md'));
        assert.equal(shown.length, 1);
      }
      assert.deepEqual(service.titles, []);
    });

    it('asks one question for many texts at once', async () => {
      await choose();
      const shown = await pressing(send, () =>
        Promise.all([app.client.scan({ content: essay }), app.client.scan({ content: essay })]),
      );
      assert.equal(shown.length, 1);
      assert.equal(service.titles.length, 2);
    });

    it('requires consent for each address', async () => {
      await choose();
      await pressing(send, () => app.client.scan({ content: essay }));
      const other = addressOf(`${service.address}/team`);
      await keysOf(app).store(other, rightKey);
      await setSetting('inkling.service.url', other);
      await eventually(() => app.selectedService.address === other);
      assert.equal((await pressing(send, () => app.client.scan({ content: essay }))).length, 1);
      await keysOf(app).forget(other);
    });

    it('gets nothing without a key, not even the question', async () => {
      await setSetting('inkling.service.url', service.address);
      await eventually(() => app.selectedService.address === address);
      const [shown] = await pressing('', () => scan('kept.md'));
      assert.match(shown?.message ?? '', /no API key for 127\.0\.0\.1/);
      assert.deepEqual(shown?.buttons, ['Set API Key', 'Use This Machine']);
      assert.deepEqual(service.requests, []);
    });
  });

  describe('given a key', () => {
    it('is tried out, and the error of a wrong one is shown below the field', async () => {
      await setSetting('inkling.service.url', service.address);
      await eventually(() => app.selectedService.address === address);
      await typing(
        async (box) => {
          await eventually(() => box.isOpen);
          assert.ok(box.password && box.ignoreFocusOut);
          box.enter('two words');
          await eventually(() => box.validationMessage);
          assert.deepEqual(service.requests, []);
          box.enter('ink_wrong');
          await eventually(() => box.validationMessage?.includes('does not accept'));
          assert.ok(box.isOpen && box.enabled);
          assert.equal(await keysOf(app).keyFor(address), undefined);
          box.enter(` ${rightKey}\n`);
        },
        () => run('inkling.setApiKey'),
      );
      assert.deepEqual(await keysOf(app).keyFor(address), { key: rightKey, from: 'storage' });
    });

    it('is waited for with a way to stop, and a failure is said of the trial, not of a text', async () => {
      await setSetting('inkling.service.url', service.address);
      await eventually(() => app.selectedService.address === address);
      await typing(
        async (box) => {
          await eventually(() => box.isOpen);
          service.answerOnce(413);
          box.enter(rightKey);
          await eventually(() => box.validationMessage?.includes('refused the request (HTTP 413)'));
          let answer: () => void = () => undefined;
          service.hold = new Promise((resolve) => (answer = resolve));
          const { cancelled } = await cancelling(async () => {
            box.enter(rightKey);
            await eventually(() => box.validationMessage?.includes('was not tried'));
          });
          assert.ok(cancelled && box.isOpen && box.enabled);
          answer();
          box.escape();
        },
        () => run('inkling.setApiKey'),
      );
      assert.equal(await keysOf(app).keyFor(address), undefined);
    });

    it('keeps it out of settings and log', async () => {
      const lines = await logged(app, async () => {
        await choose();
        await app.client.listReports();
        await service.close();
        await messagesOf(() => run('inkling.testConnection'));
      });
      assert.ok(
        lines.some((line) => /GET 127\.0\.0\.1:\d+\/api\/v1\/reports: 200/.test(line)),
        'the log says what was asked',
      );
      assert.ok(!lines.some((line) => line.includes(rightKey)));
      const configuration = JSON.stringify(vscode.workspace.getConfiguration('inkling'));
      assert.ok(configuration.includes(service.address) && !configuration.includes(rightKey));
    });

    it('follows one that another window sets', async () => {
      await setSetting('inkling.service.url', service.address);
      await eventually(() => app.selectedService.address === address);
      await assert.rejects(app.client.listReports(), { name: 'UserError' });
      let told = 0;
      const listening = app.selectedService.onDidChange(() => (told += 1));
      // Another window writes to the same storage; its event is the only thing heard of it.
      await app.context.secrets.store(`inkling.apiKey ${address}`, rightKey);
      await eventually(() => told > 0);
      listening.dispose();
      assert.equal((await app.client.listReports()).total, 0);
    });

    it('deletes it and the consent on signing out, once the user confirms', async () => {
      await choose();
      await pressing('Send', () => app.client.scan({ content: essay }));
      await pressing('', () => run('inkling.signOut'));
      assert.ok(await keysOf(app).keyFor(address));
      const [asked] = await pressing('Sign Out', () => run('inkling.signOut'));
      assert.ok(asked?.isModal);
      assert.equal(await keysOf(app).keyFor(address), undefined);
      assert.deepEqual(consentOf(app).addresses, []);
      await assert.rejects(app.client.listReports(), { name: 'UserError', message: /no API key/ });
    });
  });

  it('is chosen from a list that says which one is current; without a key nothing changes', async () => {
    await choose();
    await pressing('Send', () => app.client.scan({ content: essay }));
    await setSetting('inkling.service.url', '');
    await eventually(() => app.host === null);
    const offered = await picking(`127.0.0.1:${service.port}`, () => run('inkling.chooseService'));
    assert.deepEqual(
      offered.map(({ label, description = '' }) => [label, description]),
      [
        ['This Machine', 'current'],
        [`127.0.0.1:${service.port}`, ''],
        ['Another Address…', ''],
      ],
    );
    await eventually(() => app.selectedService.address === address);

    await keysOf(app).forget(address);
    await picking('This Machine', () => run('inkling.chooseService'));
    await eventually(() => app.host === null);
    await typing(
      async (box) => {
        await eventually(() => box.isOpen);
        box.escape();
      },
      () => picking(`127.0.0.1:${service.port}`, () => run('inkling.chooseService')),
    );
    assert.equal(app.host, null);
  });

  it('is never used over plain HTTP, and no other takes its place', async () => {
    await setSetting('inkling.service.url', 'http://detector.example.com');
    await eventually(() => app.host === 'http://detector.example.com');
    const [shown] = await pressing('', async () => run('inkling.scanFile', await fileOf('a.md', essay)));
    assert.match(shown?.message ?? '', /inkling\.service\.url is set to .* must start with https/);
    assert.deepEqual(shown?.buttons, ['Choose Service', 'Open Settings']);
  });

  it('can come from the environment with its key, unless the user chose', async () => {
    Object.assign(process.env, { INKLING_URL: service.address, INKLING_API_KEY: rightKey });
    try {
      await setSetting('inkling.service.caFile', '/nowhere'); // any change makes it look again
      await eventually(() => app.selectedService.address === address);
      assert.equal((await app.client.listReports()).total, 0);
      assert.deepEqual(service.keys, [rightKey]);
      const [refusal] = await pressing('Sign Out', () => run('inkling.signOut'));
      assert.match(refusal?.message ?? '', /INKLING_API_KEY/);
      await setSetting('inkling.service.url', '');
      await eventually(() => app.host === null);
    } finally {
      delete process.env['INKLING_URL'];
      delete process.env['INKLING_API_KEY'];
    }
  });

  it('can be tested, and reports the result', async () => {
    await choose();
    const [shown] = await pressing('', () => run('inkling.testConnection'));
    assert.equal(shown?.kind, 'information');
    assert.match(shown.message, /^127\.0\.0\.1:\d+ answered in \d+ ms\. It accepts your key\. .*: 0\.$/);
    await setSetting('inkling.service.url', '');
    await eventually(() => app.host === null);
    const [local] = await pressing('', () => run('inkling.testConnection'));
    assert.match(local?.message ?? '', /on this machine answered in \d+ ms/);
  });

  it('that is down leads to buttons that help', async () => {
    await choose();
    await service.close();
    const [shown] = await pressing('', () => run('inkling.testConnection'));
    assert.match(shown?.message ?? '', /refused the connection/);
    assert.deepEqual(shown?.buttons, ['Retry', 'Use This Machine', 'Choose Service', 'Show Log']);
    await pressing('Use This Machine', () => run('inkling.testConnection'));
    await eventually(() => app.host === null);
  });

  it('that was busy is asked again when the user presses Retry', async () => {
    await choose();
    service.answerOnce(429, { 'retry-after': '0' });
    const shown = await pressing('Retry', () => run('inkling.testConnection'));
    await eventually(() => shown.length === 2);
    assert.match(shown[0]?.message ?? '', /Too many requests/);
    assert.match(shown[1]?.message ?? '', /accepts your key/);
  });

  it('that may have stored a scan and stays away is not offered it again', async () => {
    await choose();
    await pressing('Send', () => app.client.scan({ content: essay }));
    service.outage = 'hang up';
    const [shown] = await pressing('', async () => run('inkling.scanFile', await fileOf('a.md', essay)));
    assert.match(shown?.message ?? '', /may have been stored/);
    assert.ok(!shown?.buttons.includes('Retry'));
  });

  it('tells the views whether it answers, and whether its key is valid', async () => {
    const states = await contextKeys(async (state) => {
      await choose();
      await app.client.listReports();
      await eventually(() => state() === 'answers');
      service.outage = 401; // for every request, as the views send some too
      await app.client.listReports().catch(() => undefined);
      await eventually(() => state() === 'inkling.signedOut');
      await service.close();
      await app.client.listReports().catch(() => undefined);
      await eventually(() => state() === 'inkling.unreachable');
      await setSetting('inkling.service.url', '');
      await eventually(() => app.host === null);
    });
    assert.equal(states(), 'answers', 'this machine is always there');
  });

  it('keeps its report when one of the same name is deleted elsewhere', async () => {
    await choose();
    await pressing('Send', async () => run('inkling.scanFile', await fileOf('theirs.md', essay)));
    await eventually(() => reportTabs().length === 1);
    await setSetting('inkling.service.url', '');
    await eventually(() => app.host === null);
    // Its report is the first of that service, so it goes by the name "1", as may one of another service.
    const namesake = { report: { id: '1', title: null }, service: null };
    await pressing('Delete', () => run('inkling.deleteReport', namesake));
    assert.equal(reportTabs().length, 1, 'the panel of the other service stays');
  });

  it('keeps what it found: marks never lead to a report of the same name elsewhere', async () => {
    await choose();
    await pressing('Send', async () => run('inkling.scanFile', await fileOf('theirs.md', essay)));
    await eventually(() => reportTabs().length === 1);
    await setSetting('inkling.service.url', '');
    await eventually(() => app.host === null);
    const theirs = { service: address, id: '1' };
    await run('inkling.openReport', theirs);
    assert.match(reportTabs()[0]?.label ?? '', /^theirs\.md/, 'the open panel is shown');
    await vscode.window.tabGroups.close(reportTabs());
    const asked = service.requests.length;
    await run('inkling.openReport', theirs);
    await eventually(() => reportTabs().length === 1);
    assert.equal(service.requests.length, asked, 'nobody is asked while another service is chosen');
    await choose();
    await eventually(() => reportTabs()[0]?.label.startsWith('theirs.md'));
  });

  it('that rejects the key leads to entering another', async () => {
    await keysOf(app).store(address, 'ink_revoked');
    await setSetting('inkling.service.url', service.address);
    await eventually(() => app.selectedService.address === address);
    const [shown] = await pressing('', () => run('inkling.testConnection'));
    assert.deepEqual([shown?.buttons[0], shown?.kind], ['Set API Key', 'error']);
  });

  describe('behind a certificate of the company’s own and a proxy', () => {
    let secure: RemoteService;
    let name: string;

    before(async () => {
      const fixture = join(app.context.extensionPath, 'test/fixtures/tls/trusted.pem');
      secure = await startRemoteService(await readFile(fixture, 'utf8'));
      name = fixture;
    });
    after(async () => {
      await secure.close();
    });
    afterEach(async () => {
      await setSetting('http.proxy', undefined);
    });

    async function chooseSecure(at: string): Promise<void> {
      const secureAddress = addressOf(at);
      await keysOf(app).store(secureAddress, rightKey);
      await setSetting('inkling.service.url', at);
      await eventually(() => app.selectedService.address === secureAddress);
    }

    it('is trusted once the setting names the file, and not before', async () => {
      await chooseSecure(secure.address);
      const [shown] = await pressing('', () => run('inkling.testConnection'));
      assert.match(shown?.message ?? '', /not signed by an authority/);
      assert.equal(shown?.buttons[0], 'Open Settings');
      await setSetting('inkling.service.caFile', name);
      await eventually(async () => (await app.client.listReports().catch(() => null))?.total === 0);
      const { header } = await documentedIn(app, 'docs/remote.md');
      assert.deepEqual(
        headersOf(secure).filter((name) => !header.includes(name)),
        [],
      );
    });

    it('says which file can’t be used', async () => {
      for (const [file, message] of [
        ['/nowhere/ca.pem', /Can’t read the file \/nowhere\/ca\.pem \(setting /],
        ['ca.pem', /full path/],
        [(await fileOf('ca.pem', 'no certificate')).fsPath, /contains no PEM certificate/],
      ] as const) {
        await setSetting('inkling.service.caFile', file);
        await chooseSecure(secure.address);
        const [shown] = await pressing('', () => run('inkling.testConnection'));
        assert.match(shown?.message ?? '', message);
      }
    });

    it('is reached through the proxy of VS Code’s settings', async () => {
      const proxy = await tunnelling(secure.port);
      try {
        await setSetting('http.proxy', proxy.address);
        await setSetting('inkling.service.caFile', name);
        await chooseSecure('https://service.test');
        const { total } = await app.client.listReports();
        assert.equal(total, 0);
        // The views may list reports and projects over it too.
        assert.deepEqual([...new Set(proxy.requests)], ['CONNECT service.test:443']);
      } finally {
        await proxy.close();
      }
    });

    it('is distinguished from a proxy that is down', async () => {
      await setSetting('http.proxy', `http://127.0.0.1:${await freePort()}`);
      await chooseSecure('https://service.test');
      const [shown] = await pressing('', () => run('inkling.testConnection'));
      assert.match(shown?.message ?? '', /proxy at 127\.0\.0\.1:\d+ refused/);
      assert.equal(shown?.buttons[0], 'Open Settings');
    });
  });
});

/** The names of all headers that came. */
function headersOf({ received }: RemoteService): string[] {
  return [...new Set(received.flatMap(({ headers }) => headers))].sort();
}

/** What the tables of a document name as fields and as headers. */
async function documentedIn(app: App, path: string): Promise<{ field: string[]; header: string[] }> {
  const text = await readFile(join(app.context.extensionPath, path), 'utf8');
  const named = (kind: string): string[] => {
    const [, rows = ''] = new RegExp(`^\\| ${kind} .*\\n\\|[- |]+\\n((?:\\|.*\\n)+)`, 'm').exec(text) ?? [];
    return [...rows.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name!).sort();
  };
  return { field: named('field'), header: named('header') };
}

/** Runs `action` and picks from the list that it shows. @returns what was offered. */
async function picking(label: string, action: () => Thenable<unknown>): Promise<vscode.QuickPickItem[]> {
  const { showQuickPick } = vscode.window;
  let offered: vscode.QuickPickItem[] = [];
  Object.assign(vscode.window, {
    showQuickPick: (items: vscode.QuickPickItem[]) => {
      offered = items;
      return Promise.resolve(items.find((item) => item.label === label));
    },
  });
  try {
    await action();
  } finally {
    Object.assign(vscode.window, { showQuickPick });
  }
  return offered;
}

/** Runs `action`. @returns what was written to the log meanwhile. */
async function logged({ log }: App, action: () => Promise<void>): Promise<string[]> {
  const lines: string[] = [];
  const levels = ['trace', 'debug', 'info', 'warn', 'error'] as const;
  const before = Object.fromEntries(levels.map((level) => [level, log[level].bind(log)]));
  for (const level of levels)
    Object.assign(log, { [level]: (...parts: unknown[]) => lines.push(parts.map(String).join(' ')) });
  try {
    await action();
  } finally {
    Object.assign(log, before);
  }
  return lines;
}

/**
 * Runs `action` with a view of what the context keys say of the service.
 * @returns the same view, to look at the end.
 */
async function contextKeys(action: (state: () => string) => Promise<void>): Promise<() => string> {
  const { executeCommand } = vscode.commands;
  const keys = new Map<string, unknown>();
  const state = (): string =>
    ['inkling.signedOut', 'inkling.unreachable'].filter((key) => keys.get(key) === true).join() || 'answers';
  Object.assign(vscode.commands, {
    executeCommand: (command: string, ...handed: unknown[]): Thenable<unknown> => {
      if (command === 'setContext') keys.set(String(handed[0]), handed[1]);
      return executeCommand(command, ...handed);
    },
  });
  try {
    await action(state);
  } finally {
    Object.assign(vscode.commands, { executeCommand });
  }
  return state;
}
