import { openSqliteStore } from './sqlite.ts';
import type { Store } from './store.ts';

/**
 * Opens the store at an address: `postgres://...` for a PostgreSQL database, else the path of an SQLite file, or
 * `:memory:`.
 * @throws StoreError when it can't be opened, is another program's, or newer than this program.
 */
export async function openStore(address: string): Promise<Store> {
  if (!/^postgres(ql)?:\/\//i.test(address)) return openSqliteStore(address);
  // Loaded when it is asked for: the editor's bundles hold no database driver.
  const { openPostgresStore } = await import('./postgres.ts');
  return openPostgresStore(address);
}
