import { foldCase } from './foldCase.ts';
import { GroupCommit } from './groupCommit.ts';
import {
  detailsText,
  summaryColumns,
  summaryText,
  toFoundReport,
  toReport,
  toSummary,
  type Row,
} from './rows.ts';
import { filtersOf, indexOf } from './reportList.ts';
import { orderBy } from './slice.ts';
import { checkedDetails, checkedSummary, isReportAsWritten, isSummaryAsWritten } from './sqliteCheck.ts';
import { attempt, type SqliteQueries } from './sqliteQueries.ts';
import type { NewReport, ReportStore } from './store.ts';

export function sqliteReports(queries: SqliteQueries): ReportStore {
  const adding = new GroupCommit((added: { account: string; report: NewReport }[]) =>
    queries.transactionOfEach(
      added.map(({ account, report }) => () => {
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
    addReport: (account, report) => adding.add({ account, report }),

    listReports: (account, { project, verdict, sortBy, ...list }) =>
      attempt(() => {
        const query = {
          columns: `${summaryColumns}, ${sortBy} AS sort_key`,
          order: orderBy(sortBy),
          ...list,
        };
        const filters = filtersOf({ project, verdict });
        if (filters.length === 0) {
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
        const fulfilled = filters.map(([column], i) => `${column} = ?${i + 2}`).join(' AND ');
        return queries.slice(
          {
            ...query,
            source: `reports INDEXED BY ${indexOf(filters, sortBy)} WHERE account = ?1 AND ${fulfilled}`,
            // A project's total is kept with it; that of a verdict is counted, along an index alone.
            total:
              verdict == null
                ? `SELECT reports AS total FROM projects WHERE account = ?1 AND ${fulfilled}`
                : `SELECT count(*) AS total FROM reports INDEXED BY ${indexOf(filters, 'id')} WHERE account = ?1 AND ${fulfilled}`,
            values: [account, ...filters.map(([, value]) => value)],
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

function addReport(queries: SqliteQueries, account: string, report: NewReport): void {
  if (report.project !== null) countIntoProject(queries, account, report.project, report.id);
  queries.write('UPDATE accounts SET reports = reports + 1 WHERE id = ?', account);
  queries.write(
    `INSERT INTO reports (account, ${summaryColumns}, password_hash, result_details, content, score, verdict)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
    report.result.score,
    report.result.verdict,
  );
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
