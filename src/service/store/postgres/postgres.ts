import { keyFinder, postgresAccounts } from './accounts.ts';
import { withRemedy, withoutSecrets } from './errors.ts';
import { migrate } from './migrations.ts';
import { PostgresPool, dialect } from './pool.ts';
import { postgresReports } from './reports.ts';
import type { Quotas } from '../quotas.ts';
import { StoreUnavailableError, type Store } from '../store.ts';
import { sharedCalls } from '../sharedCalls.ts';

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
  quotas: Quotas = {},
): Promise<Store> {
  const where = withoutSecrets(address);
  const pool = new PostgresPool(address);
  try {
    await migrate(pool, where);
  } catch (error) {
    await pool.close();
    throw withRemedy(error instanceof StoreUnavailableError ? error.cause : error, where);
  }
  return {
    ...sharedCalls(pool, { dialect, findKey: keyFinder(pool), now, quotas }),
    ...postgresAccounts(pool, now, quotas),
    ...postgresReports(pool, quotas),
    close: () => pool.close(),
  };
}
