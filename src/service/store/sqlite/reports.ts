import { nextTurn, utf8Length } from '#platform';
import {
  foldCase,
  idempotencyLifetime,
  RepeatedKeyError,
  type NewReport,
  type ReportStore,
  type Slice,
  type StoredReportSummary,
} from '../store.ts';
import { requireRoomFor, type Quotas } from '../quotas.ts';
import { checkedSummary, foundColumns, toFoundReport, toRow, toStoredSummary, type Row } from '../rows.ts';
import { readOne, roomQuery, type SharedCalls } from '../sharedCalls.ts';
import { placeOf, reportsQuery, sliceQuery, toSlice, totalIn, type SliceQuery } from '../slice.ts';
import type { SqliteDeletion } from './delete.ts';
import { dialect, type SqliteQueries, type Transaction } from './queries.ts';

/** Suffixes of the names of indexes. */
const orders = { id: '', generated_at: '_by_generated', score: '_by_score' } as const;

/** One report of an account, by its id. */
const ofId = `reports WHERE account = ? AND id = ? AND ${dialect.visible.reports}`;

export function sqliteReports(
  queries: SqliteQueries,
  deletion: SqliteDeletion,
  quotas: Quotas,
): Omit<ReportStore, keyof SharedCalls> {
  return {
    addReport: async (account, report) => {
      const { project } = report;
      for (;;) {
        const isAdded = await queries.transaction((transaction) =>
          addReport(transaction, account, report, quotas),
        );
        if (isAdded || project === null) return;
        // If a project of this name is being deleted, finish that first and then create the new one.
        await deletion.clear({ account, project });
      }
    },

    listReports: async (account, list) => {
      const { project, sortBy } = list;
      const hidden = await deletion.pendingIn(account);
      if (hidden.has(null) || hidden.has(project))
        return { items: [], damaged: [], bounds: null, more: false, total: 0 };
      const { filters, ...common } = reportsQuery(account, list, dialect);
      const columns = filters.map(([column]) => column);
      // The index is named because otherwise SQLite would read all of the account's reports by id.
      const index = columns.length === 0 ? '' : `INDEXED BY reports_of_${columns.join('_')}${orders[sortBy]}`;
      const conditions = ['account = $1', ...columns.map((column, i) => `${column} = $${i + 2}`)];
      const query = { ...common, source: `reports ${index} WHERE ${conditions.join(' AND ')}` };
      if (project !== null || hidden.size === 0) return queries.slice(query, toStoredSummary);
      return sliceWithout(queries, query, hidden);
    },

    findReport: (id) =>
      readOne(
        queries,
        toFoundReport,
        `SELECT ${foundColumns} FROM reports WHERE id = ? AND ${dialect.visible.reports}`,
        [id],
      ),

    setPrivacy: async (account, id, privacy, passwordHash) => {
      const changed = await queries.write(
        `UPDATE reports SET privacy = ?, password_hash = ?
         WHERE account = ? AND id = ? AND ${dialect.visible.reports}`,
        [privacy, passwordHash, account, id],
      );
      return changed === 1;
    },

    deleteReport: (account, id) =>
      queries.transaction((transaction) => {
        const [row] = transaction.find(`SELECT project FROM ${ofId}`, [account, id]);
        if (row === undefined) return false;
        transaction.write('DELETE FROM reports WHERE account = ? AND id = ?', [account, id]);
        queries.emptyLog();
        const project = typeof row['project'] === 'string' ? row['project'] : null;
        countReport(transaction, account, project, -1);
        return true;
      }),

    deleteProject: (account, project) => deletion.deleteProject(account, project),
  };
}

/** The number of rows per read if some rows may be hidden. Such a read takes a millisecond or two. */
const chunkRows = 1000;

/**
 * Reads a list in chunks, because it may contain long runs of reports of hidden projects. Yields the thread between
 * chunks.
 */
