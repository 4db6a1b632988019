import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as esbuild from 'esbuild';
import { root } from './paths.ts';
import { temporaryFolder } from './temporaryFolder.ts';

/** Handed to the extension host in $INKLING_HOST_TESTS, as JSON. */
export interface HostOptions {
  /** By default all bundled tests, as for .vscode/launch.json. */
  files?: string[];
  grep?: string;
  /** A file that receives a {@link HostEvent} in each line. Whoever debugs reads mocha's own report instead. */
  results?: string;
}

export type HostEvent =
  | { state: 'passed'; title: string; milliseconds: number }
  | { state: 'failed'; title: string; error: string }
  | { state: 'skipped'; title: string }
  | { state: 'end'; passed: number; failed: number };

const outFolder = join(root, 'out/host');

/** What VS Code is told to run: `entry` exports `run()`. */
export const hostEntry = join(outFolder, 'rig/hostEntry.js');

/**
 * Bundles what runs inside the extension host: `test/host/*.test.ts` and the entries of the rig.
 * @returns the bundled test files.
 */
export async function bundleHostTests(): Promise<string[]> {
  const tests = globSync('test/host/**/*.test.ts', { cwd: root }).sort();
  rmSync(outFolder, { recursive: true, force: true });
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['test/rig/hostEntry.ts', ...tests],
    outdir: outFolder,
    outbase: 'test',
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    sourcemap: true,
    logLevel: 'warning',
    external: ['vscode', 'mocha'],
    // As esbuild.js has it: its UMD build can't be bundled.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  });
  return tests.map((test) => join(outFolder, relative('test', test).replace(/\.ts$/, '.js')));
}

/**
 * Runs bundled tests in a VS Code and prints their results as they come.
 * @param start starts that VS Code with this environment for its extension host, and tells its exit code: `null` if
 * there was none in time.
 * @returns 0 if all passed, 1 if a test failed, 2 if there is no result.
 */
export async function runHostTests(
  files: string[],
  grep: string | undefined,
  start: (env: Record<string, string>) => Promise<number | null>,
): Promise<number> {
  const folder = temporaryFolder('results');
  const results = join(folder, 'results.ndjson');
  writeFileSync(results, '');
  const options: HostOptions = { files, results, ...(grep && { grep }) };
  let printed = 0;
  let end: { passed: number; failed: number } | undefined;
  const print = (): void => {
    const lines = readFileSync(results, 'utf8').split('\n').slice(0, -1);
    for (const line of lines.slice(printed)) {
      const event = JSON.parse(line) as HostEvent;
      if (event.state === 'end') end = event;
      else console.log(describeEvent(event));
    }
    printed = lines.length;
  };
  const printing = setInterval(print, 200);
  try {
    const code = await start({ INKLING_HOST_TESTS: JSON.stringify(options) });
    print();
    return conclude(code, end);
  } finally {
    clearInterval(printing);
  }
}

function conclude(code: number | null, end: { passed: number; failed: number } | undefined): number {
  if (!end) {
    console.error(
      code === null ? 'VS Code gave no result in time.' : 'VS Code ended before the last test did.',
    );
    return 2;
  }
  console.log(`${end.passed} passed, ${end.failed} failed`);
  if (end.passed + end.failed === 0) {
    console.error('No test was run.');
    return 2;
  }
  return end.failed > 0 || code !== 0 ? 1 : 0;
}

function describeEvent(event: Exclude<HostEvent, { state: 'end' }>): string {
  switch (event.state) {
    case 'passed':
      return `  ✓ ${event.title} (${event.milliseconds} ms)`;
    case 'skipped':
      return `  - ${event.title}`;
    case 'failed':
      return `  ✗ ${event.title}\n${event.error.replace(/^/gm, '      ')}`;
  }
}
