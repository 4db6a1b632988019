import type { Quotas } from '../quotas.ts';
import { toStoredProject } from '../rows.ts';
import { projectsQuery } from '../slice.ts';
import type { Store } from '../store.ts';
import { sqliteAccounts } from './accounts.ts';
import type { Database } from './database.ts';
import { SqliteDeletion } from './delete.ts';
import { dialect, retryRead, SqliteQueries } from './queries.ts';
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
  return {
    ...sqliteAccounts(queries, deletion, now, quotas),
    ...sqliteReports(queries, deletion, quotas),
    listProjects: (account, list) =>
      queries.slice(projectsQuery(account, list, dialect, 'AND deleting = 0'), toStoredProject),
    deleteProject: (account, project) => deletion.deleteProject(account, project),
    ping: async () => {
      await retryRead(() => {
        requireSameFile();
        queries.findOne('SELECT 1 FROM accounts LIMIT 1');
      });
      await queries.requireWritable();
    },
    close: async () => {
      await deletion.close();
      await retryRead(() => {
        queries.close();
      });
    },
  };
}
