import { UseNotes } from '../lastUse.ts';
import { postgresAccounts } from './accounts.ts';
import { counting } from './counts.ts';
import { explained, withoutSecrets } from './errors.ts';
import { migrate } from './migrations.ts';
import { PostgresPool, findSlice } from './pool.ts';
import { postgresReports, deleteReports, lockAccount } from './reports.ts';
import { noQuotas, type Quotas } from '../quotas.ts';
import { StoreUnavailableError, type Store, type ProjectStore, foldCase } from '../store.ts';
import { toProject } from '../rows.ts';
import { orderBy } from '../slice.ts';

/**
 * A store in a PostgreSQL database, in its schema `inkling`, which any number of processes may have open at once.
 *
 * Every write that changes what an account owns locks the account's row first. So the writes of one account queue
 * up: its counts are right, and no two wait for each other.
 * @param address `postgres://user:password@host:port/database`; what libpq takes after a `?` is allowed too.
 * @param now milliseconds since 1970.
 * @throws StoreError when it can't be reached or used, is another program's, or of a format that this
 * program doesn't read.
 */
export async function openPostgresStore(
  address: string,
  now: () => number = Date.now,
  quotas: Quotas = noQuotas,
): Promise<Store> {
  const where = withoutSecrets(address);
  const pool = new PostgresPool(address);
  try {
    await migrate(pool, where);
  } catch (error) {
    await pool.close();
    throw explained(error instanceof StoreUnavailableError ? error.cause : error, where);
  }
  const uses = new UseNotes((digest, time) =>
    pool.write('UPDATE inkling.key_owners SET last_used_at = $2 WHERE digest = $1', digest, time),
  );
  return {
    ...postgresAccounts(pool, uses, now, quotas),
    ...postgresReports(pool, quotas),
    ...postgresProjects(pool),
    ping: async () => {
      await pool.find('SELECT 1 FROM inkling.accounts LIMIT 1');
      await pool.requireWritable();
    },
    close: async () => {
      await uses.settled();
      await pool.close();
    },
  };
}

export function postgresProjects(pool: PostgresPool): ProjectStore {
  return {
    listProjects: (account, { search, sortBy, ...list }) => {
      const key = sortBy === 'project' ? 'folded' : 'id';
      const columns = `id, project, reports, ${key} AS sort_key`;
      const query = { columns, order: orderBy(key), ...list };
      if (search === null) {
        return findSlice(
          pool,
          {
            ...query,
            source: 'inkling.projects WHERE account = $1',
            total: 'SELECT projects AS total FROM inkling.accounts WHERE account = $1',
            values: [account],
          },
          toProject,
        );
      }
      const source = 'inkling.projects WHERE account = $1 AND strpos(folded, $2) > 0';
      return findSlice(
        pool,
        {
          ...query,
          source,
          total: `SELECT count(*) AS total FROM ${source}`,
          values: [account, foldCase(search)],
        },
        toProject,
      );
    },

    deleteProject: (account, project) =>
      pool.transaction(async (queries) => {
        await lockAccount(queries, account);
        const [row] = await queries.find(
          'SELECT 1 FROM inkling.projects WHERE account = $1 AND project = $2',
          account,
          project,
        );
        if (row === undefined) return false;
        const { counts, bytes } = await deleteReports(queries, 'AND project = $2', account, project);
        await queries.write(
          'DELETE FROM inkling.projects WHERE account = $1 AND project = $2',
          account,
          project,
        );
        await queries.write(
          `UPDATE inkling.accounts SET projects = projects - 1, bytes = bytes - $2, ${counting('-', 3)} WHERE account = $1`,
          account,
          bytes,
          ...counts,
        );
        return true;
      }),
  };
}
