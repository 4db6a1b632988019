import { foldCase, type AccountStore, type StoredAccount } from '../store.ts';
import { UseNotes } from '../lastUse.ts';
import { requireWithin, usageWithin, type Quotas } from '../quotas.ts';
import { toStoredAccount, toApiKey } from '../rows.ts';
import type { SqliteDeletion } from './delete.ts';
import { retryRead, type SqliteQueries } from './queries.ts';

const accountColumns = 'id, name, password_hash, created_at';

/** Accounts, their sessions and their keys. */
export function sqliteAccounts(
  queries: SqliteQueries,
  deletion: SqliteDeletion,
  now: () => number,
  quotas: Quotas,
): AccountStore {
  const uses = new UseNotes(now, (digest, time) =>
    queries.transaction(() =>
      queries.write('UPDATE api_keys SET last_used_at = ? WHERE digest = ?', [time, digest]),
    ),
  );

  const find = (condition: string, ...values: string[]): Promise<StoredAccount | null> =>
    queries.readOne(toStoredAccount, `SELECT ${accountColumns} FROM accounts WHERE ${condition}`, values);

  return {
    createAccount: ({ id, name, passwordHash }) =>
      queries.transaction(() => {
        const made = queries.write(
          `INSERT INTO accounts (id, name, folded, password_hash, created_at) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (folded) DO NOTHING`,
          [id, name, foldCase(name), passwordHash, now()],
        );
        return made === 1;
      }),

    accountNamed: (name) => find('folded = ?', foldCase(name)),

    listAccounts: () =>
      retryRead(() =>
        queries
          .find(`SELECT ${accountColumns} FROM accounts WHERE deleting = 0 ORDER BY folded`)
          .map(toStoredAccount),
      ),

    setPasswordHash: (account, passwordHash) =>
      queries.transaction(() => {
        queries.write('UPDATE accounts SET password_hash = ? WHERE id = ?', [passwordHash, account]);
      }),

    deleteAccount: (id) => deletion.deleteAccount(id),

    addSession: (account, { id, expiresAt }) =>
      queries.transaction(() => {
        requireAccount(queries, account);
        queries.write('DELETE FROM sessions WHERE account = ? AND expires_at <= ?', [account, now()]);
        const session = [account, id, expiresAt];
        queries.write('INSERT INTO sessions (account, id, expires_at) VALUES (?, ?, ?)', session);
      }),

    accountOfSession: (account, session) =>
      find('id = ?1 AND EXISTS (SELECT 1 FROM sessions WHERE account = ?1 AND id = ?2)', account, session),

    endSession: (account, session) =>
      queries.transaction(() => {
        queries.write('DELETE FROM sessions WHERE account = ? AND id = ?', [account, session]);
      }),

    accountOfKey: (digest) =>
      queries.readOne(
        ({ account, last_used_at }) => {
          uses.note(digest, last_used_at);
          return String(account);
        },
        'SELECT account, last_used_at FROM api_keys WHERE digest = ?',
        [digest],
      ),

    addKey: (account, { id, name, digest }) =>
      queries.transaction(() => {
        requireAccount(queries, account);
        const row = queries.findOne('SELECT count(*) AS keys FROM api_keys WHERE account = ?', [account]);
        requireWithin(quotas, { keys: Number(row?.['keys']) + 1 });
        const key = [account, id, name, digest, now()];
        queries.write(
          'INSERT INTO api_keys (account, id, name, digest, created_at) VALUES (?, ?, ?, ?, ?)',
          key,
        );
      }),

    usageOf: (account) =>
      retryRead(() => {
        const row = queries.findOne(
          `SELECT projects, reports, bytes, (SELECT count(*) FROM api_keys WHERE account = ?1) AS keys
           FROM accounts WHERE id = ?1`,
          [account],
        );
        return usageWithin(quotas, row);
      }),

    listKeys: (account) =>
      retryRead(() =>
        queries
          .find('SELECT id, name, created_at, last_used_at FROM api_keys WHERE account = ? ORDER BY id', [
            account,
          ])
          .map(toApiKey),
      ),

    revokeKey: (account, id) =>
      queries.transaction(
        () => queries.write('DELETE FROM api_keys WHERE account = ? AND id = ?', [account, id]) === 1,
      ),
  };
}

/** @throws when the account does not exist or was deleted. */
export function requireAccount(queries: SqliteQueries, id: string): void {
  const row = queries.findOne('SELECT 1 FROM accounts WHERE id = ? AND deleting = 0', [id]);
  if (row === undefined) throw new Error('No such account.');
}
