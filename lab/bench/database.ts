import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../test/rig/postgres.ts';
import type { StoreName } from './options.ts';

/** Hands over an empty database of the kind, by what `--database` takes, and removes it and all it held afterwards. */
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
  const folder = mkdtempSync(join(tmpdir(), 'inkling-database-'));
  // A million reports are left nowhere, also when the command is interrupted.
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  try {
    return await use(join(folder, 'inkling.sqlite'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
