/**
 * Everything that has to hold before a change is taken in, cheapest first. Ends at the first phase that fails.
 * The last line is `N passed, N failed`, over the tests of all phases.
 *
 *     node test/run.ts
 */
import { addCoverage, startCoverage } from './coverage/coverage.ts';
import { countingEnvironment } from './coverage/counts.ts';
import { installChromium, installRig } from './rig/install.ts';
import { root } from './rig/paths.ts';
import { runGroup } from './rig/processes.ts';

interface Phase {
  /** An npm script: each phase can be run alone by its name. */
  script: string;
  /** For the script. */
  args?: readonly string[];
  /** Seconds: what a slow machine needs, many times over. */
  limit: number;
  /** Whether what it runs of `src` counts. Packed bundles have no map that leads back to it. */
  counted?: true;
  /** What to do if it fails. */
  remedy: string;
}

const phases: Phase[] = [
  { script: 'check-types', limit: 180, remedy: 'Mend the types that tsc names.' },
  { script: 'lint', limit: 240, remedy: 'Mend what ESLint names; npm run lint -- --fix does some of it.' },
  { script: 'format:check', limit: 60, remedy: 'Run npm run format.' },
  {
    script: 'test:unit',
    args: ['--ignore', 'test/unit/**/hostile.test.ts'],
    limit: 600,
    counted: true,
    remedy: 'npm run test:unit -- --grep "words of a title" runs one alone.',
  },
  // Megabytes made to be slow, which counting makes slower by three times and more.
  { script: 'test:hostile', limit: 120, remedy: 'npm run test:unit -- --grep "words of a title"' },
  {
    script: 'test:contract',
    limit: 600,
    counted: true,
    remedy: 'npm run test:contract -- --grep "words of a title"',
  },
  {
    script: 'test:serve',
    limit: 600,
    counted: true,
    remedy: 'npm run test:serve -- --grep "words of a title"',
  },
  { script: 'package', limit: 120, remedy: 'Mend what esbuild or vsce names.' },
  {
    script: 'test:package',
    limit: 240,
    remedy: 'See .vscodeignore, esbuild.js and what the bundles import.',
  },
  {
    script: 'test:host',
    limit: 360,
    counted: true,
    remedy: 'See test/shots; npm run test:host -- --grep "words of a title"',
  },
  { script: 'test:ui', limit: 900, remedy: 'See test/shots; npm run test:ui -- --grep "words of a title"' },
  {
    script: 'coverage',
    limit: 60,
    remedy: 'See out/coverage/index.html for what no test runs, and test what matters.',
  },
];

const sum = { passed: 0, failed: 0, skipped: 0 };

async function main(): Promise<boolean> {
  await installRig();
  console.log(`Chromium is ${await installChromium()}`);
  await startCoverage();
  for (const phase of phases) if (!(await passes(phase))) return false;
  return true;
}

async function passes({ script, args = [], limit, counted, remedy }: Phase): Promise<boolean> {
  console.log(`\n== ${script}`);
  const started = performance.now();
  const { code, output } = await runGroup('npm', ['run', '--silent', script, '--', ...args], {
    cwd: root,
    env: { ...process.env, FORCE_COLOR: '0', ...(counted && countingEnvironment()) },
    limit: limit * 1000,
    onOutput: (text) => process.stdout.write(text),
  });
  if (counted) await addCoverage();
  const counts = countTests(output);
  const empty = script.startsWith('test:') && counts.passed + counts.failed === 0;
  const good = code === 0 && !empty;
  sum.passed += counts.passed;
  sum.skipped += counts.skipped;
  sum.failed += good ? counts.failed : Math.max(counts.failed, 1);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`== ${script}: ${good ? 'good' : 'FAILED'}, ${seconds} s`);
  if (empty) console.log('== It ran no test.');
  if (!good) console.log(`== ${remedy}`);
  return good;
}

/** Reads the summaries of mocha's own reporter, and of the host's. */
function countTests(output: string): typeof sum {
  const count = (summary: RegExp): number =>
    [...output.matchAll(summary)].reduce((all, [, number]) => all + Number(number), 0);
  return {
    passed: count(/^ *(\d+) (?:passing\b|passed, )/gm),
    failed: count(/^(?: *|\d+ passed, )(\d+) fail(?:ing|ed)\b/gm),
    skipped: count(/^ *(\d+) pending\b/gm),
  };
}

main().then(
  (good) => {
    if (sum.skipped > 0) console.log(`\n${sum.skipped} skipped`);
    console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
    process.exit(good ? 0 : 1);
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    console.log(`\n${sum.passed} passed, ${sum.failed + 1} failed`);
    process.exit(1);
  },
);
