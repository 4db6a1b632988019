import * as v from 'valibot';
import { Privacy, ResultSummary } from '../../api/report.ts';
import { detailsAsWritten } from './rowCheck.ts';
import {
  StoreDamagedError,
  type Account,
  type ApiKey,
  type FoundReport,
  type RepeatedReport,
  type StoredAccount,
  type StoredProject,
  type StoredReport,
  type StoredReportSummary,
} from './store.ts';

/** As a database's driver hands it out. */
export type Row = Record<string, unknown>;

/** The columns that `toSummary` reads. */
export const summaryColumns =
  'id, project, generated_at, title, privacy, language, words, characters, sentences, model, result_summary';

/** The columns that `toAccount` reads. */
export const accountColumns = 'id, name, created_at';

/** A UUIDv7, which holds when it was made. */
const Id = v.pipe(v.string(), v.uuid());

const summaryEntries = {
  id: Id,
  project: v.nullable(v.string()),
  generated_at: v.pipe(
    v.number(),
    v.check((time) => Number.isFinite(new Date(time).getTime())),
  ),
  title: v.nullable(v.string()),
  privacy: Privacy,
  language: v.string(),
  words: v.number(),
  characters: v.number(),
  sentences: v.number(),
  model: v.string(),
  result_summary: v.pipe(v.string(), v.parseJson(), ResultSummary),
};
const SummaryRow = v.object(summaryEntries);
const ReportRow = v.object({
  ...summaryEntries,
  result_details: v.string(),
  content: v.string(),
});
const ProjectRow = v.object({ id: Id, project: v.string(), reports: v.number() });

const RepeatedReportRow = v.object({ body: v.string() });
const FoundReportRow = v.object({
  account: v.string(),
  privacy: Privacy,
  password_hash: v.nullable(v.string()),
});
const accountEntries = { id: v.string(), name: v.string(), created_at: v.number() };
const AccountRow = v.object(accountEntries);
const StoredAccountRow = v.object({ ...accountEntries, password_hash: v.nullable(v.string()) });
const KeyRow = v.object({ ...accountEntries, last_used_at: v.nullable(v.number()) });

export function toAccount(row: Row): Account {
  const { created_at, ...same } = v.parse(AccountRow, row);
  return { ...same, createdAt: created_at };
}

export function toStoredAccount(row: Row): StoredAccount {
  return { ...toAccount(row), passwordHash: v.parse(StoredAccountRow, row).password_hash };
}

export function toApiKey(row: Row): ApiKey {
  const { created_at, last_used_at, ...same } = v.parse(KeyRow, row);
  return { ...same, createdAt: created_at, lastUsedAt: last_used_at };
}

/** The column `result_summary`: what lists show. */
export function summaryText({ score, verdict, confidence, reasons, shares }: ResultSummary): string {
  return JSON.stringify({ score, verdict, confidence, reasons, shares });
}

/** What the list of reports shows of a row. */
export function toSummary(row: Row): StoredReportSummary {
  const { generated_at, result_summary, ...same } = parseRow('report', SummaryRow, row);
  return { ...same, generatedAt: generated_at, result: result_summary };
}

/** @throws StoreDamagedError for a report whose details or text are not as they were written. */
export function toReport(row: Row): StoredReport {
  const { generated_at, result_summary, result_details, ...same } = parseRow('report', ReportRow, row);
  const details = detailsAsWritten(result_details, same.content);
  if (details === null) throw damagedRows('report', [same.id]);
  return { ...same, generatedAt: generated_at, result: result_summary, details };
}

export function toFoundReport(row: Row): FoundReport {
  const { account, privacy, password_hash } = parseRow('report', FoundReportRow, row);
  return { account, privacy, passwordHash: password_hash };
}

export function toRepeatedReport(row: Row): RepeatedReport {
  return { body: v.parse(RepeatedReportRow, row).body, report: toReport(row) };
}

export function toProject(row: Row): StoredProject {
  return parseRow('project', ProjectRow, row);
}

/** @throws StoreDamagedError that names the row. */
function parseRow<Schema extends v.GenericSchema>(
  kind: 'report' | 'project',
  schema: Schema,
  row: Row,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, row);
  if (!parsed.success) throw damagedRows(kind, [String(row['id'])]);
  return parsed.output;
}

/** Says which rows of a database that else can be read are not as they were stored. */
export function damagedRows(kind: 'report' | 'project', ids: readonly string[]): StoreDamagedError {
  // An id, too, can be something else by now, of which a log must hold nothing.
  const names = ids.map((id) => (v.is(Id, id) ? id : 'one with a damaged id'));
  return new StoreDamagedError(
    `The database is damaged: not as stored is the ${kind} ${names.join(', ')}. Delete it, or put a backup in the database's place.`,
  );
}
