import { requireWithin, type Quotas } from '../quotas.ts';
import { toApiKey } from '../rows.ts';
import { findAccount, type SharedCalls } from '../sharedCalls.ts';
import { foldCase, type AccountStore } from '../store.ts';
import type { SqliteDeletion } from './delete.ts';
import { dialect, type SqliteQueries, type Transaction } from './queries.ts';

/** Accounts, their sessions and their keys. */
export function sqliteAccounts(
  queries: SqliteQueries,
  deletion: SqliteDeletion,
  now: () => number,
  quotas: Quotas,
): Omit<AccountStore, keyof SharedCalls> {
  return {
    createAccount: async ({ id, name, passwordHash }) => {
      const made = await queries.write(
        `INSERT INTO accounts (id, name, folded, password_hash, created_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (folded) DO NOTHING`,
        [id, name, foldCase(name), passwordHash, now()],
      );
      return made === 1;
    },

    accountNamed: (name) => findAccount(queries, dialect, 'folded = $1', [foldCase(name)]),

    deleteAccount: (id) => deletion.deleteAccount(id),

    addSession: (account, { id, expiresAt }) =>
      queries.transaction((transaction) => {
        requireAccount(transaction, account);
        transaction.write('DELETE FROM sessions WHERE account = ? AND expires_at <= ?', [account, now()]);
        const session = [account, id, expiresAt];
        transaction.write('INSERT INTO sessions (account, id, expires_at) VALUES (?, ?, ?)', session);
      }),

    addKey: (account, { id, name, digest }) =>
      queries.transaction((transaction) => {
        requireAccount(transaction, account);
        const [row] = transaction.find('SELECT count(*) AS keys FROM api_keys WHERE account = ?', [account]);
        requireWithin(quotas, { keys: Number(row?.['keys']) + 1 });
        transaction.write(
          'INSERT INTO api_keys (account, id, name, digest, created_at) VALUES (?, ?, ?, ?, ?)',
          [account, id, name, digest, now()],
        );
      }),

    listKeys: async (account) => {
      const sql = 'SELECT id, name, created_at, last_used_at FROM api_keys WHERE account = ? ORDER BY id';
      return (await queries.find(sql, [account])).map(toApiKey);
    },

    revokeKey: async (account, id) =>
      (await queries.write('DELETE FROM api_keys WHERE account = ? AND id = ?', [account, id])) === 1,
  };
}

/** @throws when the account does not exist or was deleted. */
export function requireAccount(transaction: Transaction, id: string): void {
  const [row] = transaction.find('SELECT 1 FROM accounts WHERE id = ? AND deleting = 0', [id]);
  if (row === undefined) throw new Error('No such account.');
}
