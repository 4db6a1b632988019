import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { launchBrowser, type Browser } from '../rig/browser.ts';
import { linkExtension, vsixFile } from '../rig/extension.ts';
import { shotsFolder } from '../rig/paths.ts';
import {
  createProfile,
  globalStorage,
  installVsix,
  resetProfile,
  restoreSample,
  startCodeServer,
  workbenchUrl,
  writeSettings,
  type Profile,
  type Server,
} from '../rig/server.ts';
import { Workbench } from './workbench.ts';

/** What the tests of one `describe` share: a window of VS Code with Inkling, without editors and reports. */
export interface Session {
  readonly workbench: Workbench;
  readonly browser: Browser;
  /** The open folder: a copy of test/rig/sample. */
  readonly folder: string;
  /** Where the extension keeps its files. */
  readonly storage: string;
  /** Loads the window again, as after a restart of VS Code. */
  reload(): Promise<void>;
}

export interface SessionOptions {
  /** Of the editor, as a BCP 47 tag. No language pack is installed: VS Code's own words stay English. */
  language?: string;
  /** In the open folder, besides those of test/rig/sample. Sessions in one language see each other's. */
  files?: Record<string, string>;
  /** Of the user. Sessions in one language have each other's. */
  settings?: Record<string, unknown>;
  /** Runs Inkling in the extension host of the page, as VS Code for the Web does. Such sessions have a window of their own. */
  isWeb?: boolean;
  /** Put into the extension's storage before the window opens, which is a new one therefore. */
  stored?: Record<string, string>;
}

/** The server and the browser of all sessions: to start them for each would cost more than most tests. */
interface Rig {
  profile: Profile;
  server: Server;
  browser: Browser;
  /** Shared by sessions of one kind that follow each other, as long as no test fails: a new one costs as much. */
  window?: { workbench: Workbench; kind: string };
}

let rig: Rig | undefined;

/** Sessions of one kind share a window: those in one language, in one extension host. */
function kindOf({ language = 'en', isWeb = false }: SessionOptions): string {
  return `${language} ${isWeb ? 'web' : 'remote'}`;
}

/** Of all sessions by kind: a window does not always follow what is written after it was opened. */
const filesOf = new Map<string, Record<string, string>>();
const settingsOf = new Map<string, Record<string, unknown>>();

after(async () => {
  await rig?.browser.close();
  await rig?.server.stop();
});

async function startRig(): Promise<Rig> {
  const profile = createProfile();
  if (process.env['INKLING_DEV']) linkExtension(profile);
  else await installVsix(profile, vsixFile);
  return {
    profile,
    server: await startCodeServer(profile, { reconnectionGrace: 0 }),
    browser: await launchBrowser(),
  };
}

/** Closes the window and removes what it left behind, on the server's disk and in the browser. */
async function reset(rig: Rig): Promise<void> {
  const { profile, server, browser } = rig;
  delete rig.window;
  const [blank, ...windows] = browser.context.pages();
  for (const page of windows) await page.close();
  await server.windowsEnded();
  resetProfile(profile);
  if (!blank) throw new Error('The browser has lost its first page.');
  const devtools = await browser.context.newCDPSession(blank);
  const origin = `http://${server.authority}`;
  await devtools.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'indexeddb,local_storage,file_systems',
  });
  await devtools.detach();
}

async function openWindow({ profile, server, browser }: Rig, options: SessionOptions): Promise<Workbench> {
  const { language, stored = {} } = options;
  const kind = kindOf(options);
  writeFiles(profile.sample, filesOf.get(kind) ?? {});
  writeFiles(globalStorage(profile), stored);
  // The focus goes where VS Code wants it a moment after a window or a webview opened: no palette closes by that.
  writeSettings(profile, {
    'workbench.quickOpen.closeOnFocusLost': false,
    ...(options.isWeb && { 'remote.extensionKind': { 'inkling.inkling': ['web'] } }),
    ...settingsOf.get(kind),
  });
  const page = await browser.context.newPage();
  page.setDefaultTimeout(30_000);
  if (language !== undefined) await setLanguage(page, language);
  const workbench = new Workbench(page);
  await page.goto(workbenchUrl(server, profile.sample), { timeout: 60_000 });
  await workbench.ready();
  await seeLists(workbench);
  return workbench;
}

