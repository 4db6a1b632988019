/**
 * Changes the sources of a folder, one place at a time, and counts the changes that no test notices.
 *
 *     npm run mutation -- detector
 *     npm run mutation -- detector/evidence.ts detector/verdict.ts
 *
 * Results are stored in `out/mutation`, so that the next run tests only what changed; `detector.html` there shows
 * every change. The exit code is 1 if fewer than 75 % are noticed.
 */
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { mutatedFolders } from './folders.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Number of mutants tested at a time. */
    concurrency: { type: 'string', default: String(Math.max(1, Math.floor(cpus().length / 2))) },
    /**
     * Also mutates code that runs while modules load, such as tables and patterns. Each such mutant needs a new
     * process and all tests, because no single test covers it: hours for a folder.
     */
    static: { type: 'boolean', default: false },
  },
});
const [name = ''] = (positionals[0] ?? '').split('/');
const folder = mutatedFolders[name];
const files = positionals.filter((path) => path !== name);
if (!folder || files.some((path) => !path.startsWith(`${name}/`))) {
  console.error(`Name one of ${Object.keys(mutatedFolders).join(', ')}, or files of one of them.`);
  process.exit(2);
}

const out = 'out/mutation';
const stryker = new Stryker({
  mutate: files.length > 0 ? files.map((path) => `src/${path}`) : folder.mutate,
  testRunner: 'inkling-mocha',
  plugins: [join(import.meta.dirname, 'mochaRunner.ts')],
  ...{ mutatedFolder: name },
  coverageAnalysis: 'perTest',
  ignoreStatic: !values.static,
  concurrency: Number(values.concurrency),
  timeoutMS: 8_000,
  // Files that tests don't read; the rest is copied, and the copy is mutated.
  ignorePatterns: ['/dist', '/out', '/docs', '/test/rig/vscode', '/test/shots', '*.vsix', '.vscode-test'],
  tempDirName: join(out, 'sandbox'),
  incremental: true,
  incrementalFile: join(out, `${name}.incremental.json`),
  reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: join(out, `${name}.html`) },
  jsonReporter: { fileName: join(out, `${name}.json`) },
  thresholds: { high: 90, low: 75, break: 75 },
});
await stryker.runMutationTest();
