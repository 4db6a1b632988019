/**
 * `npm test`: everything that must hold before a change goes in, cheapest first. Ends at the first phase that fails.
 * The last line, `N passed, N failed`, counts the tests of all phases.
 */
import { rmSync } from 'node:fs';
import { vsixFile } from './rig/extension.ts';
import { installChromium, installRig } from './rig/install.ts';
import { root } from './rig/paths.ts';
import { runGroup } from './rig/processes.ts';

interface Phase {
  name: string;
  /** Run by this Node, from the repository. */
  args: string[];
  /** Minutes after which it counts as failed. */
  limit: number;
  /** Set if the phase runs tests. */
  tests?: true;
  /** What to do about a failure. */
  advice: string;
}

const tsc = 'node_modules/typescript/bin/tsc';
const eslint = 'node_modules/eslint/bin/eslint.js';
const prettier = 'node_modules/prettier/bin/prettier.cjs';
const mocha = 'node_modules/mocha/bin/mocha.js';
const vsce = 'node_modules/@vscode/vsce/vsce';

const phases: Phase[] = [
  { name: 'types', args: [tsc, '-p', '.'], limit: 3, advice: 'npm run check-types' },
  { name: 'lint', args: [eslint, '--max-warnings', '0', '.'], limit: 3, advice: 'npm run lint' },
  { name: 'format', args: [prettier, '--check', '.'], limit: 2, advice: 'npm run format mends it' },
  mochaPhase('unit', 3, 'npm run test:unit -- --grep "words of a title"'),
  mochaPhase('contract', 3, 'npm run test:contract -- --grep "words of a title"'),
  { name: 'build', args: ['esbuild.js', '--production'], limit: 2, advice: 'npm run build' },
  { name: 'pack', args: [vsce, 'package', '--no-dependencies'], limit: 2, advice: 'npm run package' },
  mochaPhase('package', 2, 'npm run package, then npx mocha "test/package/**/*.test.ts"'),
  {
    name: 'host',
    args: ['test/rig/host.ts'],
    limit: 5,
    tests: true,
    advice: 'npm run test:host -- --grep "words of a title"; see test/shots',
  },
  mochaPhase('ui', 8, 'npm run test:ui -- --grep "words of a title"; see test/shots'),
];

function mochaPhase(name: string, limit: number, advice: string): Phase {
  return { name, args: [mocha, `test/${name}/**/*.test.ts`], limit, tests: true, advice };
}

const counted = { passed: 0, failed: 0 };

/** Adds up what the phase's last summary says: mocha's own, or the one line of the host tests. */
function count(output: string): void {
  const last = (pattern: RegExp): number => Number([...output.matchAll(pattern)].at(-1)?.[1] ?? 0);
  counted.passed += last(/^\s*(\d+) (?:passing|passed)\b/gm);
  counted.failed += last(/^\s*(\d+) failing\b/gm) || last(/^\d+ passed, (\d+) failed$/gm);
}

async function run(phase: Phase): Promise<boolean> {
  console.log(`\n== ${phase.name}`);
  const started = performance.now();
  const { code, output } = await runGroup(process.execPath, phase.args, {
    cwd: root,
    limit: phase.limit * 60_000,
    onOutput: (text) => process.stdout.write(text),
  });
  if (phase.tests) count(output);
  console.log(`== ${phase.name}: ${code === 0 ? 'ok' : 'FAILED'}, ${seconds(started)} s`);
  if (code !== 0) console.log(`To look into it: ${phase.advice}`);
  return code === 0;
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}

async function runAll(): Promise<boolean> {
  rmSync(vsixFile, { force: true });
  await installRig();
  await installChromium();
  for (const phase of phases) if (!(await run(phase))) return false;
  return true;
}

const started = performance.now();
const ok = await runAll().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return false;
});
if (!ok && counted.failed === 0) counted.failed = 1; // a phase without tests failed, or one that never came to its end
console.log(`\n${seconds(started)} s in all`);
console.log(`${counted.passed} passed, ${counted.failed} failed`);
process.exitCode = ok ? 0 : 1;
