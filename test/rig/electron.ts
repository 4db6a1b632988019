/**
 * Runs test/host inside desktop VS Code: the one that $VSCODE_PATH names, else the oldest that the manifest allows
 * and the latest, both downloaded. A machine without a screen needs `xvfb-run -a` before the command.
 *
 *     node test/rig/electron.ts [--grep "words of a title"]
 *
 * Ends with 0 if all passed, 1 if a test failed, 2 if there is no result.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import manifest from '../../package.json' with { type: 'json' };
import { buildExtension } from './extension.ts';
import { bundleHostTests, hostEntry, runHostTests } from './hostTests.ts';
import { root } from './paths.ts';
import { createProfile } from './server.ts';

const oldest = manifest.engines.vscode.replace('^', '');

const { values } = parseArgs({ options: { grep: { type: 'string' } } });

async function main(): Promise<number> {
  const [files] = await Promise.all([bundleHostTests(), buildExtension()]);
  const named = process.env['VSCODE_PATH'];
  if (named) return runIn(named, named, files);
  for (const version of [oldest, 'stable']) {
    const code = await runIn(`VS Code ${version}`, await download(version), files);
    if (code !== 0) return code;
  }
  return 0;
}

async function download(version: string): Promise<string> {
  try {
    return await downloadAndUnzipVSCode({ version, cachePath: join(root, '.vscode-test') });
  } catch (error) {
    throw new Error(
      `VS Code ${version} can't be downloaded (${String(error)}). Set VSCODE_PATH to an installed one, ` +
        'or run npm run test:host, which needs no download.',
      { cause: error },
    );
  }
}

function runIn(name: string, vscodeExecutablePath: string, files: string[]): Promise<number> {
  console.log(name);
  const profile = createProfile();
  return runHostTests(files, values.grep, async (extensionTestsEnv) => {
    try {
      return await runTests({
        vscodeExecutablePath,
        extensionDevelopmentPath: root,
        extensionTestsPath: hostEntry,
        extensionTestsEnv: { ...extensionTestsEnv, TMPDIR: profile.temporary },
        launchArgs: [
          ...[profile.sample, '--user-data-dir', join(profile.folder, 'server/data')],
          ...['--extensions-dir', profile.extensions, '--disable-gpu'],
        ],
      });
    } catch (error) {
      // Also how it tells that VS Code ended with another code than 0, as it does if a test fails.
      console.error(String(error));
      return 1;
    }
  });
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  },
);
