import { requireRoomFor, usageWithin, type Quotas } from './quotas.ts';
import {
  reportColumns,
  summaryColumns,
  toRepeatedReport,
  toStoredAccount,
  toStoredProject,
  toStoredReport,
  toStoredSummary,
  type Row,
} from './rows.ts';
import { projectsQuery, type Dialect, type SliceQuery } from './slice.ts';
import type { Slice, Store, StoredAccount } from './store.ts';

/** Sends statements to a database, each in its own transaction. Their parameters are `$1`, `$2` and so on. */
export interface SharedQueries {
  find(sql: string, values?: (string | number | null)[]): Promise<Row[]>;
  /** @returns the number of rows written. */
  write(sql: string, values: (string | number | null)[]): Promise<number>;
  slice<Item>(query: SliceQuery, toItem: (row: Row) => Item): Promise<Slice<Item>>;
  /**
   * After a failed write, checks whether there is room for a long text, because short ones often still fit on a full
   * disk.
   * @throws StoreUnwritableError if there is none.
   */
  requireWritable(): Promise<void>;
}

export interface SharedParts {
  dialect: Dialect;
  /** The row of the key with this digest: `account` and `last_used_at`. */
  findKey: (digest: string) => Promise<Row | undefined>;
  /** Milliseconds since 1970. */
  now: () => number;
  quotas: Quotas;
}

/** The calls of a store that need one statement, the same in each database. */
export type SharedCalls = ReturnType<typeof sharedCalls>;

export function sharedCalls(queries: SharedQueries, { dialect, findKey, now, quotas }: SharedParts) {
  const { accountId, keyTable, visible } = dialect;
  const recordUse = useRecorder(now, (digest, time) =>
    queries.write(`UPDATE ${keyTable} SET last_used_at = $1 WHERE digest = $2`, [time, digest]),
  );
  const ofId = `reports WHERE account = $1 AND id = $2 AND ${visible.reports}`;
  return {
    ping: async () => {
      await queries.find('SELECT 1 FROM accounts LIMIT 1');
      await queries.requireWritable();
    },

    listAccounts: async () => {
      const rows = await queries.find(
        `SELECT ${accountColumns(dialect)} FROM accounts WHERE ${visible.accounts} ORDER BY folded`,
      );
      return rows.map(toStoredAccount);
    },

    setPasswordHash: async (account, passwordHash) => {
      const sql = `UPDATE accounts SET password_hash = $1 WHERE ${accountId} = $2`;
      await queries.write(sql, [passwordHash, account]);
    },

    accountOfSession: (account, session) =>
      findAccount(
        queries,
        dialect,
        `${accountId} = $1 AND EXISTS (SELECT 1 FROM sessions WHERE account = $1 AND id = $2)`,
        [account, session],
      ),

    endSession: async (account, session) => {
      await queries.write('DELETE FROM sessions WHERE account = $1 AND id = $2', [account, session]);
    },

    accountOfKey: async (digest) => {
      const row = await findKey(digest);
      if (row === undefined) return null;
      recordUse(digest, row['last_used_at']);
      return String(row['account']);
    },

    usageOf: async (account) => {
      const [row] = await queries.find(
        `SELECT projects, reports, bytes, (SELECT count(*) FROM api_keys WHERE account = $1) AS keys
         FROM accounts WHERE ${accountId} = $1`,
        [account],
      );
      return usageWithin(quotas, row);
    },

    requireRoom: async (account, { bytes, project }) => {
      const [row] = await queries.find(roomQuery(dialect), [account, project]);
      requireRoomFor(bytes, quotas, row);
    },

    getReport: (account, id) =>
      readOne(queries, toStoredReport, `SELECT ${reportColumns} FROM ${ofId}`, [account, id]),

    getSummary: (account, id) =>
      readOne(queries, toStoredSummary, `SELECT ${summaryColumns} FROM ${ofId}`, [account, id]),

    findRepeated: (account, key, since) =>
      readOne(
        queries,
        toRepeatedReport,
        `SELECT body, ${reportColumns} FROM idempotency_keys JOIN reports USING (account)
         WHERE account = $1 AND key = $2 AND created_at >= $3 AND id = report AND ${visible.reports}`,
        [account, key, since],
      ),

    listProjects: (account, list) => queries.slice(projectsQuery(account, list, dialect), toStoredProject),
  } satisfies Partial<Store>;
}

/** Reads one row, or `null` when there is none. */
export async function readOne<Item>(
  queries: Pick<SharedQueries, 'find'>,
  toItem: (row: Row) => Item,
  sql: string,
  values: (string | number)[],
): Promise<Item | null> {
  const [row] = await queries.find(sql, values);
  return row === undefined ? null : toItem(row);
}

export function findAccount(
  queries: SharedQueries,
  dialect: Dialect,
  condition: string,
  values: string[],
): Promise<StoredAccount | null> {
  const sql = `SELECT ${accountColumns(dialect)} FROM accounts WHERE ${condition}`;
  return readOne(queries, toStoredAccount, sql, values);
}

const accountColumns = ({ accountId }: Dialect) => `${accountId} AS id, name, password_hash, created_at`;

/** Finds the row for `requireRoomFor`. The parameters are an account, and a project or `null`. */
export const roomQuery = ({ accountId }: Dialect) =>
  `SELECT projects, reports, bytes, CAST($2 AS text) IS NULL
     OR EXISTS (SELECT 1 FROM projects WHERE account = $1 AND project = $2) AS known
   FROM accounts WHERE ${accountId} = $1`;

/** Milliseconds between two records of a key's use. */
const betweenUses = 60_000;

/**
 * Records when keys are used, at most once a minute. The caller does not wait for the write, and the next use repeats
 * a failed one. A last use in the future, recorded before the clock was set back, is corrected.
 */
function useRecorder(now: () => number, write: (digest: string, time: number) => Promise<unknown>) {
  const writing = new Set<string>();
  return (digest: string, lastUsedAt: unknown): void => {
    const time = now();
    const isRecent = typeof lastUsedAt === 'number' && Math.abs(time - lastUsedAt) < betweenUses;
    if (isRecent || writing.has(digest)) return;
    writing.add(digest);
    const ended = () => writing.delete(digest);
    write(digest, time).then(ended, ended);
  };
}
