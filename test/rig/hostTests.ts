import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as esbuild from 'esbuild';
import { root } from './paths.ts';

/** Handed to the extension host in $INKLING_HOST_TESTS, as JSON. */
export interface HostOptions {
  files: string[];
  grep?: string;
  /** A file that receives a {@link HostEvent} in each line. */
  results: string;
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
  });
  return tests.map((test) => join(outFolder, relative('test', test).replace(/\.ts$/, '.js')));
}

export interface HostResults {
  /** Prints what came since the last call. */
  print: () => void;
  /** Set once the last test has ended. */
  readonly end: { passed: number; failed: number } | undefined;
}

/** Follows the results that `hostEntry` writes to `file`. */
export function followResults(file: string): HostResults {
  writeFileSync(file, '');
  let printed = 0;
  let end: HostResults['end'];
  return {
    print: () => {
      const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
      for (const line of lines.slice(printed)) {
        const event = JSON.parse(line) as HostEvent;
        if (event.state === 'end') end = event;
        else console.log(describeEvent(event));
      }
      printed = lines.length;
    },
    get end() {
      return end;
    },
  };
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
