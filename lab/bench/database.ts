import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '../../test/rig/postgres.ts';
import { temporaryFolder } from '../../test/rig/temporaryFolder.ts';
import type { StoreName } from './options.ts';

/** Calls back with the `--database` value of an empty database of this kind, and removes the database afterwards. */
export async function withDatabase<Result>(
  store: StoreName,
  use: (database: string) => Promise<Result>,
): Promise<Result> {
  if (store === 'postgres') {
    const postgres = await startPostgres();
    try {
      return await use(await postgres.createDatabase());
    } finally {
      await postgres.stop();
    }
  }
  const folder = temporaryFolder('database');
  try {
    return await use(join(folder, 'inkling.sqlite'));
  } finally {
    rmSync(folder, { recursive: true }); // a million reports make room for the next store's
  }
}
