import type { Quotas } from '../quotas.ts';
import { sharedCalls } from '../sharedCalls.ts';
import type { Store } from '../store.ts';
import { sqliteAccounts } from './accounts.ts';
import { SqliteDeletion } from './delete.ts';
import { dialect, retryRead, SqliteQueries, type Database } from './queries.ts';
import { sqliteReports } from './reports.ts';

/**
 * Settings of every connection. With FULL, an acknowledged report survives a power loss, for one sync per write in
 * WAL mode. Secure deletion overwrites deleted data with zeros, because otherwise texts stay in the file until
 * reports replace them.
 */
export const settings = `
  PRAGMA synchronous = FULL;
  PRAGMA secure_delete = ON;
  PRAGMA foreign_keys = ON;
`;

interface SqliteParts {
  /** For messages. */
  path: string;
  /** Throws if a write would be lost. */
  requireSameFile: () => void;
  /** Milliseconds since 1970. */
  now: () => number;
  quotas: Quotas;
}

/** The store in a database of the newest format (migrations.ts). */
export function sqliteStore(database: Database, { path, requireSameFile, now, quotas }: SqliteParts): Store {
  const queries = new SqliteQueries(database, path, requireSameFile);
  const deletion = new SqliteDeletion(queries);
  void deletion.resume();
  queries.emptyLog(); // the file still contains the data of an interrupted deletion
  const findKey = async (digest: string) => {
    const [row] = await queries.find('SELECT account, last_used_at FROM api_keys WHERE digest = ?', [digest]);
    return row;
  };
  return {
    ...sharedCalls(queries, { dialect, findKey, now, quotas }),
    ...sqliteAccounts(queries, deletion, now, quotas),
    ...sqliteReports(queries, deletion, quotas),
    close: async () => {
      await deletion.close();
      await retryRead(() => {
        queries.close();
      });
    },
  };
}
