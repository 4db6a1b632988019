import { openDatabase } from './openDatabase.ts';
import { noQuotas, type Quotas } from '../quotas.ts';
import { sqliteAccounts } from './accounts.ts';
import { SqliteDeletion } from './delete.ts';
import { sqliteProjects } from './projects.ts';
import { sameFileCheck } from './file.ts';
import { read, SqliteQueries } from './queries.ts';
import { sqliteReports } from './reports.ts';
import type { Store } from '../store.ts';

/**
 * A store in one SQLite file, which several processes may have open at once; `:memory:` for one that is gone with
 * the process. Calls read at once, on the calling thread, and never wait there: for another
 * process's lock, or for a large deletion, they wait beside it.
 * @param now milliseconds since 1970.
 * @throws StoreError when the file can't be opened, is damaged, another program's, or newer than this program.
 */
export function openSqliteStore(
  path: string,
  now: () => number = Date.now,
  quotas: Quotas = noQuotas,
): Store {
  const database = openDatabase(path);
  const requireSameFile = sameFileCheck(path);
  const queries = new SqliteQueries(database, path, requireSameFile);
  const deletion = new SqliteDeletion(queries);
  void deletion.goOn();
  return {
    ...sqliteAccounts(queries, deletion, now, quotas),
    ...sqliteReports(queries, deletion, quotas),
    ...sqliteProjects(queries, deletion),
    ping: () =>
      read(() => {
        requireSameFile();
        queries.findOne('SELECT 1 FROM accounts LIMIT 1');
      }),
    close: async () => {
      await deletion.close();
      await read(() => {
        queries.close();
      });
    },
  };
}
