import { addReports, countChanges, countsOf, groupLength } from './add.ts';
import { dialect, type PostgresPool, type Queries } from './pool.ts';
import { GroupCommit } from '../groupCommit.ts';
import type { Quotas } from '../quotas.ts';
import { countColumns, readsAscending, reportsQuery, type ReportFilter, type SliceQuery } from '../slice.ts';
import { foundColumns, toFoundReport, toStoredSummary } from '../rows.ts';
import { readOne, type SharedCalls } from '../sharedCalls.ts';
import type { NewReport, ReportStore } from '../store.ts';

/** One report of an account, by its id. */
const ofId = 'reports WHERE account = $1 AND id = $2';

export function postgresReports(pool: PostgresPool, quotas: Quotas): Omit<ReportStore, keyof SharedCalls> {
  /** One group per account, because each write locks its account's row. */
  const adding = new Map<string, GroupCommit<NewReport>>();

  return {
    addReport: async (account, report) => {
      let group = adding.get(account);
      if (group === undefined) {
        group = new GroupCommit((waiting) =>
          addReports(pool, account, waiting.slice(0, groupLength(waiting)), quotas),
        );
        adding.set(account, group);
      }
      try {
        await group.add(report);
      } finally {
        if (group.isIdle) adding.delete(account);
      }
    },

    listReports: (account, list) => {
      const { filters, order, ...query } = reportsQuery(account, list, dialect);
      const source = ['reports WHERE account = $1', ...boundsOf(filters, list)].join(' AND ');
      return pool.slice({ ...query, source, order: [...filters.map(placeOf), ...order] }, toStoredSummary);
    },

    findReport: async (id) => {
      const [owner] = await pool.find('SELECT account FROM report_owners WHERE id = $1', [id]);
      if (owner === undefined) return null;
      const account = String(owner['account']);
      return readOne(pool, toFoundReport, `SELECT ${foundColumns} FROM ${ofId}`, [account, id]);
    },

    setPrivacy: async (account, id, privacy, passwordHash) => {
      const sql =
        'UPDATE reports SET privacy = $3, password_hash = $4 WHERE account = $1 AND id = $2 RETURNING id';
      return (await pool.find(sql, [account, id, privacy, passwordHash])).length === 1;
    },

    deleteReport: (account, id) =>
      pool.transaction(async (queries) => {
        await lockAccount(queries, account);
        const [row] = await queries.find(
          `DELETE FROM ${ofId} RETURNING project, verdict, octet_length(content) AS bytes`,
          [account, id],
        );
        if (row === undefined) return false;
        await queries.write('DELETE FROM report_owners WHERE id = $1', [id]);
        const counts = countsOf([row['verdict']]);
        await queries.write(
          `UPDATE accounts SET bytes = bytes - $2, ${countChanges('-', 3)} WHERE account = $1`,
          [account, Number(row['bytes']), ...counts],
        );
        if (typeof row['project'] === 'string') {
          await queries.write(
            `UPDATE projects SET ${countChanges('-', 3)} WHERE account = $1 AND project = $2`,
            [account, row['project'], ...counts],
          );
        }
        return true;
      }),

    deleteProject: (account, project) =>
      pool.transaction(async (queries) => {
        await lockAccount(queries, account);
        const bytes = await deleteReports(queries, account, project);
        const [counts] = await queries.find(
          `DELETE FROM projects WHERE account = $1 AND project = $2 RETURNING ${countColumns.join(', ')}`,
          [account, project],
        );
        if (counts === undefined) return false;
        await queries.write(
          `UPDATE accounts SET projects = projects - 1, bytes = bytes - $2, ${countChanges('-', 3)} WHERE account = $1`,
          [account, bytes, ...countColumns.map((column) => Number(counts[column]))],
        );
        return true;
      }),
  };
}

/** The column has the same value in all rows of the filtered list. */
function placeOf([column, value]: ReportFilter): SliceQuery['order'][number] {
  return [column, () => value];
}

/**
 * Limits a list to rows with these values in its first order columns. The conditions are bounds instead of
 * equations. With equations, PostgreSQL would drop the columns from the order, and would then sometimes read all of
 * the account's reports by id instead of using the index of a small project. A list that is read from a place
 * already has its near bound there.
 */
function boundsOf(filters: readonly ReportFilter[], list: Pick<SliceQuery, 'sort' | 'from'>): string[] {
  if (filters.length === 0) return [];
  const columns = filters.map(([column]) => column).join(', ');
  const parameters = filters.map((_, i) => `$${i + 2}`).join(', ');
  const upTo = `(${columns}) <= (${parameters})`;
  const downTo = `(${columns}) >= (${parameters})`;
  if (list.from.kind === 'offset') return [upTo, downTo];
  return [readsAscending(list) ? upTo : downTo];
}

/** The number of reports deleted per statement, so that none exceeds its time limit. */
const deletedAtOnce = 10_000;

/** Prevents other writes to the account between the statements of a transaction. */
export async function lockAccount(queries: Queries, account: string): Promise<void> {
  await queries.find('SELECT 1 FROM accounts WHERE account = $1 FOR NO KEY UPDATE', [account]);
}

/** Deletes the account's reports, or those of one project. @returns the bytes of their contents. */
export async function deleteReports(
  queries: Queries,
  ...owner: [account: string] | [account: string, project: string]
): Promise<number> {
  let freed = 0;
  const condition = owner.length === 1 ? '' : 'AND project = $2';
  for (;;) {
    const deleted = await queries.find(
      `DELETE FROM reports WHERE account = $1 AND id = ANY (ARRAY(
         SELECT id FROM reports WHERE account = $1 ${condition} LIMIT ${deletedAtOnce}
       )) RETURNING id, octet_length(content) AS bytes`,
      owner,
    );
    if (deleted.length === 0) return freed;
    for (const { bytes } of deleted) freed += Number(bytes);
    const ids = deleted.map(({ id }) => String(id));
    await queries.write('DELETE FROM report_owners WHERE id = ANY ($1)', [ids]);
  }
}
