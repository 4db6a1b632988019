import { setImmediate } from 'node:timers/promises';
import { foldCase, type AccountStore, type StoredAccount } from '../store.ts';
import type { UseNotes } from '../lastUse.ts';
import { deleteReports, lockAccount } from './reports.ts';
import type { PostgresPool } from './pool.ts';
import { requireWithin, usageWithin, type Quotas } from '../quotas.ts';
import { toStoredAccount, toApiKey, type Row } from '../rows.ts';

const accountColumns = 'account AS id, name, password_hash, created_at';

/** Accounts, their sessions and their keys. */
export function postgresAccounts(
  pool: PostgresPool,
  uses: UseNotes,
  now: () => number,
  quotas: Quotas,
): AccountStore {
  const find = (condition: string, ...values: string[]): Promise<StoredAccount | null> =>
    pool.readOne(
      toStoredAccount,
      `SELECT ${accountColumns} FROM inkling.accounts WHERE ${condition}`,
      values,
    );

  const findKey = keyFinder(pool);

  return {
    createAccount: ({ id, name, passwordHash }) =>
      pool.transaction(async (queries) => {
        const folded = foldCase(name);
        const taken = await queries.write(
          'INSERT INTO inkling.account_names (folded, account) VALUES ($1, $2) ON CONFLICT (folded) DO NOTHING',
          [folded, id],
        );
        if (taken === 0) return false;
        await queries.write(
          'INSERT INTO inkling.accounts (account, name, folded, password_hash, created_at) VALUES ($1, $2, $3, $4, $5)',
          [id, name, folded, passwordHash, now()],
        );
        return true;
      }),

    accountNamed: async (name) => {
      const [row] = await pool.find('SELECT account FROM inkling.account_names WHERE folded = $1', [
        foldCase(name),
      ]);
      return row === undefined ? null : find('account = $1', String(row['account']));
    },

    listAccounts: async () => {
      const rows = await pool.find(`SELECT ${accountColumns} FROM inkling.accounts ORDER BY folded`);
      return rows.map(toStoredAccount);
    },

    setPasswordHash: async (account, passwordHash) => {
      const sql = 'UPDATE inkling.accounts SET password_hash = $2 WHERE account = $1';
      await pool.write(sql, [account, passwordHash]);
    },

    deleteAccount: (id) =>
      pool.transaction(async (queries) => {
        const sql = 'SELECT folded FROM inkling.accounts WHERE account = $1 FOR UPDATE';
        const [row] = await queries.find(sql, [id]);
        if (row === undefined) return false;
        const keys = await queries.find('SELECT digest FROM inkling.api_keys WHERE account = $1', [id]);
        const digests = keys.map(({ digest }) => String(digest));
        await queries.write('DELETE FROM inkling.key_owners WHERE digest = ANY ($1)', [digests]);
        await queries.write('DELETE FROM inkling.account_names WHERE folded = $1', [String(row['folded'])]);
        await deleteReports(queries, id);
        // Foreign keys cascade to its keys and projects.
        await queries.write('DELETE FROM inkling.accounts WHERE account = $1', [id]);
        return true;
      }),

    addSession: (account, { id, expiresAt }) =>
      pool.transaction(async (queries) => {
        const expired = 'DELETE FROM inkling.sessions WHERE account = $1 AND expires_at <= $2';
        await queries.write(expired, [account, now()]);
        const added = 'INSERT INTO inkling.sessions (account, id, expires_at) VALUES ($1, $2, $3)';
        await queries.write(added, [account, id, expiresAt]);
      }),

    accountOfSession: (account, session) =>
      find(
        'account = $1 AND EXISTS (SELECT 1 FROM inkling.sessions WHERE account = $1 AND id = $2)',
        account,
        session,
      ),

    endSession: async (account, session) => {
      await pool.write('DELETE FROM inkling.sessions WHERE account = $1 AND id = $2', [account, session]);
    },

    accountOfKey: async (digest) => {
      const row = await findKey(digest);
      if (row === undefined) return null;
      uses.note(digest, row['last_used_at']);
      return String(row['account']);
    },

    addKey: (account, { id, name, digest }) =>
      pool.transaction(async (queries) => {
        await lockAccount(queries, account);
        const sql = 'SELECT count(*) AS keys FROM inkling.api_keys WHERE account = $1';
        const [row] = await queries.find(sql, [account]);
        requireWithin(quotas, { keys: Number(row?.['keys']) + 1 });
        await queries.write(
          'INSERT INTO inkling.api_keys (account, id, name, digest, created_at) VALUES ($1, $2, $3, $4, $5)',
          [account, id, name, digest, now()],
        );
        const owner = 'INSERT INTO inkling.key_owners (digest, account) VALUES ($1, $2)';
        await queries.write(owner, [digest, account]);
      }),

    usageOf: async (account) => {
      const [row] = await pool.find(
        `SELECT projects, reports, bytes,
           (SELECT count(*) FROM inkling.api_keys WHERE account = $1) AS keys
         FROM inkling.accounts WHERE account = $1`,
        [account],
      );
      return usageWithin(quotas, row);
    },

    listKeys: async (account) => {
      const keys = await pool.find(
        'SELECT id, name, digest, created_at FROM inkling.api_keys WHERE account = $1 ORDER BY id',
        [account],
      );
      const digests = keys.map(({ digest }) => String(digest));
      const uses = await pool.find(
        'SELECT digest, last_used_at FROM inkling.key_owners WHERE digest = ANY ($1)',
        [digests],
      );
      const lastUses = new Map(uses.map(({ digest, last_used_at }) => [digest, last_used_at]));
      return keys.map((key) => toApiKey({ ...key, last_used_at: lastUses.get(key['digest']) ?? null }));
    },

    revokeKey: (account, id) =>
      pool.transaction(async (queries) => {
        const sql = 'DELETE FROM inkling.api_keys WHERE account = $1 AND id = $2 RETURNING digest';
        const [key] = await queries.find(sql, [account, id]);
        if (key === undefined) return false;
        await queries.write('DELETE FROM inkling.key_owners WHERE digest = $1', [String(key['digest'])]);
        return true;
      }),
  };
}

/**
 * Finds keys by digest, which is the first query of every request. The requests of one turn of the event loop share
 * a statement. It is sent after all of them arrived, so a key revoked before that is not found.
 */
function keyFinder(pool: PostgresPool): (digest: string) => Promise<Row | undefined> {
  let next: { digests: Set<string>; found: Promise<Map<unknown, Row>> } | undefined;

  async function find(digests: ReadonlySet<string>): Promise<Map<unknown, Row>> {
    await setImmediate();
    next = undefined;
    const rows = await pool.find(
      'SELECT digest, account, last_used_at FROM inkling.key_owners WHERE digest = ANY ($1)',
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