async function sliceWithout(
  queries: SqliteQueries,
  query: SliceQuery,
  hidden: ReadonlySet<unknown>,
): Promise<Slice<StoredReportSummary>> {
  let { from } = query;
  let skip = 0;
  if (from.kind === 'offset') [skip, from] = [from.offset, { kind: 'offset', offset: 0 }];
  const shown: Row[] = [];
  for (;;) {
    const { sql, values } = sliceQuery({ ...query, from, limit: chunkRows - 1 });
    const rows = await queries.find(sql, values);
    const visible = rows.filter(({ project }) => !hidden.has(project));
    shown.push(...visible.slice(skip));
    skip = Math.max(0, skip - visible.length);
    const last = rows.at(-1);
    if (!last || rows.length < chunkRows || shown.length > query.limit) break;
    from = { kind: from.kind === 'before' ? 'before' : 'after', place: placeOf(last) };
    await nextTurn();
  }
  return toSlice(shown, query, toStoredSummary, totalIn(await queries.find(query.total, [...query.values])));
}

/** @returns whether it was added; false while a project of this name is being deleted. */
function addReport(transaction: Transaction, account: string, report: NewReport, quotas: Quotas): boolean {
  const { project, content, result } = report;
  requireAccount(transaction, account);
  const deleting = 'SELECT 1 FROM projects WHERE account = ? AND project = ? AND deleting = 1';
  if (transaction.find(deleting, [account, project]).length > 0) return false;
  const [usage] = transaction.find(roomQuery(dialect), [account, project]);
  requireRoomFor(utf8Length(content), quotas, usage);
  storeKey(transaction, account, report);
  if (project !== null) makeProject(transaction, account, project, report.id);
  countReport(transaction, account, project, 1);
  const row = toRow(report);
  const { score, verdict } = result;
  const stored = { ...row, result_summary: checkedSummary(row), account, score, verdict, result_details: '' };
  const columns = Object.keys(stored);
  transaction.write(
    `INSERT INTO reports (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    Object.values(stored),
  );
  return true;
}

/** @throws when the account does not exist or was deleted. */
export function requireAccount(transaction: Transaction, id: string): void {
  const [row] = transaction.find('SELECT 1 FROM accounts WHERE id = ? AND deleting = 0', [id]);
  if (row === undefined) throw new Error('No such account.');
}

/** @throws RepeatedKeyError */
function storeKey(
  transaction: Transaction,
  account: string,
  { id, generatedAt, idempotency }: NewReport,
): void {
  if (idempotency === null) return;
  transaction.write('DELETE FROM idempotency_keys WHERE account = ? AND created_at < ?', [
    account,
    generatedAt - idempotencyLifetime,
  ]);
  const stored = transaction.write(
    `INSERT INTO idempotency_keys (account, key, body, report, created_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (account, key) DO UPDATE
       SET body = excluded.body, report = excluded.report, created_at = excluded.created_at
       WHERE NOT EXISTS (
         SELECT 1 FROM reports
         WHERE account = excluded.account AND id = idempotency_keys.report AND ${dialect.visible.reports})`,
    [account, idempotency.key, idempotency.body, id, generatedAt],
  );
  if (stored === 0) throw new RepeatedKeyError();
}

/** Creates the project if its name is new. */
function makeProject(transaction: Transaction, account: string, project: string, id: string): void {
  const made = transaction.write(
    'INSERT INTO projects (account, project, folded, id) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    [account, project, foldCase(project), id],
  );
  if (made === 1) transaction.write('UPDATE accounts SET projects = projects + 1 WHERE id = ?', [account]);
}

/** Counts only the reports, because triggers count bytes and verdicts. */
function countReport(
  transaction: Transaction,
  account: string,
  project: string | null,
  change: 1 | -1,
): void {
  transaction.write('UPDATE accounts SET reports = reports + ? WHERE id = ?', [change, account]);
  const ofProject = 'UPDATE projects SET reports = reports + ? WHERE account = ? AND project = ?';
  if (project !== null) transaction.write(ofProject, [change, account, project]);
}
