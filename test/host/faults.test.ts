import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import * as vscode from 'vscode';
import { parseAddress } from '../../src/client/address.ts';
import type { App } from '../../src/editor/app.ts';
import { createLocalService } from '../../src/editor/service/clients.ts';
import { ProseReader } from '../../src/editor/text/prose.ts';
import { longIdle } from '../../src/threads/thread.ts';
import { temporaryFolder } from '../rig/temporaryFolder.ts';
import { rightKey, startRemoteService, type RemoteService } from '../rig/remoteService.ts';
import { closeAll, eventually, fileOf, reading, reportCount, reportTabs, runningApp } from './harness.ts';
import { forgetServices, keysOf, pressing, setSetting } from './service.ts';
import { essay } from './texts.ts';

const run = (command: string, ...handed: unknown[]) => vscode.commands.executeCommand(command, ...handed);
const names = ['a.md', 'b.md', 'c.md'];

/** A folder in the open one, with three documents. */
function folderOfThree(): vscode.Uri {
  const open = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  assert.ok(open);
  const folder = mkdtempSync(join(open, 'faults-'));
  for (const name of names) writeFileSync(join(folder, name), essay);
  return vscode.Uri.file(folder);
}

describe('a folder scan whose service fails', () => {
  let app: App;
  let service: RemoteService;
  let folder: vscode.Uri;

  before(async () => {
    app = await runningApp();
  });
  beforeEach(async () => {
    service = await startRemoteService();
    const parsed = parseAddress(service.address);
    assert.ok(parsed.ok);
    await keysOf(app).store(parsed.address, rightKey);
    await setSetting('inkling.service.url', service.address);
    await eventually(() => app.selectedService.address === parsed.address);
    await pressing('Send', () => app.selectedService.allowSending());
    folder = folderOfThree();
  });
  afterEach(async () => {
    rmSync(folder.fsPath, { recursive: true });
    await closeAll();
    if (app.selectedService.address) await keysOf(app).forget(app.selectedService.address);
    await forgetServices(app);
    await service.close();
  });

  /** Their paths in the open folder. */
  const titlesOf = (files: readonly string[]): string[] =>
    files.map((file) => `${basename(folder.fsPath)}/${file}`);

  for (const outage of ['hang up', 503] as const) {
    it(`waits while it is gone (${outage}), says so, and stores each file once`, async () => {
      const told: string[] = [];
      service.onStored = () => {
        service.onStored = () => undefined;
        service.outage = outage;
      };
      const shown = await pressing('', () =>
        reading(
          (message) => {
            told.push(message);
            if (message.includes('Retrying in 4 s')) service.outage = undefined;
          },
          async () => {
            await run('inkling.scanFolder', folder);
          },
        ),
      );
      assert.deepEqual(service.titles, titlesOf(names));
      assert.match(shown[0]?.message ?? '', /^Scanned 3 files\./);
      assert.ok(told.includes('2 of 3: the service is not responding. Retrying in 2 s…'), told.join('\n'));
    });
  }

  it('stores no file twice whose answer was lost in the middle', async () => {
    service.onStored = () => {
      service.onStored = () => undefined;
      setImmediate(() => {
        service.loseNextAnswer(); // that of b.md
      });
    };
    const shown = await pressing('', () => run('inkling.scanFolder', folder));
    assert.deepEqual(service.titles, titlesOf(names));
    assert.match(shown[0]?.message ?? '', /^Scanned 3 files\./);
  });

  it('says so if a service may have stored a file twice because an answer was lost', async () => {
    service.keepsKeys = false;
    service.onStored = () => {
      service.onStored = () => undefined;
      setImmediate(() => {
        service.loseNextAnswer(); // that of b.md
      });
    };
    const shown = await pressing('', () => run('inkling.scanFolder', folder)).finally(() => {
      service.keepsKeys = true;
    });
    assert.deepEqual(service.titles, titlesOf(['a.md', 'b.md', 'b.md', 'c.md']));
    assert.match(shown[0]?.message ?? '', /^Scanned 3 files\./);
    assert.match(shown[0]?.message ?? '', /1 may be stored twice/);
  });

  it('keeps what is stored during a long outage, and continues on request', async () => {
    const shown = await pressing('Scan the Rest', async () => {
      service.onStored = () => {
        service.onStored = () => undefined;
        service.answerOnce(429, { 'retry-after': '3600' });
      };
      await run('inkling.scanFolder', folder);
      await eventually(() => service.titles.length === 3);
    });
    assert.deepEqual(service.titles, titlesOf(names));
    const summary = shown.find(({ kind }) => kind === 'information');
    assert.match(summary?.message ?? '', /^Scanned 1 of 3 files\./);
    assert.equal(summary?.buttons[0], 'Scan the Rest');
    assert.match(shown.find(({ kind }) => kind === 'error')?.message ?? '', /Too many requests/);
  });

  it('is cancelled at once during a wait, and reports what is stored', async () => {
    service.onStored = () => {
      service.outage = 503;
    };
    const shown = await pressing('', () =>
      reading(
        (message, cancel) => {
          if (message.includes('Retrying')) cancel();
        },
        () => run('inkling.scanFolder', folder),
      ),
    );
    assert.deepEqual(service.titles, titlesOf(['a.md']));
    assert.deepEqual(
      shown.map(({ kind }) => kind),
      ['information'],
    );
    assert.match(shown[0]?.message ?? '', /^Scanned 1 of 3 files\./);
  });
});