/** Makes the window as good as new for the next session. */
async function tidy({ profile }: Rig, workbench: Workbench, options: SessionOptions): Promise<void> {
  await workbench.closeEditors();
  await workbench.clearNotifications();
  await workbench.openView('Inkling');
  const projects = workbench.view('Projects');
  while ((await projects.rows.count()) > 0) {
    const [project = ''] = await projects.labels();
    await projects.inlineAction(project, 'Delete…');
    await workbench.answerDialog('Delete');
    await projects.row(project).waitFor({ state: 'detached' });
  }
  await seeLists(workbench);
  restoreSample(profile);
  writeFiles(profile.sample, filesOf.get(kindOf(options)) ?? {});
}

/** Waits until the service has answered, or could not start: on a busy machine, its start is a step of its own. */
async function seeLists(workbench: Workbench): Promise<void> {
  await workbench.openView('Inkling');
  await workbench.emptyLists(2);
  await workbench.openView('Explorer');
}

/**
 * Opens a window before the tests of the surrounding `describe`, or takes that of the session before. The packed
 * extension is installed in it or, with INKLING_DEV=1, the working tree as it is built.
 * @returns the session, for use within tests. A failed test leaves a screenshot and the server's log in test/shots.
 */
export function useWorkbench(options: SessionOptions = {}): () => Session {
  const { files, settings, stored } = options;
  const kind = kindOf(options);
  let session: Session | undefined;
  let isSpoilt = false;
  filesOf.set(kind, { ...filesOf.get(kind), ...files });
  settingsOf.set(kind, { ...settingsOf.get(kind), ...settings });

  before(async function () {
    this.timeout(180_000);
    rig ??= await startRig();
    if (stored !== undefined || rig.window?.kind !== kind) await reset(rig);
    try {
      if (rig.window) await tidy(rig, rig.window.workbench, options);
    } catch (error) {
      console.log(`      a new window, since the last could not be tidied: ${String(error)}`);
      await reset(rig);
    }
    rig.window ??= { workbench: await openWindow(rig, options), kind };
    const { profile, browser } = rig;
    const { workbench } = rig.window;
    session = {
      workbench,
      browser,
      folder: profile.sample,
      storage: globalStorage(profile),
      reload: async () => {
        // As a user does it: only then VS Code has time to save what it restores.
        const loaded = workbench.page.waitForEvent('load');
        await workbench.command('Developer: Reload Window');
        await loaded;
        await workbench.ready();
      },
    };
  });

  afterEach(async function () {
    if (this.currentTest?.state !== 'failed') return;
    mkdirSync(shotsFolder, { recursive: true });
    const path = join(shotsFolder, this.currentTest.fullTitle().replace(/\W+/g, '-').slice(0, 100));
    await session?.workbench.page.screenshot({ path: `${path}.png` });
    if (!rig) return;
    writeFileSync(`${path}.log`, rig.server.log());
    isSpoilt = true;
    console.log(`      see ${path}.png and .log`);
  });

  after(async () => {
    if (isSpoilt && rig) await reset(rig);
  });

  return () => {
    if (!session) throw new Error('The session is there within tests only.');
    return session;
  };
}

function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

/** What a language pack's script would do, but for VS Code's own words: every window asks for the language by it. */
async function setLanguage(page: Page, language: string): Promise<void> {
  await page.addInitScript((tag) => {
    const kept = { get: () => tag, set: () => undefined };
    Object.defineProperty(globalThis, '_VSCODE_NLS_LANGUAGE', kept);
  }, language);
}
