import { crc32 } from '#platform';
import * as v from 'valibot';
import { Privacy, ResultSummary } from '../../api/report.ts';
import {
  StoreDamagedError,
  type ApiKey,
  type FoundReport,
  type NewReport,
  type RepeatedReport,
  type StoredAccount,
  type StoredProject,
  type StoredReport,
  type StoredReportSummary,
} from './store.ts';

/** A row as the database's driver returns it. */
export type Row = Record<string, unknown>;

/** The columns that `toStoredSummary` reads. */
export const summaryColumns =
  'id, project, generated_at, title, privacy, language, words, characters, sentences, model, result_summary';

/** The columns that `toStoredReport` reads. */
export const reportColumns = `${summaryColumns}, details, content`;

/** A UUIDv7, which contains its creation time. */
const Id = v.pipe(v.string(), v.uuid());

/** PostgreSQL stores texts that may contain U+0000 as bytes: see its migrations. */
const Text = v.union([
  v.string(),
  v.pipe(
    v.instance(Uint8Array),
    v.transform((bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)),
  ),
]);

const SummaryRow = v.object({
  id: Id,
  project: v.nullable(v.string()),
  generated_at: v.pipe(
    v.number(),
    v.check((time) => Number.isFinite(new Date(time).getTime())),
  ),
  title: v.nullable(Text),
  privacy: Privacy,
  language: v.string(),
  words: v.number(),
  characters: v.number(),
  sentences: v.number(),
  model: v.string(),
  result_summary: v.pipe(v.string(), v.parseJson(), ResultSummary),
});
const DetailsRow = v.object({
  details: v.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array),
  content: Text,
});
const ProjectRow = v.object({ id: Id, project: v.string(), reports: v.number() });

/** The columns that `toFoundReport` reads. */
export const foundColumns = 'id, account, privacy, characters, password_hash, result_summary';

const FoundReportRow = v.object({
  account: v.string(),
  privacy: Privacy,
  characters: v.number(),
  password_hash: v.nullable(v.string()),
  // For a damaged report, any part number is accepted, so that the response is the error about the damage.
  result_summary: v.fallback(v.pipe(v.string(), v.parseJson(), v.object({ parts: v.number() })), {
    parts: Infinity,
  }),
});
const named = { id: v.string(), name: v.string(), created_at: v.number() };
const AccountRow = v.object({ ...named, password_hash: v.nullable(v.string()) });
const KeyRow = v.object({ ...named, last_used_at: v.nullable(v.number()) });

export function toStoredAccount(row: Row): StoredAccount {
  const { created_at, password_hash, ...same } = v.parse(AccountRow, row);
  return { ...same, createdAt: created_at, passwordHash: password_hash };
}

export function toApiKey(row: Row): ApiKey {
  const { created_at, last_used_at, ...same } = v.parse(KeyRow, row);
  return { ...same, createdAt: created_at, lastUsedAt: last_used_at };
}

/** The stored columns of a report, without its account. */
export function toRow(report: NewReport) {
  const { id, project, title, privacy, language, words, characters, sentences, model, content } = report;
  return {
    ...{ id, project, title, privacy, language, words, characters, sentences, model, content },
    generated_at: report.generatedAt,
    password_hash: report.passwordHash,
    result_summary: summaryText(report.result, report.parts),
    details: checkedDetails(report.details, content),
  };
}

/** The column `result_summary`: what lists show, and the number of parts of the page. */
export function summaryText(
  { score, verdict, confidence, reasons, shares, false_alarms }: ResultSummary,
  parts: number,
): string {
  return JSON.stringify({ score, verdict, confidence, reasons, shares, false_alarms, parts });
}

/** The summary of a report for lists. @throws StoreDamagedError when the row differs from what was stored. */
export function toStoredSummary(row: Row): StoredReportSummary {
  const { generated_at, result_summary, ...same } = parseRow('report', SummaryRow, row);
  if (!isSummaryIntact(row)) throw damagedRows('report', [same.id]);
  return { ...same, generatedAt: generated_at, result: result_summary };
}

