/**
 * Searches for input that breaks the checks. Prints its seed, and for each failure the command that repeats it;
 * writes the whole finding to `out/fuzz`. Exits with 1 if anything was found.
 *
 *     npm run fuzz
 *     npm run fuzz -- --minutes 30 --seed 7 --target prose
 *     npm run fuzz -- --target prose --check latex --seed 7 --path 123:0
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../test/rig/paths.ts';
import { runCheck, type Finding } from './runCheck.ts';
import type { FuzzTarget } from './target.ts';

/** Milliseconds; a megabyte takes seconds on a slow machine. */
const stall = 120_000;

async function main(): Promise<boolean> {
  const files = await readdir(new URL('targets', import.meta.url));
  const names = files.filter((file) => file.endsWith('.ts')).map((file) => path.basename(file, '.ts'));
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '5' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
      target: { type: 'string' },
      check: { type: 'string' },
      path: { type: 'string' },
    },
  });
  const minutes = Number(values.minutes);
  const seed = Number(values.seed);
  if (!(minutes > 0)) throw new Error('--minutes takes a number above 0.');
  if (!Number.isInteger(seed)) throw new Error('--seed takes a whole number.');
  if (values.target !== undefined && !names.includes(values.target))
    throw new Error(`--target takes one of ${names.join(', ')}.`);

  const chosen: { name: string; module: string; check: string }[] = [];
  for (const name of names.filter((name) => (values.target ?? name) === name)) {
    const module = new URL(`targets/${name}.ts`, import.meta.url).href;
    const { target } = (await import(module)) as { target: FuzzTarget };
    for (const check of Object.keys(target.checks)) chosen.push({ name, module, check });
  }
  const checks = chosen.filter(({ check }) => (values.check ?? check) === check);
  if (checks.length === 0)
    throw new Error(`--check takes one of ${chosen.map(({ check }) => check).join(', ')}.`);

  console.log(`seed ${seed}, ${checks.length} checks, ${minutes} min`);
  let held = true;
  for (const { name, module, check } of checks) {
    const started = performance.now();
    const finding = await runCheck({
      module,
      check,
      seed,
      stall,
      milliseconds: (minutes * 60_000) / checks.length,
      ...(values.path !== undefined && { path: values.path }),
    });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${name} ${check}: ${finding.held ? 'held' : 'FAILED'}, ${finding.runs} runs, ${seconds} s`);
    if (finding.held) continue;
    held = false;
    await report(finding, { name, check, seed });
  }
  return held;
}

async function report(
  { path: run, counterexample, error }: Finding & { held: false },
  { name, check, seed }: { name: string; check: string; seed: number },
): Promise<void> {
  const again = `npm run fuzz -- --target ${name} --check ${check} --seed ${seed} --path ${run}`;
  const folder = path.join(root, 'out', 'fuzz');
  const file = path.join(folder, `${name}-${check}-${seed}.txt`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, `${again}\n\n${error}\n\n${counterexample}\n`);
  console.log(`  ${error.split('\n')[0] ?? ''}\n  ${again}\n  ${file}`);
}

main().then(
  (held) => process.exit(held ? 0 : 1),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  },
);
