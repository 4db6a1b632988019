import {
  foldCase,
  idempotencyLifetime,
  RepeatedKeyError,
  type NewReport,
  type ReportList,
  type ReportStore,
} from '../store.ts';
import { requireWithin, type Quotas } from '../quotas.ts';
import {
  foundColumns,
  reportColumns,
  summaryColumns,
  summaryText,
  toFoundReport,
  toRepeatedReport,
  toReport,
  toSummary,
  type Row,
  checkedDetails,
  checkedSummary,
} from '../rows.ts';
import { countOfVerdict, filtersOf, indexOf, orderBy } from '../slice.ts';
import { requireAccount } from './accounts.ts';
import { notDeleting, type SqliteDeletion } from './delete.ts';
import { read, type SqliteQueries } from './queries.ts';

export function sqliteReports(queries: SqliteQueries, deletion: SqliteDeletion, quotas: Quotas): ReportStore {
  return {
    requireRoom: (account, { bytes, project }) =>
      read(() => {
        requireRoom(queries, account, bytes, quotas);
        if (project !== null) requireProject(queries, account, project, quotas);
      }),

    addReport: async (account, report) => {
      const { project } = report;
      for (;;) {
        const isAdded = await queries.transaction(() => addReport(queries, account, report, quotas));
        if (isAdded || project === null) return;
        // A project of this name is being deleted: it is first cleared, then there is a new one.
        await deletion.clearProject(account, project);
      }
    },

    listReports: async (account, { project, verdict, sortBy, ...list }) => {
      const hidden = await read(() => deletion.hiddenOf(account));
      if (hidden === 'all' || (project !== null && hidden.has(project))) {
        return { items: [], damaged: [], bounds: null, more: false, total: 0 };
      }
      const filters = filtersOf({ project, verdict });
      const fulfilled = filters.map(([column], i) => `${column} = ?${i + 2}`);
      // Named, since SQLite would rather walk through all of the account's reports by their ids.
      const table = filters.length === 0 ? 'reports' : `reports INDEXED BY ${indexOf(filters, sortBy)}`;
      const query = {
        columns: `${summaryColumns}, ${sortBy} AS sort_key`,
        order: orderBy(sortBy),
        source: `${table} WHERE ${['account = ?1', ...fulfilled].join(' AND ')}`,
        total: totalOf({ project, verdict }),
        values: [account, ...filters.map(([, value]) => value)],
        ...list,
      };
      if (project !== null || hidden.size === 0) return read(() => queries.slice(query, toSummary));
      const isHidden = (row: Row) => hidden.has(String(row['project']));
      const places = { ...query, columns: `id, project, ${sortBy} AS sort_key` };
      const load = (id: string) =>
        queries.findOne(`SELECT ${summaryColumns} FROM reports WHERE account = ? AND id = ?`, account, id);
      return read(() => queries.sliceWithout(places, isHidden, load, toSummary));
    },

    getReport: (account, id) =>
      read(() => {
        const row = queries.findOne(
          `SELECT ${reportColumns} FROM reports
           WHERE account = ? AND id = ? AND ${notDeleting}`,
          account,
          id,
        );
        return row === undefined ? null : toReport(row);
      }),

    getSummary: (account, id) =>
      read(() => {
        const row = queries.findOne(
          `SELECT ${summaryColumns} FROM reports WHERE account = ? AND id = ? AND ${notDeleting}`,
          account,
          id,
        );
        return row === undefined ? null : toSummary(row);
      }),

    findReport: (id) =>
      read(() => {
        const row = queries.findOne(
          `SELECT ${foundColumns} FROM reports WHERE id = ? AND ${notDeleting}`,
          id,
        );
        return row === undefined ? null : toFoundReport(row);
      }),

    findRepeated: (account, key, since) =>
      read(() => {
        const row = queries.findOne(
          `SELECT body, ${reportColumns}
           FROM idempotency_keys JOIN reports USING (account)
           WHERE account = ? AND key = ? AND created_at >= ? AND id = report AND ${notDeleting}`,
          account,
          key,
          since,
        );
        return row === undefined ? null : toRepeatedReport(row);
      }),

    setPrivacy: (account, id, privacy, passwordHash) =>
      queries.transaction(() => {
        const changed = queries.write(
          `UPDATE reports SET privacy = ?, password_hash = ? WHERE account = ? AND id = ? AND ${notDeleting}`,
          privacy,
          passwordHash,
          account,
          id,
        );
        return changed === 1;
      }),

    deleteReport: (account, id) =>
      queries.transaction(() => {
        const row = queries.findOne(
          `SELECT project FROM reports WHERE account = ? AND id = ? AND ${notDeleting}`,
          account,
          id,
        );
        if (row === undefined) return false;
        queries.write('DELETE FROM reports WHERE account = ? AND id = ?', account, id);
        queries.emptyLog();
        queries.write('UPDATE accounts SET reports = reports - 1 WHERE id = ?', account);
        queries.write(
          'UPDATE projects SET reports = reports - 1 WHERE account = ? AND project = ?',
          account,
          typeof row['project'] === 'string' ? row['project'] : null,
        );
        return true;
      }),
  };
}

