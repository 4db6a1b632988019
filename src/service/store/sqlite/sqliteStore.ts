import { requireWithin, type Quotas } from '../quotas.ts';
import { toApiKey } from '../rows.ts';
import { findAccount, sharedCalls } from '../sharedCalls.ts';
import { foldCase, type Store } from '../store.ts';
import { SqliteDeletion } from './delete.ts';
import { dialect, SqliteQueries, type Database } from './queries.ts';
import { requireAccount, sqliteReports } from './reports.ts';

/**
 * Settings of every connection. With FULL, an acknowledged report survives a power loss, at the cost of one sync per
 * write in WAL mode. Secure deletion overwrites deleted data with zeros. Without it, deleted texts would stay in the
 * file until new reports overwrite them.
 */
export const settings = `
  PRAGMA synchronous = FULL;
  PRAGMA secure_delete = ON;
  PRAGMA foreign_keys = ON;
`;

interface SqliteParts {
  /** For messages. */
  path: string;
  /** Throws if a write would be lost because another process moved the file. */
  requireSameFile?: () => void;
  /** Milliseconds since 1970. */
  now?: () => number;
  quotas?: Quotas;
}

/** The store in a database of the newest format (migrations.ts). */
export function sqliteStore(
  database: Database,
  { path, requireSameFile = () => undefined, now = Date.now, quotas = {} }: SqliteParts,
): Store {
  const queries = new SqliteQueries(database, path, requireSameFile);
  const deletion = new SqliteDeletion(queries);
  void deletion.resume();
  queries.emptyLog(); // the file still contains the data of an interrupted deletion
  const findKey = async (digest: string) => {
    const [row] = await queries.find('SELECT account, last_used_at FROM api_keys WHERE digest = ?', [digest]);
    return row;
  };
  return {
    ...sharedCalls(queries, { dialect, findKey, now, quotas }),
    ...sqliteReports(queries, deletion, quotas),

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

    close: async () => {
      await deletion.close();
      await queries.close();
    },
  };
}
