/**
 * Everything that has to hold before a change is taken in, cheapest first; with `--all`, what takes long as well. Ends
 * at the first phase that fails. Prints what each phase took of the processors; the last line is `N passed, N failed`,
 * over the tests of all phases.
 *
 *     node test/run.ts [--all]
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './rig/paths.ts';
import { runGroup } from './rig/processes.ts';
import { measureProcessorTime } from './rig/processorTime.ts';

interface Phase {
  /** An npm script: each phase can be run alone by its name. */
  script: string;
  /** Seconds: what a slow machine needs, many times over. */
  limit: number;
  /** Whether what it runs of `src` counts for the coverage of `--all`. */
  counted?: true;
  /** Whether it runs with `--all` only. */
  long?: true;
  /** What to do if it fails. */
  remedy: string;
}

const alone = (script: string): string => `npm run ${script} -- --grep "words of a title" runs one alone.`;

const phases: Phase[] = [
  { script: 'check-types', limit: 180, remedy: 'Fix the types that tsc names.' },
  { script: 'test:unit', limit: 300, counted: true, remedy: alone('test:unit') },
  { script: 'format:check', limit: 120, remedy: 'Run npm run format.' },
  { script: 'lint', limit: 300, remedy: 'Fix what oxlint names; npx oxlint --fix does some of it.' },
  { script: 'test:contract', limit: 600, counted: true, remedy: alone('test:contract') },
  { script: 'test:integration', limit: 600, counted: true, remedy: alone('test:integration') },
  { script: 'test:serve', limit: 600, counted: true, remedy: alone('test:serve') },
  { script: 'package', limit: 120, remedy: 'Fix what esbuild or vsce names.' },
  {
    script: 'rig',
    limit: 600,
    remedy: 'See what could not be installed; Chromium can be named in $INKLING_CHROMIUM.',
  },
  {
    script: 'test:package',
    limit: 240,
    remedy: 'See .vscodeignore, esbuild.js and what the bundles import.',
  },
  { script: 'test:host', limit: 900, counted: true, remedy: `See test/shots; ${alone('test:host')}` },
  { script: 'test:ui', limit: 960, remedy: `See test/shots; ${alone('test:ui')}` },
  { script: 'test:long', limit: 1800, long: true, remedy: alone('test:long') },
  {
    script: 'coverage',
    limit: 300,
    long: true,
    remedy: 'See out/coverage/index.html, and test what matters.',
  },
];

const { all } = parseArgs({ options: { all: { type: 'boolean', default: false } } }).values;
const counts = join(root, 'out/coverage/tmp');
/** Where Node keeps what it compiled, for the hundreds of processes that load the same files; not where coverage counts. */
const compiled = join(root, 'out/compiled');
const sum = { passed: 0, failed: 0, skipped: 0 };
/** Seconds of each phase so far; processor time, `undefined` where it can't be measured, is user and system together. */
const costs: { script: string; processor: number | undefined; elapsed: number }[] = [];

async function main(): Promise<boolean> {
  rmSync(counts, { recursive: true, force: true });
  for (const phase of phases) if ((all || !phase.long) && !(await passes(phase))) return false;
  return true;
}

async function passes({ script, limit, counted, remedy }: Phase): Promise<boolean> {
  console.log(`\n== ${script}`);
  const started = performance.now();
  const processorTime = measureProcessorTime();
  const { code, output } = await runGroup('npm', ['run', '--silent', script], {
    cwd: root,
    env: {
      ...process.env,
      FORCE_COLOR: '0',
      INKLING_PACKED: '1', // by the phase `package`
      ...(all ? { INKLING_THOROUGH: '1' } : { NODE_COMPILE_CACHE: compiled }),
      ...(all && counted && { NODE_V8_COVERAGE: counts }),
    },
    // More is tried, and counting slows down what is tried.
    limit: limit * 1000 * (all ? 4 : 1),
    onOutput: (text) => process.stdout.write(text),
  });
  const { passed, failed, skipped } = countTests(output);
  const empty = script.startsWith('test:') && passed + failed === 0;
  const good = code === 0 && !empty;
  sum.passed += passed;
  sum.skipped += skipped;
  sum.failed += good ? failed : Math.max(failed, 1);
  const elapsed = (performance.now() - started) / 1000;
  costs.push({ script, processor: processorTime.stop(), elapsed });
  console.log(`== ${script}: ${good ? 'good' : 'FAILED'}, ${elapsed.toFixed(1)} s`);
  if (empty) console.log('== It ran no test.');
  if (!good) console.log(`== ${remedy}`);
  return good;
}

/** Reads the summaries of mocha's own reporter, and of the host's. */
function countTests(output: string): typeof sum {
  const count = (summary: RegExp): number =>
    [...output.matchAll(summary)].reduce((total, [, number]) => total + Number(number), 0);
  return {
    passed: count(/^ *(\d+) (?:passing\b|passed, )/gm),
    failed: count(/^(?: *|\d+ passed, )(\d+) fail(?:ing|ed)\b/gm),
    skipped: count(/^ *(\d+) pending\b/gm),
  };
}

function printCosts(): void {
  const line = (name: string, processor: number | undefined, elapsed: number): void => {
    const columns = [processor, elapsed].map((seconds) => (seconds?.toFixed(1) ?? '?').padStart(11));
    console.log(name.padEnd(16) + columns.join(''));
  };
  console.log(`\n${'seconds'.padEnd(16)}${'processor'.padStart(11)}${'elapsed'.padStart(11)}`);
  for (const { script, processor, elapsed } of costs) line(script, processor, elapsed);
  const total = (values: (number | undefined)[]): number => values.reduce<number>((a, b) => a + (b ?? 0), 0);
  line('all', total(costs.map(({ processor }) => processor)), total(costs.map(({ elapsed }) => elapsed)));
}

let good = false;
try {
  good = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  sum.failed++;
}
printCosts();
if (sum.skipped > 0) console.log(`\n${sum.skipped} skipped`);
console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
process.exit(good ? 0 : 1);
