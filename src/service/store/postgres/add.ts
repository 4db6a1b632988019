import { DatabaseError } from 'pg';
import { foldCase, idempotencyLifetime, RepeatedKeyError, type NewReport } from '../store.ts';
import type { Verdict } from '../../../api/report.ts';
import { counting, countsOf } from './counts.ts';
import type { PostgresPool, Queries } from './pool.ts';
import { QuotaError, requireWithin, type Quotas } from '../quotas.ts';
import { checkedDetails, summaryText } from '../rows.ts';
import { countColumns } from '../slice.ts';

/**
 * Stores reports of one account in one transaction, with as many statements as one would take. When the database
 * refuses what one of them holds, or they pass a quota together, each is stored alone.
 */
export async function addReports(
  pool: PostgresPool,
  account: string,
  reports: readonly NewReport[],
  quotas: Quotas,
): Promise<PromiseSettledResult<void>[]> {
  try {
    await pool.transaction((queries) => add(queries, account, reports, quotas));
    return reports.map(() => ({ status: 'fulfilled', value: undefined }));
  } catch (reason) {
    if (reports.length === 1 || !isRefusal(reason)) throw reason;
    const ends: PromiseSettledResult<void>[] = [];
    for (const report of reports) {
      ends.push(
        ...(await Promise.allSettled([
          pool.transaction((queries) => add(queries, account, [report], quotas)),
        ])),
      );
    }
    return ends;
  }
}

/** Whether it is the data that was not taken: for the account's quotas, a repeated key, or SQLSTATE 22 and 23. */
function isRefusal(error: unknown): boolean {
  if (error instanceof RepeatedKeyError) return true;
  return error instanceof QuotaError || (error instanceof DatabaseError && /^2[23]/.test(error.code ?? ''));
}

async function add(
  queries: Queries,
  account: string,
  reports: readonly NewReport[],
  quotas: Quotas,
): Promise<void> {
  const [counted] = await queries.find(
    `UPDATE inkling.accounts SET bytes = bytes + $2, ${counting('+', 3)} WHERE account = $1
     RETURNING reports, bytes`,
    account,
    reports.reduce((bytes, { content }) => bytes + Buffer.byteLength(content), 0),
    ...countsOf(reports.map(verdictOf)),
  );
  if (counted === undefined) throw new Error('No such account.');
  requireWithin(quotas, { reports: Number(counted['reports']), bytes: Number(counted['bytes']) });
  await keepKeys(queries, account, reports);
  for (const [project, ofProject] of Map.groupBy(reports, ({ project }) => project)) {
    if (project !== null) await countIntoProject(queries, account, project, ofProject, quotas);
  }
  await queries.write(insertReports, account, ...columns.map(({ of }) => reports.map(of)));
  await queries.write(
    'INSERT INTO inkling.report_owners (id, account) SELECT id, $1 FROM unnest($2::text[]) AS id',
    account,
    reports.map(({ id }) => id),
  );
}

/** @throws RepeatedKeyError */
async function keepKeys(queries: Queries, account: string, reports: readonly NewReport[]): Promise<void> {
  const keyed = reports.flatMap(({ id, generatedAt, idempotency }) =>
    idempotency === null ? [] : [{ id, generatedAt, ...idempotency }],
  );
  if (keyed.length === 0) return;
  const newest = Math.max(...keyed.map(({ generatedAt }) => generatedAt));
  await queries.write(
    'DELETE FROM inkling.idempotency_keys WHERE account = $1 AND created_at < $2',
    account,
    newest - idempotencyLifetime,
  );
  const kept = await queries.write(
    `INSERT INTO inkling.idempotency_keys AS kept (account, key, body, report, created_at)
     SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::bigint[])
     ON CONFLICT (account, key) DO UPDATE
       SET body = excluded.body, report = excluded.report, created_at = excluded.created_at
       WHERE NOT EXISTS (SELECT FROM inkling.reports WHERE account = kept.account AND id = kept.report)`,
    account,
    keyed.map(({ key }) => key),
    keyed.map(({ body }) => body),
    keyed.map(({ id }) => id),
    keyed.map(({ generatedAt }) => generatedAt),
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
  const counts = countsOf(reports.map(verdictOf));
  const counted = await queries.write(
    `UPDATE inkling.projects SET ${counting('+', 3)} WHERE account = $1 AND project = $2`,
    account,
    project,
    ...counts,
  );
  if (counted === 1) return;
  await queries.write(
    `INSERT INTO inkling.projects (account, project, folded, id, ${countColumns.join(', ')})
     VALUES ($1, $2, $3, $4, ${countColumns.map((_, i) => `$${5 + i}`).join(', ')})`,
    account,
    project,
    foldCase(project),
    reports[0]?.id ?? '',
    ...counts,
  );
  const [made] = await queries.find(
    'UPDATE inkling.accounts SET projects = projects + 1 WHERE account = $1 RETURNING projects',
    account,
  );
  requireWithin(quotas, { projects: Number(made?.['projects']) });
}

const verdictOf = ({ result }: NewReport): Verdict => result.verdict;

interface Column {
  name: string;
  type: string;
  of: (report: NewReport) => string | number | Buffer | null;
}

const columns: readonly Column[] = [
  { name: 'id', type: 'text', of: ({ id }) => id },
  { name: 'project', type: 'text', of: ({ project }) => project },
  { name: 'generated_at', type: 'bigint', of: ({ generatedAt }) => generatedAt },
  { name: 'title', type: 'bytea', of: ({ title }) => (title === null ? null : Buffer.from(title)) },
  { name: 'privacy', type: 'smallint', of: ({ privacy }) => privacy },
  { name: 'password_hash', type: 'text', of: ({ passwordHash }) => passwordHash },
  { name: 'language', type: 'text', of: ({ language }) => language },
  { name: 'words', type: 'bigint', of: ({ words }) => words },
  { name: 'characters', type: 'bigint', of: ({ characters }) => characters },
  { name: 'sentences', type: 'bigint', of: ({ sentences }) => sentences },
  { name: 'model', type: 'text', of: ({ model }) => model },
  { name: 'result_summary', type: 'text', of: ({ result, parts }) => summaryText(result, parts) },
  {
    name: 'details',
    type: 'bytea',
    of: ({ details, content }) => checkedDetails(details, content),
  },
  { name: 'content', type: 'bytea', of: ({ content }) => Buffer.from(content) },
];

/** One array for each column, so that the statement is the same for any number of reports. */
const insertReports = `
  INSERT INTO inkling.reports (account, ${columns.map(({ name }) => name).join(', ')})
  SELECT $1, * FROM unnest(${columns.map(({ type }, index) => `$${index + 2}::${type}[]`).join(', ')})`;
