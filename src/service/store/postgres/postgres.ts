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
 * A store in the schema `inkling` of a PostgreSQL database, which any number of processes may open at once.
 * Every write to an account's data locks the account's row first. So the writes of one account run one at a time: its
 * counts are correct, and there are no deadlocks.
 * @param address `postgres://user:password@host:port/database`; libpq's parameters after a `?` are allowed too.
 * @param now milliseconds since 1970.
 * @throws StoreError when it can't be reached or used, is another program's, or of a format that this program doesn't
 * read.
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
