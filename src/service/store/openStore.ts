import type { Quotas } from './quotas.ts';
import { openSqliteStore } from './sqlite/sqlite.ts';
import { StoreError, type Store } from './store.ts';

/**
 * Opens a store.
 * @param address of a PostgreSQL database (`postgres://...`), the path of an SQLite file, or `:memory:`.
 * @throws StoreError that says why it can't be used.
 */
export async function openStore(address: string, quotas: Quotas = {}): Promise<Store> {
  if (!isPostgres(address)) return openSqliteStore(address, Date.now, quotas);
  const { openPostgresStore } = await loadPostgres();
  return openPostgresStore(address, Date.now, quotas);
}

/** Imported on demand, so that the editor never loads the PostgreSQL driver. */
async function loadPostgres() {
  try {
    return await import('./postgres/postgres.ts');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code !== 'MODULE_NOT_FOUND' && code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new StoreError(
      'PostgreSQL is not available: the package pg is missing. Run npm ci in Inkling’s repository.',
      { cause },
    );
  }
}

/** Whether this is the address of a PostgreSQL database. */
export function isPostgres(address: string): boolean {
  return /^postgres(ql)?:\/\//i.test(address);
}
