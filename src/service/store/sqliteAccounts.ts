import { foldCase } from './foldCase.ts';
import { isUseToNote } from './lastUse.ts';
import { requireWithin, type Quotas } from './quotas.ts';
import { accountColumns, toAccount, toApiKey, toStoredAccount } from './rows.ts';
import { asUnavailable } from './sqliteErrors.ts';
import { attempt, type SqliteQueries } from './sqliteQueries.ts';
import { StoreUnavailableError, type AccountStore } from './store.ts';

/** Accounts, their sessions and their keys. */
export function sqliteAccounts(queries: SqliteQueries, now: () => number, quotas: Quotas): AccountStore {
  return {
    createAccount: ({ id, name, passwordHash }) =>
      attempt(() => {
        const made = queries.write(
          `INSERT INTO accounts (id, name, folded, password_hash, created_at) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (folded) DO NOTHING`,
          id,
          name,
          foldCase(name),
          passwordHash,
          now(),
        );
        return made === 1;
      }),

    getAccount: (id) =>
      attempt(() => {
        const row = queries.findOne(`SELECT ${accountColumns}, password_hash FROM accounts WHERE id = ?`, id);
        return row === undefined ? null : toStoredAccount(row);
      }),

    accountNamed: (name) =>
      attempt(() => {
        const row = queries.findOne(
          `SELECT ${accountColumns}, password_hash FROM accounts WHERE folded = ?`,
          foldCase(name),
        );
        return row === undefined ? null : toStoredAccount(row);
      }),

    listAccounts: () =>
      attempt(() => queries.find(`SELECT ${accountColumns} FROM accounts ORDER BY folded`).map(toAccount)),

    setPasswordHash: (account, passwordHash) =>
      attempt(() => {
        queries.write('UPDATE accounts SET password_hash = ? WHERE id = ?', passwordHash, account);
      }),

    // What it owns goes with it: the foreign keys cascade.
    deleteAccount: (id) => attempt(() => queries.write('DELETE FROM accounts WHERE id = ?', id) === 1),

    addSession: (account, { id, expiresAt }) =>
      queries.transaction(() => {
        queries.write('DELETE FROM sessions WHERE account = ? AND expires_at <= ?', account, now());
        queries.write(
          'INSERT INTO sessions (account, id, expires_at) VALUES (?, ?, ?)',
          account,
          id,
          expiresAt,
        );
      }),

    accountOfSession: (account, session) =>
      attempt(() => {
        const row = queries.findOne(
          `SELECT ${accountColumns}, password_hash FROM accounts
           WHERE id = ? AND EXISTS (SELECT 1 FROM sessions WHERE account = ? AND id = ?)`,
          account,
          account,
          session,
        );
        return row === undefined ? null : toStoredAccount(row);
      }),

    endSession: (account, session) =>
      attempt(() => {
        queries.write('DELETE FROM sessions WHERE account = ? AND id = ?', account, session);
      }),

    accountOfKey: (digest) =>
      attempt(() => {
        const row = queries.findOne('SELECT account, last_used_at FROM api_keys WHERE digest = ?', digest);
        if (row === undefined) return null;
        const time = now();
        if (isUseToNote(row['last_used_at'], time)) {
          noteUse(queries, digest, time);
        }
        return String(row['account']);
      }),

    addKey: (account, { id, name, digest }) =>
      queries.transaction(() => {
        const row = queries.findOne('SELECT count(*) AS keys FROM api_keys WHERE account = ?', account);
        requireWithin(quotas, { keys: Number(row?.['keys']) + 1 });
        queries.write(
          'INSERT INTO api_keys (account, id, name, digest, created_at) VALUES (?, ?, ?, ?, ?)',
          account,
          id,
          name,
          digest,
          now(),
        );
      }),

    listKeys: (account) =>
      attempt(() =>
        queries
          .find(
            'SELECT id, name, created_at, last_used_at FROM api_keys WHERE account = ? ORDER BY id',
            account,
          )
          .map(toApiKey),
      ),

    revokeKey: (account, id) =>
      attempt(() => queries.write('DELETE FROM api_keys WHERE account = ? AND id = ?', account, id) === 1),
  };
}

/** Where that fails, as on a full disk, it is left to the next use: it is no reason to refuse what only reads. */
function noteUse(queries: SqliteQueries, digest: string, now: number): void {
  try {
    queries.write('UPDATE api_keys SET last_used_at = ? WHERE digest = ?', now, digest);
  } catch (error) {
    if (!(asUnavailable(error) instanceof StoreUnavailableError)) throw error;
  }
}
