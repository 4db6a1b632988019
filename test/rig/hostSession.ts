import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import type { ElementHandle } from 'playwright-core';
import { launchBrowser, type Browser } from './browser.ts';
import { root, shotsFolder } from './paths.ts';
import { createProfile, remoteUri, startTestServer, workbenchUrl, type Server } from './server.ts';

/** A VS Code whose extension host runs what it is told, in a fresh profile, on a copy of the sample folder. */
export interface HostSession {
  /**
   * Starts a fresh extension host with the extension of this repository and calls `run()` of `entry` in it.
   * @returns the exit code that VS Code gave, or `null` if there was none within `limit` milliseconds.
   */
  run(entry: string, limit: number): Promise<number | null>;
  /** Keeps what helps to understand a failure in test/shots. @returns the files' names without ending. */
  keepTraces(name: string): Promise<string>;
  close(): Promise<void>;
}

/**
 * @param env is the environment of the extension host.
 * @param keep leaves the profile where it is, to look into.
 */
export async function openHost(env: NodeJS.ProcessEnv, keep = false): Promise<HostSession> {
  const profile = createProfile(keep);
  let server: Server | undefined;
  let browser: Browser | undefined;
  const close = async (): Promise<void> => {
    await browser?.close();
    await server?.stop();
  };
  try {
    const [running, { page }] = await Promise.all([
      startTestServer(profile, env).then((started) => (server = started)),
      launchBrowser().then((launched) => (browser = launched)),
    ]);
    // Small, so that little is drawn: these tests read no pixels.
    await page.setViewportSize({ width: 800, height: 500 });
    let exited: (code: number | null) => void;
    let unpainted: ElementHandle | undefined;
    const log: string[] = [];
    // The workbench calls these two if they exist. Nothing else tells the outside that the run is over.
    await page.exposeFunction('codeAutomationExit', (code: number) => {
      exited(code);
    });
    await page.exposeFunction('codeAutomationLog', (type: string, args: unknown[]) => {
      log.push(`[${type}] ${format(...args)}`);
    });
    page.on('crash', () => {
      log.push('the page crashed');
      exited(null);
    });
    return {
      run: async (entry, limit) => {
        const result = new Promise<number | null>((resolve) => (exited = resolve));
        const timer = setTimeout(() => {
          exited(null);
        }, limit);
        await page.goto(
          workbenchUrl(running, profile.sample, [
            ['extensionDevelopmentPath', remoteUri(running, root)],
            ['extensionTestsPath', remoteUri(running, entry)],
          ]),
          { timeout: limit },
        );
        // Nobody looks: painting what the tests do would take a fifth of all processor time.
        unpainted = await page.addStyleTag({ content: 'html { opacity: 0 }' });
        return result.finally(() => {
          clearTimeout(timer);
        });
      },
      keepTraces: async (name) => {
        const path = join(shotsFolder, name);
        mkdirSync(shotsFolder, { recursive: true });
        writeFileSync(`${path}.log`, [...log, running.log()].join('\n'));
        await unpainted?.evaluate((style: Element) => {
          style.remove();
        });
        await page.screenshot({ path: `${path}.png` });
        return path;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
