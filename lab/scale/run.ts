/**
 * Measures the cost of requests by the number of reports, the length of texts and the number of processes.
 *
 *     npm run scale -- --write lab
 *     npm run scale -- --reports 1000,10000 --words 100,1000 --stores sqlite --seconds 1
 *
 * Writes out/scale.json and plots in out/scale/. With `--write lab`, also writes the measured parts of
 * lab/scale/README.md and the plots in lab/scale/pictures/.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { withDatabase } from '../bench/database.ts';
import { option, readOptions } from '../bench/options.ts';
import { root } from '../../test/rig/paths.ts';
import { requireProc } from '../../test/rig/processUse.ts';
import { carriedByProcesses } from './byProcesses.ts';
import { costByReports } from './byReports.ts';
import { costByWords } from './byWords.ts';
import { withMeasured } from './document.ts';
import type { ScaleFigures } from './figures.ts';
import { scalePlots } from './plots.ts';
import { scaleTables } from './tables.ts';

const Options = {
  stores: v.optional(option.stores, 'sqlite,postgres'),
  reports: v.optional(option.wholeNumbers, '1000,10000,100000,1000000'),
  words: v.optional(option.wholeNumbers, '100,1000,10000,100000,1000000'),
  processes: v.optional(option.wholeNumbers, '1,2,3'),
  /** Duration of each measurement. */
  seconds: v.optional(option.wholeNumber, '2'),
  write: v.optional(v.literal('lab', 'Give lab, or leave it out.')),
};

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const { stores, reports, words, processes, seconds, write } = readOptions(Options, args);
  requireProc();
  const started = performance.now();
  const sayAt = (where: string) => (what: string) => {
    console.error(`${((performance.now() - started) / 1000).toFixed(0)} s, ${where}: ${what}`);
  };
  execFileSync(process.execPath, [join(root, 'esbuild.js'), '--production'], { cwd: root });
  const folder = join(root, 'out/scale');
  mkdirSync(folder, { recursive: true });
  const ascending = (sizes: readonly number[]): number[] => sizes.toSorted((a, b) => a - b);
  const shared = { seconds, log: join(folder, 'serve.log') };

  const figures: ScaleFigures = {
    command: ['npm run scale', ...(args.length > 0 ? ['--', ...args] : [])].join(' '),
    date: new Date().toISOString().slice(0, 10),
    machine: `${availableParallelism()} cores of ${cpus()[0]?.model ?? 'an unknown processor'}, Node ${process.versions.node}`,
    reports: {},
    words: null,
    processes: null,
  };
  // Saved after each part, so that a later failure loses nothing.
  const save = (): void => {
    writeFileSync(join(root, 'out/scale.json'), `${JSON.stringify(figures, null, 2)}\n`);
  };
  figures.words = await withDatabase('sqlite', (database) =>
    costByWords({ ...shared, database, sizes: ascending(words), say: sayAt('words') }),
  );
  save();
  for (const store of stores) {
    figures.reports[store] = await withDatabase(store, (database) =>
      costByReports({ ...shared, database, sizes: ascending(reports), say: sayAt(store) }),
    );
    save();
  }
  if (stores.includes('postgres')) {
    figures.processes = await withDatabase('postgres', (database) =>
      carriedByProcesses({ ...shared, database, counts: ascending(processes), say: sayAt('processes') }),
    );
    save();
  }

  const plots = scalePlots(figures);
  for (const [name, svg] of plots) writeFileSync(join(folder, name), svg);
  if (write === 'lab') {
    const path = join(root, 'lab/scale/README.md');
    writeFileSync(path, await withMeasured(readFileSync(path, 'utf8'), scaleTables(figures), path));
    for (const [name, svg] of plots) writeFileSync(join(root, 'lab/scale/pictures', name), svg);
  }
  console.log(JSON.stringify(figures, null, 2));
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
