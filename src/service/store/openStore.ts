import { openSqliteStore } from './sqlite.ts';
import { StoreError, type Store } from './store.ts';

/** TEMPORARY, until the store part is merged: SQLite alone. */
export function openStore(address: string): Promise<Store> {
  if (/^postgres(ql)?:/.test(address)) return Promise.reject(new StoreError('PostgreSQL is not merged yet.'));
  return new Promise((resolve) => {
    resolve(openSqliteStore(address));
  });
}
