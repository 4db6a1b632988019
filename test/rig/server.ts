import type { ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { nodeBinary, rigModules, root } from './paths.ts';
import { runGroup, startGroup, stopGroup } from './processes.ts';
import { statOf } from './processUse.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const vscodeServer = join(rigModules.codeServer, 'lib/vscode/out/server-main.js');
const codeServer = join(rigModules.codeServer, 'out/node/entry.js');

/** Everything that would open a page, a panel or a connection of its own is off. */
const quietSettings = {
  'security.workspace.trust.enabled': false,
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.enableExperiments': false,
  'workbench.tips.enabled': false,
  'workbench.reduceMotion': 'on',
  'editor.cursorBlinking': 'solid',
  'editor.minimap.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'chat.disableAIFeatures': true,
  'chat.agentHost.enabled': false,
  'npm.fetchOnlinePackageInfo': false,
  'json.schemaDownload.enable': false,
  'git.openRepositoryInParentFolders': 'never',
  'files.hotExit': 'off',
};

/** Where one VS Code keeps its settings, extensions and storage. */
export interface Profile {
  readonly folder: string;
  readonly extensions: string;
  /** A copy of test/rig/sample, to open and to change. */
  readonly sample: string;
  /** What the programs in it take for the system's temporary folder: VS Code leaves its sockets there. */
  readonly temporary: string;
}

/** A fresh profile in the system's temporary folder. It is removed when this process ends, unless it is to be kept. */
export function createProfile(keep = false): Profile {
  const folder = keep ? mkdtempSync(join(tmpdir(), 'inkling-rig-')) : temporaryFolder('rig');
  if (keep) console.log(`keeps ${folder}`);
  const inside = (name: string): string => join(folder, name);
  const profile: Profile = {
    folder,
    extensions: inside('extensions'),
    sample: inside('sample'),
    temporary: inside('tmp'),
  };
  mkdirSync(profile.extensions);
  mkdirSync(profile.temporary);
  resetProfile(profile);
  return profile;
}

/** Makes a profile fresh again but for its extensions. No window may be open on it. */
export function resetProfile(profile: Profile): void {
  const user = join(profile.folder, 'server/data/User');
  for (const used of [user, profile.sample]) rmSync(used, { recursive: true, force: true, maxRetries: 5 });
  mkdirSync(user, { recursive: true });
  writeSettings(profile, {});
  restoreSample(profile);
}

/** Makes the files of the open folder again as they are in test/rig/sample. */
export function restoreSample({ sample }: Profile): void {
  cpSync(join(root, 'test/rig/sample'), sample, { recursive: true });
}

/** Where VS Code keeps the files of an extension. It is there once the extension made it. */
export function globalStorage(profile: Profile): string {
  return join(profile.folder, 'server/data/User/globalStorage/inkling.inkling');
}

/** Sets the user's settings of a profile, besides the quiet ones. A window that is open follows within a moment. */
export function writeSettings(profile: Profile, settings: Record<string, unknown>): void {
  const file = join(profile.folder, 'server/data/User/settings.json');
  writeFileSync(file, JSON.stringify({ ...quietSettings, ...settings }));
}

export interface Server {
  /** `127.0.0.1:PORT` */
  readonly authority: string;
  /** What the server has written so far. */
  log(): string;
  /** Waits until no extension host is left of windows that were closed; at most ten seconds. */
  windowsEnded(): Promise<void>;
  stop(): Promise<void>;
  /** Settles when the server ends by itself. */
  readonly ended: Promise<void>;
}

/**
 * Starts VS Code's own server with the test driver, without which a built workbench ignores, in silence, which
 * extension and tests the page's address names. The driver hides notifications: for tests in the extension host only.
 * @param env is the environment of the extension host too.
 */
export function startTestServer(profile: Profile, env: NodeJS.ProcessEnv): Promise<Server> {
  return start(
    profile,
    [
      ...[vscodeServer, '--accept-server-license-terms', '--telemetry-level', 'off'],
      ...['--server-data-dir', join(profile.folder, 'server'), '--extensions-dir', profile.extensions],
      ...['--host', '127.0.0.1', '--port', '0', '--without-connection-token'],
      ...['--reconnection-grace-time', '0', '--enable-smoke-test-driver'],
    ],
    env,
  );
}

interface CodeServerOptions {
  /** 0 takes a free one. */
  port?: number;
  /** Opened where the address names none. */
  folder?: string;
  /** Seconds that an extension host waits for a window that is gone, if not code-server's own. */
  reconnectionGrace?: number;
}

/** Starts code-server as its users have it, on loopback. */
export function startCodeServer(
  profile: Profile,
  { port = 0, folder, reconnectionGrace }: CodeServerOptions = {},
): Promise<Server> {
  return start(profile, [
    ...[codeServer, '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`],
    ...[
      '--config',
      join(profile.folder, 'config.yaml'),
      '--session-socket',
      join(profile.folder, 'session.sock'),
    ],
    ...['--user-data-dir', join(profile.folder, 'server/data'), '--extensions-dir', profile.extensions],
    ...[
      '--disable-telemetry',
      '--disable-update-check',
      '--disable-getting-started-override',
      '--ignore-last-opened',
    ],
    ...(reconnectionGrace === undefined ? [] : ['--reconnection-grace-time', String(reconnectionGrace)]),
    ...(folder === undefined ? [] : [folder]),
  ]);
}

/** Installs a packed extension as a user would. No network is needed. */
export async function installVsix(profile: Profile, vsix: string): Promise<void> {
  const { code, output } = await runGroup(
    nodeBinary,
    [
      ...[vscodeServer, '--accept-server-license-terms', '--telemetry-level', 'off'],
      ...['--server-data-dir', join(profile.folder, 'server'), '--extensions-dir', profile.extensions],
      ...['--install-extension', vsix, '--force'],
    ],
    { env: environment({}), limit: 60_000 },
  );
  if (code !== 0) throw new Error(`VS Code did not install ${vsix}:\n${output}`);
}

/**
 * The address of a workbench on a folder.
 * @param payload are the workbench's own settings, e.g. which tests to run.
 */
export function workbenchUrl(
  server: Server,
  folder: string,
  payload: [name: string, value: string][] = [],
): string {
  const quiet = [
    ['skipWelcome', 'true'],
    ['skipReleaseNotes', 'true'],
  ];
  const query = new URLSearchParams({ folder, payload: JSON.stringify([...quiet, ...payload]) });
  return `http://${server.authority}/?${query}`;
}

/** How the workbench names a file on the server's machine. */
export function remoteUri(server: Server, path: string): string {
  return `vscode-remote://${server.authority}${resolve(path)}`;
}

/** Without what an outer VS Code left behind, and with no gallery to ask. */
function environment(more: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(process.env))
    if (!/^(VSCODE_|ELECTRON_|NODE_OPTIONS$)/.test(name)) env[name] = value;
  return { ...env, EXTENSIONS_GALLERY: '{"serviceUrl":""}', ...more };
}

async function start({ temporary }: Profile, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Server> {
  const child = startGroup(nodeBinary, args, {
    env: environment({ TMPDIR: temporary, ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (log += text));
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      resolve();
    });
  });
  try {
    const port = await listeningPort(child, () => log);
    return {
      authority: `127.0.0.1:${port}`,
      log: () => log,
      windowsEnded: () => extensionHostsEnded(child.pid ?? 0),
      ended,
      stop: () => stopGroup(child),
    };
  } catch (error) {
    await stopGroup(child);
    throw error;
  }
}

async function extensionHostsEnded(group: number): Promise<void> {
  const isRunning = (name: string): boolean => {
    try {
      const pid = Number(name);
      if (!Number.isInteger(pid) || statOf(pid).group !== group) return false;
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=extensionHost');
    } catch {
      return false; // it ended while the list was read
    }
  };
  for (let tries = 0; tries < 100 && readdirSync('/proc').some(isRunning); tries++)
    await new Promise((resolve) => setTimeout(resolve, 100));
}

function listeningPort(child: ChildProcess, log: () => string): Promise<string> {
  const said = /Extension host agent listening on (\d+)|HTTP server listening on http:\/\/127\.0\.0\.1:(\d+)/;
  return new Promise((resolve, reject) => {
    const giveUp = (why: string): void => {
      reject(new Error(`VS Code's server ${why}:\n${log()}`));
    };
    const timer = setTimeout(giveUp, 60_000, 'did not start within a minute');
    const look = (): void => {
      const match = said.exec(log());
      const port = match?.[1] ?? match?.[2];
      if (port === undefined) return;
      clearTimeout(timer);
      resolve(port);
    };
    child.stdout?.on('data', look);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      giveUp(`ended with ${code}`);
    });
  });
}
