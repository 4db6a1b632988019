import type { Quotas } from '../quotas.ts';
import { toStoredProject } from '../rows.ts';
import { projectsQuery } from '../slice.ts';
import type { Store } from '../store.ts';
import { sqliteAccounts } from './accounts.ts';
import type { Database } from './database.ts';
import { SqliteDeletion } from './delete.ts';
import { dialect, read, SqliteQueries } from './queries.ts';
import { sqliteReports } from './reports.ts';

/**
 * Of every connection. FULL: an acknowledged report survives a power loss. In WAL that costs one sync for each write. Secure
 * deletion overwrites what is deleted with zeros: else texts stay in the file until other reports take their place.
 */
export const settings = `
  PRAGMA synchronous = FULL;
  PRAGMA secure_delete = ON;
  PRAGMA foreign_keys = ON;
`;

interface SqliteParts {
  /** For messages. */
  path: string;
  /** Throws when what is written would be lost. */
  requireSameFile: () => void;
  /** Milliseconds since 1970. */
  now: () => number;
  quotas: Quotas;
}

/** The store in a database of the newest format (migrations.ts). */
export function sqliteStore(database: Database, { path, requireSameFile, now, quotas }: SqliteParts): Store {
  const queries = new SqliteQueries(database, path, requireSameFile);
  const deletion = new SqliteDeletion(queries);
  void deletion.goOn();
  queries.emptyLog(); // of what a process deleted that was killed before it did so
  return {
    ...sqliteAccounts(queries, deletion, now, quotas),
    ...sqliteReports(queries, deletion, quotas),
    listProjects: (account, list) =>
      queries.slice(projectsQuery(account, list, dialect, 'AND deleting = 0'), toStoredProject),
    deleteProject: (account, project) => deletion.deleteProject(account, project),
    ping: async () => {
      await read(() => {
        requireSameFile();
        queries.findOne('SELECT 1 FROM accounts LIMIT 1');
      });
      await queries.requireWritable();
    },
    close: async () => {
      await deletion.close();
      await read(() => {
        queries.close();
      });
    },
  };
}
