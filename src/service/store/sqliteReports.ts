import { foldCase } from './foldCase.ts';
import { GroupCommit } from './groupCommit.ts';
import { requireWithin, type Quotas } from './quotas.ts';
import {
  detailsText,
  summaryColumns,
  summaryText,
  toFoundReport,
  toRepeatedReport,
  toReport,
  toSummary,
  type Row,
} from './rows.ts';
import { orderBy } from './slice.ts';
import { checkedDetails, checkedSummary, isReportAsWritten, isSummaryAsWritten } from './sqliteCheck.ts';
import { attempt, type SqliteQueries } from './sqliteQueries.ts';
import { idempotencyLifetime, RepeatedKeyError, type NewReport, type ReportStore } from './store.ts';

export function sqliteReports(queries: SqliteQueries, quotas: Quotas): ReportStore {
  const adding = new GroupCommit((added: { account: string; report: NewReport }[]) =>
    queries.transactionOfEach(
      added.map(({ account, report }) => () => {
        requireRoom(queries, account, Buffer.byteLength(report.content), quotas);
        addReport(queries, account, report);
      }),
    ),
  );
  const toCheckedSummary = (row: Row) => {
    queries.requireAsWritten(isSummaryAsWritten(row));
    return toSummary(row);
  };
  const asWritten = (row: Row) => {
    queries.requireAsWritten(isReportAsWritten(row));
    return row;
  };
  return {
    requireRoom: (account, bytes) =>
      attempt(() => {
        requireRoom(queries, account, bytes, quotas);
      }),

    addReport: (account, report) => adding.add({ account, report }),

    listReports: (account, { project, sortBy, ...list }) =>
      attempt(() => {
        const query = {
          columns: `${summaryColumns}, ${sortBy} AS sort_key`,
          order: orderBy(sortBy),
          ...list,
        };
        if (project === null) {
          return queries.slice(
            {
              ...query,
              source: 'reports WHERE account = ?1',
              total: 'SELECT reports AS total FROM accounts WHERE id = ?1',
              values: [account],
            },
            toCheckedSummary,
          );
        }
        // Named, since SQLite would rather walk through all of the account's reports by their ids.
        const index = sortBy === 'id' ? 'reports_of_project' : 'reports_of_project_by_generated';
        return queries.slice(
          {
            ...query,
            source: `reports INDEXED BY ${index} WHERE account = ?1 AND project = ?2`,
            total: 'SELECT reports AS total FROM projects WHERE account = ?1 AND project = ?2',
            values: [account, project],
          },
          toCheckedSummary,
        );
      }),

    getReport: (account, id) =>
      attempt(() => {
        const row = queries.findOne(
          `SELECT ${summaryColumns}, result_details, content FROM reports WHERE account = ? AND id = ?`,
          account,
          id,
        );
        return row === undefined ? null : toReport(asWritten(row));
      }),

    findReport: (id) =>
      attempt(() => {
        const row = queries.findOne(
          `SELECT account, password_hash, ${summaryColumns}, result_details, content FROM reports WHERE id = ?`,
          id,
        );
        return row === undefined ? null : toFoundReport(asWritten(row));
      }),

    findRepeated: (account, key, since) =>
      attempt(() => {
        const row = queries.findOne(
          `SELECT body, ${summaryColumns}, result_details, content
           FROM idempotency_keys JOIN reports USING (account)
           WHERE account = ? AND key = ? AND created_at >= ? AND id = report`,
          account,
          key,
          since,
        );
        return row === undefined ? null : toRepeatedReport(asWritten(row));
      }),

    setPrivacy: (account, id, privacy, passwordHash) =>
      attempt(() => {
        const changed = queries.write(
          'UPDATE reports SET privacy = ?, password_hash = ? WHERE account = ? AND id = ?',
          privacy,
          passwordHash,
          account,
          id,
        );
        return changed === 1;
      }),

    deleteReport: (account, id) =>
      queries.transaction(() => {
        const row = queries.findOne('SELECT project FROM reports WHERE account = ? AND id = ?', account, id);
        if (row === undefined) return false;
        queries.write('DELETE FROM reports WHERE account = ? AND id = ?', account, id);
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

function addReport(queries: SqliteQueries, account: string, report: NewReport): void {
  keepKey(queries, account, report);
  if (report.project !== null) countIntoProject(queries, account, report.project, report.id);
  queries.write('UPDATE accounts SET reports = reports + 1 WHERE id = ?', account);
  queries.write(
    `INSERT INTO reports (account, ${summaryColumns}, password_hash, result_details, content)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
    checkedSummary(summaryText(report.result), { ...report, generated_at: report.generatedAt }),
    report.passwordHash,
    checkedDetails(detailsText(report.result), report.content),
    report.content,
  );
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
       WHERE NOT EXISTS (SELECT 1 FROM reports WHERE account = excluded.account AND id = idempotency_keys.report)`,
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
