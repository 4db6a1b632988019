import { DatabaseError } from 'pg';
import { foldCase, idempotencyLifetime, RepeatedKeyError, type NewReport } from '../store.ts';
import { verdicts } from '../../../api/report.ts';
import type { PostgresPool, Queries } from './pool.ts';
import { QuotaError, requireWithin, type Quotas } from '../quotas.ts';
import { toRow } from '../rows.ts';
import { countColumns } from '../slice.ts';

/** The most reports stored together, so that none waits long for the others. */
const maxReports = 64;

/** The most characters and bytes stored together, because sending them blocks the thread. A larger report goes alone. */
const maxSize = 1024 * 1024;

type Ends = PromiseSettledResult<void>[];

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
export async function addReports(
  pool: PostgresPool,
  account: string,
  reports: readonly NewReport[],
  quotas: Quotas,
): Promise<Ends> {
  try {
    await pool.transaction((queries) => add(queries, account, reports, quotas));
    return reports.map(() => ({ status: 'fulfilled', value: undefined }));
  } catch (reason) {
    if (reports.length === 1 || !isRejectedData(reason))
      return reports.map(() => ({ status: 'rejected', reason }));
    const ends: Ends = [];
    for (const report of reports) ends.push(...(await addReports(pool, account, [report], quotas)));
    return ends;
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
  const kept = await queries.write(
    `INSERT INTO idempotency_keys AS kept (account, key, body, report, created_at)
     SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::bigint[])
     ON CONFLICT (account, key) DO UPDATE
       SET body = excluded.body, report = excluded.report, created_at = excluded.created_at
       WHERE NOT EXISTS (SELECT FROM reports WHERE account = kept.account AND id = kept.report)`,
    [
      account,
      ...(['key', 'body', 'id', 'generatedAt'] as const).map((name) => keyed.map((each) => each[name])),
    ],
  );
  if (kept < keyed.length) throw new RepeatedKeyError();
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
export function countsOf(ofReports: readonly unknown[]): number[] {
  const ofEach = verdicts.map((verdict) => ofReports.filter((other) => other === verdict).length);
  return [ofReports.length, ...ofEach];
}

/**
 * The `SET` clause that adds reports to the counts of an account or project, or subtracts them.
 * @param first the position of the first value of their `countsOf` among the parameters.
 */
export function countChanges(sign: '+' | '-', first: number): string {
  return countColumns.map((column, i) => `${column} = ${column} ${sign} $${first + i}`).join(', ');
}
