import { utf8Length } from '#platform';
import {
  foldCase,
  idempotencyLifetime,
  RepeatedKeyError,
  type NewReport,
  type ReportStore,
} from '../store.ts';
import { requireRoomFor, type Quotas } from '../quotas.ts';
import {
  checkedSummary,
  foundColumns,
  reportColumns,
  summaryColumns,
  toFoundReport,
  toRepeatedReport,
  toStoredReport,
  toRow,
  toStoredSummary,
  type Row,
} from '../rows.ts';
import { reportsQuery } from '../slice.ts';
import { requireAccount } from './accounts.ts';
import { notDeleting, type SqliteDeletion } from './delete.ts';
import { dialect, retryRead, type SqliteQueries } from './queries.ts';

/** Suffixes of the names of indexes. */
const orders = { id: '', generated_at: '_by_generated', score: '_by_score' } as const;

/** One report of an account, by its id. */
const ofId = `reports WHERE account = ? AND id = ? AND ${notDeleting}`;

export function sqliteReports(queries: SqliteQueries, deletion: SqliteDeletion, quotas: Quotas): ReportStore {
  return {
    requireRoom: (account, { bytes, project }) =>
      retryRead(() => {
        requireRoomFor(bytes, quotas, findUsage(queries, account, project));
      }),

    addReport: async (account, report) => {
      const { project } = report;
      for (;;) {
        const isAdded = await queries.transaction(() => addReport(queries, account, report, quotas));
        if (isAdded || project === null) return;
        // If a project of this name is being deleted, finish that first and then create the new one.
        await deletion.clear({ account, project });
      }
    },

    listReports: async (account, list) => {
      const { project, sortBy } = list;
      const hidden = await retryRead(() => deletion.pendingIn(account));
      if (hidden === 'all' || (project !== null && hidden.has(project))) {
        return { items: [], damaged: [], bounds: null, more: false, total: 0 };
      }
      const { filters, ...common } = reportsQuery(account, list, dialect);
      const columns = filters.map(([column]) => column);
      // The index is named because otherwise SQLite would read all of the account's reports by id.
      const index = columns.length === 0 ? '' : `INDEXED BY reports_of_${columns.join('_')}${orders[sortBy]}`;
      const conditions = ['account = ?1', ...columns.map((column, i) => `${column} = ?${i + 2}`)];
      const query = { ...common, source: `reports ${index} WHERE ${conditions.join(' AND ')}` };
      if (project !== null || hidden.size === 0) return queries.slice(query, toStoredSummary);
      return queries.sliceWithout(
        { ...query, columns: `id, project, ${sortBy} AS sort_key` },
        ({ project: of }: Row) => typeof of === 'string' && hidden.has(of),
        (id) => queries.findOne(`SELECT ${summaryColumns} FROM ${ofId}`, [account, id]),
        toStoredSummary,
      );
    },

    getReport: (account, id) =>
      queries.readOne(toStoredReport, `SELECT ${reportColumns} FROM ${ofId}`, [account, id]),

    getSummary: (account, id) =>
      queries.readOne(toStoredSummary, `SELECT ${summaryColumns} FROM ${ofId}`, [account, id]),

    findReport: (id) =>
      queries.readOne(toFoundReport, `SELECT ${foundColumns} FROM reports WHERE id = ? AND ${notDeleting}`, [
        id,
      ]),

    findRepeated: (account, key, since) =>
      queries.readOne(
        toRepeatedReport,
        `SELECT body, ${reportColumns} FROM idempotency_keys JOIN reports USING (account)
         WHERE account = ? AND key = ? AND created_at >= ? AND id = report AND ${notDeleting}`,
        [account, key, since],
      ),

    setPrivacy: (account, id, privacy, passwordHash) =>
      queries.transaction(() => {
        const changed = queries.write(
          `UPDATE reports SET privacy = ?, password_hash = ? WHERE account = ? AND id = ? AND ${notDeleting}`,
          [privacy, passwordHash, account, id],
        );
        return changed === 1;
      }),

    deleteReport: (account, id) =>
      queries.transaction(() => {
        const row = queries.findOne(`SELECT project FROM ${ofId}`, [account, id]);
        if (row === undefined) return false;
        queries.write('DELETE FROM reports WHERE account = ? AND id = ?', [account, id]);
        queries.emptyLog();
        const project = typeof row['project'] === 'string' ? row['project'] : null;
        countReport(queries, account, project, -1);
        return true;
      }),
  };
}

/** The row for `requireRoomFor`. */
function findUsage(queries: SqliteQueries, account: string, project: string | null): Row | undefined {
  return queries.findOne(
    `SELECT projects, reports, bytes,
       ?2 IS NULL OR EXISTS (SELECT 1 FROM projects WHERE account = ?1 AND project = ?2) AS known
     FROM accounts WHERE id = ?1`,
    [account, project],
  );
}

/** @returns whether it was added; false while a project of this name is being deleted. */
function addReport(queries: SqliteQueries, account: string, report: NewReport, quotas: Quotas): boolean {
  const { project, content, result } = report;
  requireAccount(queries, account);
  if (project !== null && isBeingDeleted(queries, account, project)) return false;
  requireRoomFor(utf8Length(content), quotas, findUsage(queries, account, project));
  storeKey(queries, account, report);
  if (project !== null) makeProject(queries, account, project, report.id);
  countReport(queries, account, project, 1);
  const row = toRow(report);
  const { score, verdict } = result;
  const stored = { ...row, result_summary: checkedSummary(row), account, score, verdict, result_details: '' };
  const columns = Object.keys(stored);
  queries.write(
    `INSERT INTO reports (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    Object.values(stored),
  );
  return true;
}

function isBeingDeleted(queries: SqliteQueries, account: string, project: string): boolean {
  const sql = 'SELECT 1 FROM projects WHERE account = ? AND project = ? AND deleting = 1';
  return queries.findOne(sql, [account, project]) !== undefined;
}

/** @throws RepeatedKeyError */
function storeKey(
  queries: SqliteQueries,
  account: string,
  { id, generatedAt, idempotency }: NewReport,
): void {
  if (idempotency === null) return;
  queries.write('DELETE FROM idempotency_keys WHERE account = ? AND created_at < ?', [
    account,
    generatedAt - idempotencyLifetime,
  ]);
  const kept = queries.write(
    `INSERT INTO idempotency_keys (account, key, body, report, created_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (account, key) DO UPDATE
       SET body = excluded.body, report = excluded.report, created_at = excluded.created_at
       WHERE NOT EXISTS (
         SELECT 1 FROM reports
         WHERE account = excluded.account AND id = idempotency_keys.report AND ${notDeleting})`,
    [account, idempotency.key, idempotency.body, id, generatedAt],
  );
  if (kept === 0) throw new RepeatedKeyError();
}

/** Creates the project if its name is new. */
function makeProject(queries: SqliteQueries, account: string, project: string, id: string): void {
  const made = queries.write(
    'INSERT INTO projects (account, project, folded, id) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    [account, project, foldCase(project), id],
  );
  if (made === 1) queries.write('UPDATE accounts SET projects = projects + 1 WHERE id = ?', [account]);
}

/** Counts only the reports, because triggers count bytes and verdicts. */
function countReport(queries: SqliteQueries, account: string, project: string | null, change: 1 | -1): void {
  queries.write('UPDATE accounts SET reports = reports + ? WHERE id = ?', [change, account]);
  const ofProject = 'UPDATE projects SET reports = reports + ? WHERE account = ? AND project = ?';
  if (project !== null) queries.write(ofProject, [change, account, project]);
}