function requireRoom(queries: SqliteQueries, account: string, bytes: number, quotas: Quotas): void {
  const row = queries.findOne('SELECT reports, bytes FROM accounts WHERE id = ?', account);
  requireWithin(quotas, { reports: Number(row?.['reports']) + 1, bytes: Number(row?.['bytes']) + bytes });
}

/** @throws QuotaError for a project that is not there yet, when no more may be. */
function requireProject(queries: SqliteQueries, account: string, project: string, quotas: Quotas): void {
  const sql = `SELECT projects, EXISTS (SELECT 1 FROM projects WHERE account = ?1 AND project = ?2) AS known
    FROM accounts WHERE id = ?1`;
  const row = queries.findOne(sql, account, project);
  if (row?.['known'] === 0) requireWithin(quotas, { projects: Number(row['projects']) + 1 });
}

/** How many reports a list has: kept with its account or its project, without what is being deleted. */
function totalOf({ project, verdict }: Pick<ReportList, 'project' | 'verdict'>): string {
  const count = verdict == null ? 'reports' : countOfVerdict(project === null ? '?2' : '?3');
  return project === null
    ? `SELECT ${count} AS total FROM accounts WHERE id = ?1`
    : `SELECT ${count} AS total FROM projects WHERE account = ?1 AND project = ?2`;
}

/** @returns whether it is added: not while a project of its name is being deleted. */
function addReport(queries: SqliteQueries, account: string, report: NewReport, quotas: Quotas): boolean {
  requireAccount(queries, account);
  if (report.project !== null && isBeingDeleted(queries, account, report.project)) return false;
  requireRoom(queries, account, Buffer.byteLength(report.content), quotas);
  keepKey(queries, account, report);
  if (report.project !== null) {
    requireProject(queries, account, report.project, quotas);
    countIntoProject(queries, account, report.project, report.id);
  }
  queries.write('UPDATE accounts SET reports = reports + 1 WHERE id = ?', account);
  queries.write(
    `INSERT INTO reports (account, ${summaryColumns}, password_hash, details, result_details, content, score, verdict)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '', ?, ?, ?)`,
    account,
    report.id,
    report.project,
    report.generatedAt,
    report.title,
    report.privacy,
    report.language,
    report.words,
    report.characters,
    report.sentences,
    report.model,
    checkedSummary(summaryText(report.result, report.parts), { ...report, generated_at: report.generatedAt }),
    report.passwordHash,
    checkedDetails(report.details, report.content),
    report.content,
    report.result.score,
    report.result.verdict,
  );
  return true;
}

function isBeingDeleted(queries: SqliteQueries, account: string, project: string): boolean {
  const sql = 'SELECT 1 FROM projects WHERE account = ? AND project = ? AND deleting = 1';
  return queries.findOne(sql, account, project) !== undefined;
}

/** @throws RepeatedKeyError */
function keepKey(queries: SqliteQueries, account: string, { id, generatedAt, idempotency }: NewReport): void {
  if (idempotency === null) return;
  queries.write(
    'DELETE FROM idempotency_keys WHERE account = ? AND created_at < ?',
    account,
    generatedAt - idempotencyLifetime,
  );
  const kept = queries.write(
    `INSERT INTO idempotency_keys (account, key, body, report, created_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (account, key) DO UPDATE
       SET body = excluded.body, report = excluded.report, created_at = excluded.created_at
       WHERE NOT EXISTS (
         SELECT 1 FROM reports
         WHERE account = excluded.account AND id = idempotency_keys.report AND ${notDeleting})`,
    account,
    idempotency.key,
    idempotency.body,
    id,
    generatedAt,
  );
  if (kept === 0) throw new RepeatedKeyError();
}

function countIntoProject(queries: SqliteQueries, account: string, project: string, reportId: string): void {
  const made = queries.write(
    'INSERT INTO projects (account, project, folded, id) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    account,
    project,
    foldCase(project),
    reportId,
  );
  if (made === 1) queries.write('UPDATE accounts SET projects = projects + 1 WHERE id = ?', account);
  queries.write(
    'UPDATE projects SET reports = reports + 1 WHERE account = ? AND project = ?',
    account,
    project,
  );
}
