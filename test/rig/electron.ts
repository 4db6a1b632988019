/**
 * Runs test/host in desktop VS Code: in $VSCODE_PATH if it is set, else in the oldest VS Code that package.json allows
 * and in the newest, both downloaded. A machine without a screen needs `xvfb-run -a` in front.
 *
 *     node test/rig/electron.ts [--grep "words of a title"]
 *
 * Ends with 0 if all passed, 1 if a test failed, 2 if there is no result.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { downloadAndUnzipVSCode, runTests, TestRunFailedError } from '@vscode/test-electron';
import { buildExtension } from './extension.ts';
import { bundleHostTests, followResults, hostEntry, type HostOptions } from './hostTests.ts';
import { root } from './paths.ts';
import { createProfile } from './server.ts';

const { values } = parseArgs({ options: { grep: { type: 'string' } } });

async function main(): Promise<number> {
  const [files] = await Promise.all([bundleHostTests(), buildExtension()]);
  let worst = 0;
  for (const program of await programs()) worst = Math.max(worst, await runIn(program, files));
  return worst;
}

async function programs(): Promise<string[]> {
  const own = process.env['VSCODE_PATH'];
  if (own) return [own];
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    engines: { vscode: string };
  };
  const found: string[] = [];
  try {
    for (const version of [manifest.engines.vscode.replace('^', ''), 'stable'])
      found.push(await downloadAndUnzipVSCode({ version, cachePath: join(root, '.vscode-test') }));
  } catch (cause) {
    throw new Error(
      'VS Code could not be downloaded. Set VSCODE_PATH to a desktop VS Code on this machine, or use npm run test:host.',
      { cause },
    );
  }
  return found;
}

async function runIn(program: string, files: string[]): Promise<number> {
  console.log(`\n${program}`);
  const profile = createProfile();
  const file = join(profile.folder, 'results.ndjson');
  const results = followResults(file);
  const options: HostOptions = { files, results: file, ...(values.grep && { grep: values.grep }) };
  const printing = setInterval(results.print, 200);
  let good = true;
  try {
    await runTests({
      vscodeExecutablePath: program,
      extensionDevelopmentPath: root,
      extensionTestsPath: hostEntry,
      extensionTestsEnv: { INKLING_HOST_TESTS: JSON.stringify(options) },
      launchArgs: [
        ...[profile.sample, '--disable-extensions', '--disable-gpu'],
        ...['--user-data-dir', join(profile.folder, 'server/data'), '--extensions-dir', profile.extensions],
      ],
    });
  } catch (error) {
    if (!(error instanceof TestRunFailedError)) throw error;
    good = false;
  } finally {
    clearInterval(printing);
  }
  results.print();
  if (!results.end) {
    console.error('The run ended before its first test did.');
    return 2;
  }
  const { passed, failed } = results.end;
  console.log(`${passed} passed, ${failed} failed`);
  if (passed + failed === 0) return 2;
  return failed > 0 || !good ? 1 : 0;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(2);
  },
);
