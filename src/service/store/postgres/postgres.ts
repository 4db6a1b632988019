import { UseNotes } from '../lastUse.ts';
import { postgresAccounts } from './accounts.ts';
import { withRemedy, withoutSecrets } from './errors.ts';
import { migrate } from './migrations.ts';
import { PostgresPool, dialect } from './pool.ts';
import { postgresReports } from './reports.ts';
import { noQuotas, type Quotas } from '../quotas.ts';
import { StoreUnavailableError, type Store } from '../store.ts';
import { toStoredProject } from '../rows.ts';
import { projectsQuery } from '../slice.ts';

/**
 * A store in the schema `inkling` of a PostgreSQL database, which any number of processes may use at the same time.
 * Every write to an account's data first locks the account's row, so the writes of one account run one at a time.
 * This keeps its counts correct and prevents deadlocks.
 * @param address `postgres://user:password@host:port/database`; libpq's parameters after a `?` are allowed too.
 * @param now milliseconds since 1970.
 * @throws StoreError when it can't be reached or used, belongs to another program, or has a format that this
 *   program doesn't support.
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
    throw withRemedy(error instanceof StoreUnavailableError ? error.cause : error, where);
  }
  const uses = new UseNotes(now, (digest, time) =>
    pool.write('UPDATE inkling.key_owners SET last_used_at = $2 WHERE digest = $1', [digest, time]),
  );
  return {
    ...postgresAccounts(pool, uses, now, quotas),
    ...postgresReports(pool, quotas),
    listProjects: (account, list) => pool.slice(projectsQuery(account, list, dialect), toStoredProject),
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
