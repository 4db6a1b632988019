import { GroupCommit } from './groupCommit.ts';
import { addReports } from './add.ts';
import { counting, countsOf } from './counts.ts';
import { findSlice, type PostgresPool, type Queries } from './pool.ts';
import { requireWithin, type Quotas } from '../quotas.ts';
import {
  countOfVerdict,
  filtersOf,
  type ReportFilter,
  orderBy,
  readsUpwards,
  type SliceQuery,
} from '../slice.ts';
import {
  foundColumns,
  reportColumns,
  summaryColumns,
  toFoundReport,
  toRepeatedReport,
  toReport,
  toSummary,
} from '../rows.ts';
import type { NewReport, ReportList, ReportStore } from '../store.ts';

export function postgresReports(pool: PostgresPool, quotas: Quotas): ReportStore {
  /** By account, since each locks its own row. */
  const adding = new Map<string, GroupCommit<NewReport>>();

  return {
    requireRoom: async (account, { bytes, project }) => {
      const [row] = await pool.find(
        `SELECT projects, reports, bytes,
           $2::text IS NULL OR EXISTS (SELECT FROM inkling.projects WHERE account = $1 AND project = $2) AS known
         FROM inkling.accounts WHERE account = $1`,
        account,
        project,
      );
      requireWithin(quotas, { reports: Number(row?.['reports']) + 1, bytes: Number(row?.['bytes']) + bytes });
      if (row?.['known'] === false) requireWithin(quotas, { projects: Number(row['projects']) + 1 });
    },

    addReport: (account, report) => {
      let group = adding.get(account);
      if (group === undefined) {
        group = new GroupCommit(
          (reports) => addReports(pool, account, reports, quotas),
          ({ content, details }) => content.length + details.length,
          () => adding.delete(account),
        );
        adding.set(account, group);
      }
      return group.add(report);
    },

    listReports: (account, { project, verdict, sortBy, ...list }) => {
      const query = {
        columns: `${summaryColumns}, ${sortBy} AS sort_key`,
        total: totalOf({ project, verdict }),
        ...list,
      };
      const order = orderBy(sortBy);
      const filters = filtersOf({ project, verdict });
      if (filters.length === 0) {
        return findSlice(
          pool,
          {
            ...query,
            source: 'inkling.reports WHERE account = $1',
            values: [account],
            order,
          },
          toSummary,
        );
      }
      return findSlice(
        pool,
        {
          ...query,
          source: `inkling.reports WHERE account = $1 AND ${onlyOf(filters, list)}`,
          values: [account, ...filters.map(([, value]) => value)],
          order: [...filters.map(placeOf), ...order],
        },
        toSummary,
      );
    },

    getReport: async (account, id) => {
      const [row] = await pool.find(
        `SELECT ${reportColumns} FROM inkling.reports WHERE account = $1 AND id = $2`,
        account,
        id,
      );
      return row === undefined ? null : toReport(row);
    },

    getSummary: async (account, id) => {
      const [row] = await pool.find(
        `SELECT ${summaryColumns} FROM inkling.reports WHERE account = $1 AND id = $2`,
        account,
        id,
      );
      return row === undefined ? null : toSummary(row);
    },

    findReport: async (id) => {
      const [owner] = await pool.find('SELECT account FROM inkling.report_owners WHERE id = $1', id);
      if (owner === undefined) return null;
      const [row] = await pool.find(
        `SELECT ${foundColumns} FROM inkling.reports WHERE account = $1 AND id = $2`,
        String(owner['account']),
        id,
      );
      return row === undefined ? null : toFoundReport(row);
    },

    findRepeated: async (account, key, since) => {
      const [row] = await pool.find(
        `SELECT body, ${reportColumns}
         FROM inkling.idempotency_keys JOIN inkling.reports USING (account)
         WHERE account = $1 AND key = $2 AND created_at >= $3 AND id = report`,
        account,
        key,
        since,
      );
      return row === undefined ? null : toRepeatedReport(row);
    },

    setPrivacy: async (account, id, privacy, passwordHash) => {
      const changed = await pool.find(
        'UPDATE inkling.reports SET privacy = $3, password_hash = $4 WHERE account = $1 AND id = $2 RETURNING id',
        account,
        id,
        privacy,
        passwordHash,
      );
      return changed.length === 1;
    },

    deleteReport: (account, id) =>
      pool.transaction(async (queries) => {
        await lockAccount(queries, account);
        const [row] = await queries.find(
          'DELETE FROM inkling.reports WHERE account = $1 AND id = $2 RETURNING project, verdict, octet_length(content) AS bytes',
          account,
          id,
        );
        if (row === undefined) return false;
        await queries.write('DELETE FROM inkling.report_owners WHERE id = $1', id);
        const counts = countsOf([row['verdict']]);
        await queries.write(
          `UPDATE inkling.accounts SET bytes = bytes - $2, ${counting('-', 3)} WHERE account = $1`,
          account,
          Number(row['bytes']),
          ...counts,
        );
        if (typeof row['project'] === 'string') {
          await queries.write(
            `UPDATE inkling.projects SET ${counting('-', 3)} WHERE account = $1 AND project = $2`,
            account,
            row['project'],
            ...counts,
          );
        }
        return true;
      }),
  };
}