/** @throws StoreDamagedError when the report differs from what was stored. */
export function toStoredReport(row: Row): StoredReport {
  const { content, details: column } = parseRow('report', DetailsRow, row);
  const details = intactDetails(column, content);
  if (details === null) throw damagedRows('report', [String(row['id'])]);
  return { ...toStoredSummary(row), details, content };
}

export function toFoundReport(row: Row): FoundReport {
  const { password_hash, result_summary, ...same } = parseRow('report', FoundReportRow, row);
  return { ...same, passwordHash: password_hash, parts: result_summary.parts };
}

export function toRepeatedReport(row: Row): RepeatedReport {
  return { body: String(row['body']), report: toStoredReport(row) };
}

export function toStoredProject(row: Row): StoredProject {
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

/** For damaged rows of an otherwise readable database. */
export function damagedRows(kind: 'report' | 'project', ids: readonly string[]): StoreDamagedError {
  // The id may be damaged too, and a damaged id may contain text, which must not reach a log.
  const names = ids.map((id) => (v.is(Id, id) ? id : '(unreadable id)'));
  return new StoreDamagedError(
    `The database is damaged: the ${kind} ${names.join(', ')} differs from what was stored. Delete it, or restore a backup of the database.`,
  );
}

/**
 * SQLite has no checksums: it notices a changed page only if the change breaks the page's structure. So a report's row
 * has two CRC-32s. `result_summary`, which is JSON, ends with the CRC-32 of the columns for lists, and `details` with
 * that of the details and the content. PostgreSQL has checksums but stores the second CRC-32 too, because details that
 * match it can be sent without decompressing them.
 */
const checkKey = ',"check":';

const checkBytes = 4;

/** The columns that a summary's checksum covers. `privacy` is left out, because the owner may change it. */
type CheckedColumns = Omit<ReturnType<typeof toRow>, 'privacy' | 'password_hash' | 'details' | 'content'>;

/** The column `result_summary` with a checksum. */
export function checkedSummary(row: CheckedColumns): string {
  const { result_summary: summary } = row;
  return `${summary.slice(0, -1)}${checkKey}${checkOfSummary(summary, row)}}`;
}

/** The column `details`. */
export function checkedDetails(details: Uint8Array, content: string): Uint8Array<ArrayBuffer> {
  const column = new Uint8Array(details.length + checkBytes);
  column.set(details);
  new DataView(column.buffer).setUint32(details.length, checkOfDetails(details, content));
  return column;
}

/** Whether a summary's row matches its checksum, if it has one. */
function isSummaryIntact(row: Row): boolean {
  const column = String(row['result_summary']);
  const end = column.lastIndexOf(checkKey);
  if (end < 0) return true;
  const check = Number(column.slice(end + checkKey.length, -1));
  return check === checkOfSummary(`${column.slice(0, end)}}`, row as CheckedColumns);
}

/** The details in their column; `null` when they or the content are not as they were stored. */
function intactDetails(
  { buffer, byteOffset, length }: Uint8Array<ArrayBuffer>,
  content: string,
): Uint8Array<ArrayBuffer> | null {
  if (length < checkBytes) return null;
  const details = new Uint8Array(buffer, byteOffset, length - checkBytes);
  const check = new DataView(buffer, byteOffset).getUint32(details.length);
  return check === checkOfDetails(details, content) ? details : null;
}

/** Uses a template, because lists call this for each row, and JSON.stringify takes three times as long. */
function checkOfSummary(summary: string, columns: CheckedColumns): number {
  const { id, project, generated_at, title, language, words, characters, sentences, model } = columns;
  return crc32(
    `${summary}\n${id}\n${project}\n${generated_at}\n${title}\n${language}\n${words}\n${characters}\n${sentences}\n${model}`,
  );
}

function checkOfDetails(details: Uint8Array, content: string): number {
  return crc32(content, crc32(details));
}
