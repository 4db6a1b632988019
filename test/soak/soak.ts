import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoreName } from '../bench/options.ts';
import { startPostgres } from '../rig/postgres.ts';
import { fillAccounts } from './accounts.ts';
import { soakDatabase, type Soaked } from './database.ts';
import type { SoakOptions } from './options.ts';
import { soakPage, soakPlots } from './page.ts';

export interface Soak extends SoakOptions {
  /** For the page, its plots and the servers' logs. */
  folder: string;
  /** The `inkling` that is loaded. */
  program: string;
}

/** How many processes stand before each kind of database. */
const processes: Record<StoreName, number> = { sqlite: 1, postgres: 3 };

/**
 * Fills each store, loads it, and writes what was seen.
 * @returns what is not as it should be, in sentences; nothing when all is well.
 */
export async function soak(options: Soak): Promise<string[]> {
  mkdirSync(options.folder, { recursive: true });
  const runs: Soaked[] = [];
  for (const store of options.stores) {
    await withDatabase(store, async (database) => {
      say(`${store}: filling with ${options.reports} reports`);
      const accounts = await fillAccounts(database, options.reports);
      say(`${store}: ${options.minutes} minutes of load, seed ${options.seed}`);
      runs.push(
        await soakDatabase({ ...options, store, database, accounts, processes: processes[store], say }),
      );
    });
  }
  writeFileSync(join(options.folder, 'soak.md'), soakPage(runs, options));
  for (const [name, svg] of runs.flatMap(soakPlots)) writeFileSync(join(options.folder, name), svg);
  return runs.flatMap(({ store, found }) => found.map((finding) => `${store}: ${finding}`));
}

async function withDatabase(store: StoreName, use: (database: string) => Promise<void>): Promise<void> {
  if (store === 'postgres') {
    const postgres = await startPostgres();
    try {
      await use(await postgres.createDatabase());
    } finally {
      await postgres.stop();
    }
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'inkling-soak-'));
  try {
    await use(join(folder, 'soak.sqlite'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function say(what: string): void {
  console.error(what);
}
