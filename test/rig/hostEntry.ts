/** Runs inside the extension host, which calls `run`: every test file there, its results told line by line. */
import { appendFileSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { takeCoverage } from 'node:v8';
import Mocha from 'mocha';
import type { HostEvent, HostOptions } from './hostTests.ts';

/** @throws if a test fails, by which VS Code ends with a code other than 0. */
export function run(): Promise<void> {
  const options = JSON.parse(process.env['INKLING_HOST_TESTS'] ?? '') as HostOptions;
  const { files = bundledTests(), grep, results } = options;
  // For a test that hangs; what any takes is not asserted.
  const mocha = new Mocha({ timeout: 60_000, forbidOnly: true, ...(grep && { grep }) });
  for (const file of files) mocha.addFile(file);
  const tell = (event: HostEvent): void => {
    if (results) appendFileSync(results, JSON.stringify(event) + '\n');
  };
  return new Promise((resolve, reject) => {
    let passed = 0;
    const runner = mocha.run((failed) => {
      // Not left to this process's end, which may be a forced one. Does nothing unless coverage is collected.
      takeCoverage();
      tell({ state: 'end', passed, failed });
      if (failed > 0) reject(new Error(`${failed} tests failed`));
      else resolve();
    });
    runner.on('pass', (test) => {
      passed += 1;
      tell({ state: 'passed', title: test.fullTitle(), milliseconds: test.duration ?? 0 });
    });
    runner.on('fail', (test, error: Error) => {
      tell({ state: 'failed', title: test.fullTitle(), error: error.stack ?? error.message });
    });
    runner.on('pending', (test) => {
      tell({ state: 'skipped', title: test.fullTitle() });
    });
  });
}

/** Beside this file's own bundle. */
function bundledTests(): string[] {
  const folder = join(__dirname, '../host');
  return globSync('**/*.test.js', { cwd: folder })
    .sort()
    .map((file) => join(folder, file));
}
