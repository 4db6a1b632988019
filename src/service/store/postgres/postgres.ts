import { setImmediate } from 'node:timers/promises';
import { requireWithin, type Quotas } from '../quotas.ts';
import { toApiKey, type Row } from '../rows.ts';
import { findAccount, sharedCalls } from '../sharedCalls.ts';
import { foldCase, StoreUnavailableError, type Store } from '../store.ts';
import { withRemedy, withoutSecrets } from './errors.ts';
import { migrate } from './migrations.ts';
import { dialect, PostgresPool } from './pool.ts';
import { deleteReports, lockAccount, postgresReports } from './reports.ts';

/**
 * A store in the schema `inkling` of a PostgreSQL database, which any number of processes may use at the same time.
 * Every write to an account's data first locks the account's row, so the writes of one account run one at a time.
 * This keeps its counts correct and prevents deadlocks.
 * @param address `postgres://user:password@host:port/database`; libpq's parameters after a `?` are allowed too.
 * @param now milliseconds since 1970.
 * @throws StoreError when it can't be reached or used, belongs to another program, or has an unsupported format.
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
    ...postgresReports(pool, quotas),

    createAccount: ({ id, name, passwordHash }) =>
      pool.transaction(async (queries) => {
        const folded = foldCase(name);
        const taken = await queries.write(
          'INSERT INTO account_names (folded, account) VALUES ($1, $2) ON CONFLICT (folded) DO NOTHING',
          [folded, id],
        );
        if (taken === 0) return false;
        await queries.write(
          'INSERT INTO accounts (account, name, folded, password_hash, created_at) VALUES ($1, $2, $3, $4, $5)',
          [id, name, folded, passwordHash, now()],
        );
        return true;
      }),

    accountNamed: async (name) => {
      const [row] = await pool.find('SELECT account FROM account_names WHERE folded = $1', [foldCase(name)]);
      return row === undefined ? null : findAccount(pool, dialect, 'account = $1', [String(row['account'])]);
    },

    deleteAccount: (id) =>
      pool.transaction(async (queries) => {
        const sql = 'SELECT folded FROM accounts WHERE account = $1 FOR UPDATE';
        const [row] = await queries.find(sql, [id]);
        if (row === undefined) return false;
        const keys = await queries.find('SELECT digest FROM api_keys WHERE account = $1', [id]);
        const digests = keys.map(({ digest }) => String(digest));
        await queries.write('DELETE FROM key_owners WHERE digest = ANY ($1)', [digests]);
        await queries.write('DELETE FROM account_names WHERE folded = $1', [String(row['folded'])]);
        await deleteReports(queries, id);
        // Foreign keys cascade to its keys and projects.
        await queries.write('DELETE FROM accounts WHERE account = $1', [id]);
        return true;
      }),

    addSession: (account, { id, expiresAt }) =>
      pool.transaction(async (queries) => {
        const expired = 'DELETE FROM sessions WHERE account = $1 AND expires_at <= $2';
        await queries.write(expired, [account, now()]);
        const added = 'INSERT INTO sessions (account, id, expires_at) VALUES ($1, $2, $3)';
        await queries.write(added, [account, id, expiresAt]);
      }),

    addKey: (account, { id, name, digest }) =>
      pool.transaction(async (queries) => {
        await lockAccount(queries, account);
        const sql = 'SELECT count(*) AS keys FROM api_keys WHERE account = $1';
        const [row] = await queries.find(sql, [account]);
        requireWithin(quotas, { keys: Number(row?.['keys']) + 1 });
        await queries.write(
          'INSERT INTO api_keys (account, id, name, digest, created_at) VALUES ($1, $2, $3, $4, $5)',
          [account, id, name, digest, now()],
        );
        const owner = 'INSERT INTO key_owners (digest, account) VALUES ($1, $2)';
        await queries.write(owner, [digest, account]);
      }),

    listKeys: async (account) => {
      const keys = await pool.find(
        'SELECT id, name, digest, created_at FROM api_keys WHERE account = $1 ORDER BY id',
        [account],
      );
      const digests = keys.map(({ digest }) => String(digest));
      const uses = await pool.find('SELECT digest, last_used_at FROM key_owners WHERE digest = ANY ($1)', [
        digests,
      ]);
      const lastUses = new Map(uses.map(({ digest, last_used_at }) => [digest, last_used_at]));
      return keys.map((key) => toApiKey({ ...key, last_used_at: lastUses.get(key['digest']) ?? null }));
    },

    revokeKey: (account, id) =>
      pool.transaction(async (queries) => {
        const sql = 'DELETE FROM api_keys WHERE account = $1 AND id = $2 RETURNING digest';
        const [key] = await queries.find(sql, [account, id]);
        if (key === undefined) return false;
        await queries.write('DELETE FROM key_owners WHERE digest = $1', [String(key['digest'])]);
        return true;
      }),

    close: () => pool.close(),
  };
}

/**
 * Finds keys by digest: the first query of every request. The requests of one turn of the event loop share a
 * statement, which is sent after the last of them arrived, so a key that was revoked before is not found.
 */
function keyFinder(pool: PostgresPool): (digest: string) => Promise<Row | undefined> {
  let next: { digests: Set<string>; found: Promise<Map<unknown, Row>> } | undefined;

  async function find(digests: ReadonlySet<string>): Promise<Map<unknown, Row>> {
    await setImmediate();
    next = undefined;
    const rows = await pool.find(
      'SELECT digest, account, last_used_at FROM key_owners WHERE digest = ANY ($1)',
      // A digest never contains U+0000, for which PostgreSQL would reject the whole statement.
      [[...digests].filter((digest) => !digest.includes('\0'))],
    );
    return new Map(rows.map((row) => [row['digest'], row]));
  }

  return async (digest) => {
    if (next === undefined) {
      const digests = new Set<string>();
      next = { digests, found: find(digests) };
    }
    next.digests.add(digest);
    return (await next.found).get(digest);
  };
}