describe('a scan on this machine', () => {
  let app: App;
  before(async () => {
    app = await runningApp();
  });
  afterEach(closeAll);

  for (const [when, kill] of [
    ['while it worked', killWorkerAsked],
    ['when it had stored the report', killWorkerAnswering],
  ] as const) {
    it(`whose worker dies ${when} ends with one report, as do the next`, async () => {
      const before = await reportCount(app);
      const restore = kill();
      const shown = await pressing('', async () => {
        await run('inkling.scanFile', await fileOf('killed.md', essay));
      }).finally(restore.stop);
      assert.ok(restore.done(), 'the worker was killed');
      assert.deepEqual(shown, []);
      assert.equal(await reportCount(app), before + 1);
      await eventually(() => reportTabs().length === 1);
      await run('inkling.scanFile', await fileOf('next.md', essay));
      assert.equal(await reportCount(app), before + 2);
    });
  }

  it('of a folder continues when the worker dies, and stores each file once', async () => {
    const before = await reportCount(app);
    const folder = folderOfThree();
    const restore = killWorkerAnswering();
    const shown = await pressing('', () => run('inkling.scanFolder', folder)).finally(() => {
      restore.stop();
      rmSync(folder.fsPath, { recursive: true });
    });
    assert.ok(restore.done());
    assert.match(shown[0]?.message ?? '', /^Scanned 3 files\./);
    assert.equal(await reportCount(app), before + 3);
  });

  it('is run again when what reads prose dies, and says what to do when it dies again', async () => {
    const before = await reportCount(app);
    const once = killProseReader(1);
    const quiet = await pressing('', async () => {
      await run('inkling.scanFile', await fileOf('killed.md', essay));
    }).finally(once.stop);
    assert.ok(once.done());
    assert.deepEqual(quiet, []);
    assert.equal(await reportCount(app), before + 1);
    const twice = killProseReader(2);
    const [shown] = await pressing('', async () => {
      await run('inkling.scanFile', await fileOf('deadly.md', essay));
    }).finally(twice.stop);
    assert.match(shown?.message ?? '', /crashed twice while reading the text/);
    assert.equal(await reportCount(app), before + 1);
    await run('inkling.scanFile', await fileOf('next.md', essay));
    assert.equal(await reportCount(app), before + 2);
  });
});

describe('the service on this machine', () => {
  it('makes one key in a window that can keep none, however often its thread is started', async () => {
    const app = await runningApp();
    const folder = temporaryFolder('keys');
    const refuse = () => Promise.reject(new Error('no keyring'));
    const subscriptions: vscode.Disposable[] = [];
    const context = Object.create(app.context, {
      secrets: { value: { get: refuse, store: refuse } },
      globalStorageUri: { value: vscode.Uri.file(folder) },
      subscriptions: { value: subscriptions },
    }) as vscode.ExtensionContext;
    const threads: Worker[] = [];
    const onStart = (thread: Worker): void => {
      threads.push(thread);
    };
    process.on('worker', onStart);
    try {
      const { client } = createLocalService(context, app.log);
      await client.listReports({});
      await threads[0]?.terminate();
      await client.listReports({});
      assert.equal(threads.length, 2);
    } finally {
      process.off('worker', onStart);
      for (const each of subscriptions) await each.dispose();
    }
    const database = new DatabaseSync(join(folder, 'inkling.db'));
    const [counted] = database.prepare('SELECT count(*) AS keys FROM api_keys').all();
    database.close();
    assert.equal(counted?.['keys'], 1);
  });
});