/** A column that orders a list first has the same value at every place in it. */
function placeOf([column, value]: ReportFilter): SliceQuery['order'][number] {
  return [column, () => value];
}

/** How many reports a list has: kept with its account or its project. */
function totalOf({ project, verdict }: Pick<ReportList, 'project' | 'verdict'>): string {
  const count = verdict == null ? 'reports' : countOfVerdict(project === null ? '$2' : '$3');
  return project === null
    ? `SELECT ${count} AS total FROM inkling.accounts WHERE account = $1`
    : `SELECT ${count} AS total FROM inkling.projects WHERE account = $1 AND project = $2`;
}

/**
 * Keeps a list to the rows that have these values in the columns which order it first. Written as equations, the
 * columns would count for nothing in the order, and where a project is rare PostgreSQL would at times walk through
 * all of the account's reports by id instead of along the project's index. A list that is read on from a place
 * has its near bound there.
 */
function onlyOf(filters: readonly ReportFilter[], list: Pick<SliceQuery, 'sort' | 'from'>): string {
  const columns = filters.map(([column]) => column).join(', ');
  const parameters = filters.map((_, i) => `$${i + 2}`).join(', ');
  const upTo = `(${columns}) <= (${parameters})`;
  const downTo = `(${columns}) >= (${parameters})`;
  if (list.from.kind === 'offset') return `${upTo} AND ${downTo}`;
  return readsUpwards(list) ? upTo : downTo;
}

/** How many reports are deleted with one statement, so that none runs into its time limit. */
const deletedAtOnce = 10_000;

/** So that no other write to the account comes between the statements of a transaction. */
export async function lockAccount(queries: Queries, account: string): Promise<void> {
  await queries.find('SELECT 1 FROM inkling.accounts WHERE account = $1 FOR NO KEY UPDATE', account);
}

/**
 * Deletes the account's reports, those that the condition leaves.
 * @returns how many there were, in the order of `countColumns`, and their bytes.
 */
export async function deleteReports(
  queries: Queries,
  condition: string,
  ...values: string[]
): Promise<{ counts: number[]; bytes: number }> {
  const deleted = { counts: countsOf([]), bytes: 0 };
  for (;;) {
    const gone = await queries.find(
      `DELETE FROM inkling.reports WHERE account = $1 AND id = ANY (ARRAY(
         SELECT id FROM inkling.reports WHERE account = $1 ${condition} LIMIT ${deletedAtOnce}
       )) RETURNING id, verdict, octet_length(content) AS bytes`,
      ...values,
    );
    if (gone.length === 0) return deleted;
    const counts = countsOf(gone.map(({ verdict }) => verdict));
    deleted.counts = deleted.counts.map((count, i) => count + (counts[i] ?? 0));
    for (const { bytes } of gone) deleted.bytes += Number(bytes);
    const ids = gone.map(({ id }) => String(id));
    await queries.write('DELETE FROM inkling.report_owners WHERE id = ANY ($1)', ids);
  }
}
