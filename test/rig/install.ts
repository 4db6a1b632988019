/**
 * Installs what the tests drive: a real VS Code (code-server's workbench and extension host, from the npm registry)
 * and Chromium. Run it again at will: a finished install is known by its stamp.
 *
 *     node test/rig/install.ts
 */
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import { rigFolder, rigModules, root } from './paths.ts';
import { runGroup } from './processes.ts';

const tenMinutes = 600_000;

/** Installs VS Code's server under `test/rig/vscode/node_modules` if it is not there yet: about half a minute. */
export async function installRig(): Promise<void> {
  const wanted = createHash('sha256')
    .update(readFileSync(join(rigFolder, 'package-lock.json')))
    .update(readFileSync(import.meta.filename))
    .digest('hex');
  if (existsSync(rigModules.stamp) && readFileSync(rigModules.stamp, 'utf8') === wanted) return;
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(
      `The test rig runs on Linux x64, not on ${process.platform} ${process.arch}. ` +
        'Use npm run test:electron, and set VSCODE_PATH to your VS Code for npm start.',
    );
  say('installing VS Code for tests (once; about half a minute)');
  await requirePrograms({ 'g++': 'g++', make: 'make', python3: 'python3' });

  // code-server's own install script refuses every Node but 24 and builds more than is needed. What is cached need not
  // be asked for anew: the lockfile holds its hash.
  await npm(['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']);

  // VS Code looks for its dependencies in its own folder; the lockfile installs them beside code-server.
  const link = join(rigModules.codeServer, 'lib/vscode/node_modules');
  rmSync(link, { force: true, recursive: true });
  symlinkSync('../../..', link);

  // The two that must be compiled, against the headers that come with their Node: nothing is downloaded. All others
  // ship a binary, are never loaded, or are replaced.
  await npm(['rebuild', '--foreground-scripts', '@vscode/native-watchdog', '@vscode/fs-copyfile']);
  copyFileSync(join(rigFolder, 'spdlog.js'), join(rigModules.folder, '@vscode/spdlog/index.js'));
  writeFileSync(rigModules.stamp, wanted);
  say('VS Code for tests is installed');
}

/**
 * @returns the path of a Chromium, which is installed if there is none.
 * @throws {Error} with what to do, if it can't be installed.
 */
export async function installChromium(): Promise<string> {
  const found = findChromium();
  if (found) return found;
  say('installing Chromium');
  if (!(await aptInstall(['chromium-headless-shell'])) && !(await aptInstall(['chromium']))) {
    await runGroup(
      process.execPath,
      [join(root, 'node_modules/playwright-core/cli.js'), 'install', 'chromium'],
      {
        limit: tenMinutes,
        onOutput: say,
      },
    );
  }
  const installed = findChromium();
  if (installed) return installed;
  throw new Error(
    'No Chromium was found, and none could be installed. Install one and name it in $INKLING_CHROMIUM.',
  );
}

function findChromium(): string | undefined {
  const named = process.env['INKLING_CHROMIUM'];
  if (named) {
    if (isExecutable(named)) return named;
    throw new Error(`$INKLING_CHROMIUM names ${named}, which is no program that can be run.`);
  }
  // The shell, which has no window, takes a tenth less of the processor for the same tests.
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
  for (const name of [...names, 'google-chrome-stable']) {
    const path = findProgram(name);
    if (path) return path;
  }
  const downloaded = chromium.executablePath();
  return isExecutable(downloaded) ? downloaded : undefined;
}

/** @returns the program's path, if it is in $PATH. */
export function findProgram(name: string): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param packages of Debian, by the name of the program that each brings. */
async function requirePrograms(packages: Record<string, string>): Promise<void> {
  const missing = Object.keys(packages).filter((program) => !findProgram(program));
  if (missing.length === 0) return;
  say(`installing ${missing.join(', ')}`);
  await aptInstall(missing.map((program) => packages[program] ?? program));
  const stillMissing = missing.filter((program) => !findProgram(program));
  if (stillMissing.length > 0)
    throw new Error(
      `Building VS Code's native modules needs ${stillMissing.join(', ')}. Install them, then try again.`,
    );
}

/** @returns false if this machine has no apt-get, or this user may not use it, or it failed. */
export async function aptInstall(packages: string[]): Promise<boolean> {
  if (process.getuid?.() !== 0 || !findProgram('apt-get')) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '--yes', '--no-install-recommends', ...packages];
  for (const args of [['update'], install]) {
    const { code, output } = await runGroup('apt-get', ['-qq', ...args], { env, limit: tenMinutes });
    if (code !== 0) {
      say(`apt-get ${args.join(' ')} failed:\n${output}`);
      return false;
    }
  }
  return true;
}

/** Runs the machine's own npm in the rig's folder, on the rig's Node once that is there. */
async function npm(args: string[]): Promise<void> {
  const env: NodeJS.ProcessEnv = {};
  // What `npm test` hands down would make this npm take the repository for its own folder.
  for (const [name, value] of Object.entries(process.env)) if (!/^npm_/i.test(name)) env[name] = value;
  if (existsSync(join(rigModules.node, 'include'))) {
    env['PATH'] = `${join(rigModules.node, 'bin')}${delimiter}${env['PATH'] ?? ''}`;
    env['npm_config_nodedir'] = rigModules.node;
  }
  env['JOBS'] = 'max';
  const { code, output } = await runGroup('npm', args, { cwd: rigFolder, env, limit: tenMinutes });
  if (code !== 0) throw new Error(`npm ${args.join(' ')} failed in ${rigFolder}:\n${output.slice(-8000)}`);
}

function say(text: string): void {
  process.stdout.write(`rig: ${text.trim()}\n`);
}

if (import.meta.main) {
  await installRig();
  say(`Chromium is ${await installChromium()}`);
}