describe('the thread that reads prose', () => {
  it('ends after a long idle time, and starts again with the next document', async () => {
    const app = await runningApp();
    const reader = new ProseReader(app.context, app.log);
    const { setTimeout } = globalThis;
    const idleTimers: (() => void)[] = [];
    Object.assign(globalThis, {
      setTimeout: (action: () => void, milliseconds: number) => {
        if (milliseconds === longIdle) idleTimers.push(action);
        return setTimeout(action, milliseconds);
      },
    });
    const threads = new Set<Worker>();
    const postMessage = Reflect.get(Worker.prototype, 'postMessage') as Send;
    const noting: Send = function (message, ...rest) {
      threads.add(this);
      postMessage.call(this, message, ...rest);
    };
    Object.assign(Worker.prototype, { postMessage: noting });
    try {
      const { signal } = new AbortController();
      const read = () => reader.ask({ wanted: 'prose', document: 'Prose.', languageId: 'markdown' }, signal);
      assert.equal((await read())?.text, 'Prose.');
      await read();
      assert.equal(threads.size, 1);
      const [thread] = threads;
      const ended = new Promise((resolve) => thread?.once('exit', resolve));
      idleTimers.at(-1)?.();
      await ended;
      await read();
      assert.equal(threads.size, 2);
    } finally {
      Object.assign(Worker.prototype, { postMessage });
      Object.assign(globalThis, { setTimeout });
      reader.dispose();
    }
  });
});

interface Killing {
  /** Whether the worker was killed as often as it was to be. */
  done: () => boolean;
  stop: () => void;
}

/** Kills the service's worker as soon as it has been sent a text. */
function killWorkerAsked(): Killing {
  return killAtPost(1, (message) => questionOf(message)['method'] === 'POST');
}

/** What a message to a thread asks, if it does. */
function questionOf(message: Record<string, unknown>): Record<string, unknown> {
  return message['kind'] === 'ask' ? (message['question'] as Record<string, unknown>) : {};
}

function killProseReader(times: number): Killing {
  return killAtPost(times, (message) => 'languageId' in questionOf(message));
}

type Send = (this: Worker, message: Record<string, unknown>, ...rest: unknown[]) => void;

function killAtPost(times: number, isTarget: (message: Record<string, unknown>) => boolean): Killing {
  const postMessage = Reflect.get(Worker.prototype, 'postMessage') as Send;
  let left = times;
  const killing: Send = function (message, ...rest) {
    if (left === 0 || !isTarget(message)) {
      postMessage.call(this, message, ...rest);
      return;
    }
    left--;
    void this.terminate(); // before it has the message: on a busy machine it might answer first
  };
  Object.assign(Worker.prototype, { postMessage: killing });
  return {
    done: () => left === 0,
    stop: () => {
      Object.assign(Worker.prototype, { postMessage });
    },
  };
}

type Emit = (this: Worker, event: string, ...values: unknown[]) => boolean;

/** Kills the service's worker when it answers that it stored a report, before anyone hears of it. */
function killWorkerAnswering(): Killing {
  const emit = Reflect.get(Worker.prototype, 'emit') as Emit;
  let isDone = false;
  const killing: Emit = function (event, message, ...rest) {
    const isStored = (message as { answer?: { status?: number } } | undefined)?.answer?.status === 201;
    if (isDone || event !== 'message' || !isStored) return emit.call(this, event, message, ...rest);
    isDone = true;
    void this.terminate();
    return true;
  };
  Object.defineProperty(Worker.prototype, 'emit', { value: killing, configurable: true });
  return {
    done: () => isDone,
    stop: () => {
      Reflect.deleteProperty(Worker.prototype, 'emit');
    },
  };
}
