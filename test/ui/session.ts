import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { launchBrowser, type Browser } from '../rig/browser.ts';
import { linkExtension, vsixFile } from '../rig/extension.ts';
import { shotsFolder } from '../rig/paths.ts';
import { createProfile, installVsix, startCodeServer, workbenchUrl, type Server } from '../rig/server.ts';
import { Workbench } from './workbench.ts';

/** What the tests of one `describe` share: a VS Code of their own with Inkling installed. */
export interface Session {
  readonly workbench: Workbench;
  readonly browser: Browser;
  /** The open folder: a copy of test/rig/sample. */
  readonly folder: string;
  /** Loads the window anew, as after a restart of VS Code. */
  reload(): Promise<void>;
}

/**
 * Opens a window before the tests of the surrounding `describe`, and closes it after them. The packed extension is
 * installed in it or, with INKLING_DEV=1, the working tree as it is built.
 * @param language of the editor, as a BCP 47 tag. No language pack is installed: VS Code's own words stay English.
 * @returns the session, for use within tests. A failed test leaves a screenshot and the server's log in test/shots.
 */
export function useWorkbench({ language }: { language?: string } = {}): () => Session {
  let server: Server | undefined;
  let browser: Browser | undefined;
  let session: Session | undefined;

  before(async function () {
    this.timeout(120_000);
    const profile = createProfile();
    if (process.env['INKLING_DEV']) linkExtension(profile);
    else await installVsix(profile, vsixFile);
    server = await startCodeServer(profile);
    browser = await launchBrowser();
    const { page } = browser;
    page.setDefaultTimeout(15_000);
    if (language !== undefined) await setLanguage(page, language);
    const workbench = new Workbench(page);
    await page.goto(workbenchUrl(server, profile.sample));
    await workbench.ready();
    session = {
      workbench,
      browser,
      folder: profile.sample,
      reload: async () => {
        // As a user does it: only then VS Code has time to save what it restores.
        const loaded = page.waitForEvent('load');
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
    await browser?.page.screenshot({ path: `${path}.png` });
    if (server) writeFileSync(`${path}.log`, server.log());
    console.log(`      see ${path}.png and .log`);
  });

  after(async () => {
    await browser?.close();
    await server?.stop();
  });

  return () => {
    if (!session) throw new Error('The session is there within tests only.');
    return session;
  };
}

/** What a language pack's script would do, but for VS Code's own words: every window asks for the language by it. */
async function setLanguage(page: Page, language: string): Promise<void> {
  await page.addInitScript((tag) => {
    const kept = { get: () => tag, set: () => undefined };
    Object.defineProperty(globalThis, '_VSCODE_NLS_LANGUAGE', kept);
  }, language);
}
