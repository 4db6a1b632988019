import { DatabaseError } from 'pg';
import { verdicts } from '../../../api/report.ts';
import { GroupCommit } from '../groupCommit.ts';
import { QuotaError, requireWithin, type Quotas } from '../quotas.ts';
import { foundColumns, toFoundReport, toRow, toStoredSummary } from '../rows.ts';
import { readOne, type SharedCalls } from '../sharedCalls.ts';
import { countColumns, readsAscending, reportsQuery, type ReportFilter, type SliceQuery } from '../slice.ts';
import {
  foldCase,
  idempotencyLifetime,
  RepeatedKeyError,
  type NewReport,
  type ReportStore,
} from '../store.ts';
import { dialect, type PostgresPool, type Queries } from './pool.ts';

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

/** A filter as a column of the list's order. The column has the same value in all rows of the filtered list. */
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

/** The most reports stored together, so that none waits long for the others. */
const maxReports = 64;

/** The most characters and bytes stored together, because sending them blocks the thread. Larger reports go alone. */
const maxSize = 1024 * 1024;

type Outcomes = PromiseSettledResult<void>[];

/** The number of reports, from the first, to store together. */
export function groupLength(reports: readonly Pick<NewReport, 'content' | 'details'>[]): number {
  let size = 0;
  const tooMany = reports.findIndex(({ content, details }, index) => {
    size += content.length + details.length;
    return index === maxReports || (index > 0 && size > maxSize);
  });
  return tooMany < 0 ? reports.length : tooMany;
}

/**
 * Stores reports of one account in one transaction, with as many statements as for a single report. If one is rejected,
 * or together they exceed a quota, each is stored separately.
 */
async function addReports(
  pool: PostgresPool,
  account: string,
  reports: readonly NewReport[],
  quotas: Quotas,
): Promise<Outcomes> {
  try {
    await pool.transaction((queries) => add(queries, account, reports, quotas));
    return reports.map(() => ({ status: 'fulfilled', value: undefined }));
  } catch (reason) {
    if (reports.length === 1 || !isRejectedData(reason))
      return reports.map(() => ({ status: 'rejected', reason }));
    const outcomes: Outcomes = [];
    for (const report of reports) outcomes.push(...(await addReports(pool, account, [report], quotas)));
    return outcomes;
  }
}

/** Whether the error is about the data: a quota, a repeated key, or SQLSTATE 22 or 23. */
function isRejectedData(error: unknown): boolean {
  if (error instanceof DatabaseError) return /^2[23]/.test(error.code ?? '');
  return error instanceof RepeatedKeyError || error instanceof QuotaError;
}

async function add(
  queries: Queries,
  account: string,
  reports: readonly NewReport[],
  quotas: Quotas,
): Promise<void> {
  const [counted] = await queries.find(
    `UPDATE accounts SET bytes = bytes + $2, ${countChanges('+', 3)} WHERE account = $1
     RETURNING reports, bytes`,
    [
      account,
      reports.reduce((bytes, { content }) => bytes + Buffer.byteLength(content), 0),
      ...countsOf(reports.map(({ result }) => result.verdict)),
    ],
  );
  if (counted === undefined) throw new Error('No such account.');
  requireWithin(quotas, { reports: Number(counted['reports']), bytes: Number(counted['bytes']) });
  await storeKeys(queries, account, reports);
  for (const [project, ofProject] of Map.groupBy(reports, ({ project }) => project)) {
    if (project !== null) await countIntoProject(queries, account, project, ofProject, quotas);
  }
  const rows = reports.map((report) => ({
    ...toRow(report),
    title: report.title === null ? null : Buffer.from(report.title),
    content: Buffer.from(report.content),
  }));
  await queries.write(insertReports, [account, ...columns.map((column) => rows.map((row) => row[column]))]);
  await queries.write('INSERT INTO report_owners (id, account) SELECT id, $1 FROM unnest($2::text[]) AS id', [
    account,
    reports.map(({ id }) => id),
  ]);
}

/** @throws RepeatedKeyError */
async function storeKeys(queries: Queries, account: string, reports: readonly NewReport[]): Promise<void> {
  const keyed = reports.flatMap(({ id, generatedAt, idempotency }) =>
    idempotency === null ? [] : [{ id, generatedAt, ...idempotency }],
  );
  if (keyed.length === 0) return;
  const newest = Math.max(...keyed.map(({ generatedAt }) => generatedAt));
  await queries.write('DELETE FROM idempotency_keys WHERE account = $1 AND created_at < $2', [
    account,
    newest - idempotencyLifetime,
  ]);
  const stored = await queries.write(
    `INSERT INTO idempotency_keys AS earlier (account, key, body, report, created_at)
     SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::bigint[])
     ON CONFLICT (account, key) DO UPDATE
       SET body = excluded.body, report = excluded.report, created_at = excluded.created_at
       WHERE NOT EXISTS (SELECT FROM reports WHERE account = earlier.account AND id = earlier.report)`,
    [
      account,
      ...(['key', 'body', 'id', 'generatedAt'] as const).map((name) => keyed.map((each) => each[name])),
    ],
  );
  if (stored < keyed.length) throw new RepeatedKeyError();
}

async function countIntoProject(
  queries: Queries,
  account: string,
  project: string,
  reports: readonly NewReport[],
  quotas: Quotas,
): Promise<void> {
  const counts = countsOf(reports.map(({ result }) => result.verdict));
  const counted = await queries.write(
    `UPDATE projects SET ${countChanges('+', 3)} WHERE account = $1 AND project = $2`,
    [account, project, ...counts],
  );
  if (counted === 1) return;
  await queries.write(
    `INSERT INTO projects (account, project, folded, id, ${countColumns.join(', ')})
     VALUES ($1, $2, $3, $4, ${countColumns.map((_, i) => `$${5 + i}`).join(', ')})`,
    [account, project, foldCase(project), reports[0]?.id ?? '', ...counts],
  );
  const [made] = await queries.find(
    'UPDATE accounts SET projects = projects + 1 WHERE account = $1 RETURNING projects',
    [account],
  );
  requireWithin(quotas, { projects: Number(made?.['projects']) });
}

const types = {
  id: 'text',
  project: 'text',
  generated_at: 'bigint',
  title: 'bytea',
  privacy: 'smallint',
  password_hash: 'text',
  language: 'text',
  words: 'bigint',
  characters: 'bigint',
  sentences: 'bigint',
  model: 'text',
  result_summary: 'text',
  details: 'bytea',
  content: 'bytea',
} satisfies Record<keyof ReturnType<typeof toRow>, string>;

const columns = Object.keys(types) as (keyof typeof types)[];

/** One array per column, so that the statement is the same for any number of reports. */
const insertReports = `
  INSERT INTO reports (account, ${columns.join(', ')})
  SELECT $1, * FROM unnest(${columns.map((column, index) => `$${index + 2}::${types[column]}[]`).join(', ')})`;

/** The number of all reports and of those with each verdict, in the order of `countColumns`. */
function countsOf(ofReports: readonly unknown[]): number[] {
  const ofEach = verdicts.map((verdict) => ofReports.filter((other) => other === verdict).length);
  return [ofReports.length, ...ofEach];
}

/**
 * The `SET` clause that adds reports to the counts of an account or project, or subtracts them.
 * @param first the position of the first value of `countsOf` among the statement's parameters.
 */
function countChanges(sign: '+' | '-', first: number): string {
  return countColumns.map((column, i) => `${column} = ${column} ${sign} $${first + i}`).join(', ');
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
