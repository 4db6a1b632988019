import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withDatabase } from '../bench/database.ts';
import type { StoreName } from '../bench/options.ts';
import { requireProc } from '../../test/rig/processUse.ts';
import { fillAccounts } from './accounts.ts';
import { soakDatabase, type Soaked } from './database.ts';
import type { Soak } from './options.ts';
import { soakPage } from './page.ts';
import { soakPlots } from './plots.ts';

/** Number of processes on each kind of database. */
const processes: Record<StoreName, number> = { sqlite: 1, postgres: 3 };

/**
 * Fills each store, loads it, and writes the results.
 * @returns the findings in sentences; empty if there are none.
 */
export async function soak(options: Soak): Promise<string[]> {
  const { say } = options;
  requireProc();
  mkdirSync(options.folder, { recursive: true });
  const runs: Soaked[] = [];
  for (const store of options.stores) {
    await withDatabase(store, async (database) => {
      say(`${store}: filling with ${options.reports} reports`);
      const accounts = await fillAccounts(database, options.reports);
      say(`${store}: ${options.minutes} minutes of load, seed ${options.seed}`);
      runs.push(await soakDatabase({ ...options, store, database, accounts, processes: processes[store] }));
    });
  }
  writeFileSync(join(options.folder, 'soak.md'), soakPage(runs, options));
  for (const [name, svg] of runs.flatMap((run) => [...soakPlots(run)]))
    writeFileSync(join(options.folder, name), svg);
  return runs.flatMap(({ store, found }) => found.map((finding) => `${store}: ${finding}`));
}
