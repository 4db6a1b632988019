import { promisify } from 'node:util';
import { gzip, crc32 } from 'node:zlib';
import * as v from 'valibot';
import { Privacy, ResultSummary, Result } from '../../api/report.ts';
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

/** As a database's driver returns it. */
export type Row = Record<string, unknown>;

/** The columns that `toSummary` reads. */
export const summaryColumns =
  'id, project, generated_at, title, privacy, language, words, characters, sentences, model, result_summary';

/** The columns that `toReport` reads. */
export const reportColumns = `${summaryColumns}, details, result_details, content`;

/** The columns that `toAccount` reads. */
export const accountColumns = 'id, name, created_at';

/** A UUIDv7, which holds when it was made. */
const Id = v.pipe(v.string(), v.uuid());

/** PostgreSQL has texts that may hold U+0000 as bytes: see its migrations. */
const Text = v.union([
  v.string(),
  v.pipe(
    v.instance(Buffer),
    v.transform((bytes) => bytes.toString()),
  ),
]);

const summaryEntries = {
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
};
const SummaryRow = v.object(summaryEntries);
const ReportRow = v.object({
  ...summaryEntries,
  details: v.nullable(v.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array)),
  result_details: v.nullable(v.string()),
  content: Text,
});
const ProjectRow = v.object({ id: Id, project: v.string(), reports: v.number() });

const RepeatedReportRow = v.object({ body: v.string() });
/** The columns that `toFoundReport` reads. */
export const foundColumns = 'id, account, privacy, characters, password_hash, result_summary';

const FoundReportRow = v.object({
  account: v.string(),
  privacy: Privacy,
  characters: v.number(),
  password_hash: v.nullable(v.string()),
  result_summary: v.fallback(
    v.pipe(v.string(), v.parseJson(), v.object({ parts: v.optional(v.number()) })),
    {},
  ),
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

/** The column `result_summary`: what lists show, and in how many parts a page does. */
export function summaryText(
  { score, verdict, confidence, reasons, shares, false_alarms }: ResultSummary,
  parts: number,
): string {
  return JSON.stringify({ score, verdict, confidence, reasons, shares, false_alarms, parts });
}

/** What the list of reports shows of a row. */
export function toSummary(row: Row): StoredReportSummary {
  const { generated_at, result_summary, ...same } = parseRow('report', SummaryRow, row);
  return { ...same, generatedAt: generated_at, result: result_summary };
}

/** @throws StoreDamagedError for a report whose details or text are not as they were written. */
export async function toReport(row: Row): Promise<StoredReport> {
  const parsed = parseRow('report', ReportRow, row);
  const { generated_at, result_summary, details: column, result_details, ...same } = parsed;
  const details =
    column === null
      ? await packed(oldDetailsAsWritten(result_details ?? '', same.content))
      : detailsAsWritten(column, same.content);
  if (details === null) throw damagedRows('report', [same.id]);
  return { ...same, generatedAt: generated_at, result: result_summary, details };
}

/** Whether a report's details and content are as they were written. */
export function areDetailsAsWritten(row: Row): boolean {
  const { details, result_details, content } = parseRow('report', ReportRow, row);
  return details === null
    ? oldDetailsAsWritten(result_details ?? '', content) !== null
    : detailsAsWritten(details, content) !== null;
}

/** On a thread of Node's own. */
async function packed(json: string | null): Promise<Uint8Array<ArrayBuffer> | null> {
  return json === null ? null : new Uint8Array(await promisify(gzip)(json));
}

export function toFoundReport(row: Row): FoundReport {
  const { password_hash, result_summary, ...same } = parseRow('report', FoundReportRow, row);
  return { ...same, passwordHash: password_hash, parts: result_summary.parts ?? null };
}

export async function toRepeatedReport(row: Row): Promise<RepeatedReport> {
  return { body: v.parse(RepeatedReportRow, row).body, report: await toReport(row) };
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
    `The database is damaged: the ${kind} ${names.join(', ')} differs from what was stored. Delete it, or restore a backup of the database.`,
  );
}

/**
 * SQLite keeps no checksums: of a page that the disk changed it notices what breaks its structure, and returns the
 * rest. So a report's row has two CRC-32s of what was written: `result_summary`, which is JSON, ends with that of the
 * columns that lists show, and `details` with that of the details and the content. PostgreSQL keeps its own, but the
 * details have one there too: what is as it was written need not be unpacked to be sent.
 *
 * Earlier versions stored the details as JSON in `result_details`, the first of them without a checksum.
 */
const ending = /,"check":(\d{1,10})\}$/;

const checkBytes = 4;

/** As long as an ending may be: a long text isn't searched for it. */
const maxEndingLength = ',"check":4294967295}'.length;

/** What a summary's checksum covers beside the summary; not `privacy`, which its owner may change. */
export interface CheckedColumns {
  id: string;
  project: string | null;
  generated_at: number;
  title: string | null;
  language: string;
  words: number;
  characters: number;
  sentences: number;
  model: string;
}

const Details = v.pipe(v.string(), v.parseJson(), v.pick(Result, ['segments', 'evidence']));

/** The column `result_summary`, from the JSON of a summary. */
export function checkedSummary(summary: string, columns: CheckedColumns): string {
  return `${summary.slice(0, -1)},"check":${checkOfSummary(summary, columns)}}`;
}

/** The column `details`. */
export function checkedDetails(details: Uint8Array, content: string): Buffer {
  const column = Buffer.alloc(details.length + checkBytes);
  column.set(details);
  column.writeUInt32BE(checkOfDetails(details, content), details.length);
  return column;
}

/** Whether a summary's row is as it was written. */
export function isSummaryAsWritten(row: Row): boolean {
  const summary = String(row['result_summary']);
  const check = checkIn(summary);
  return check === undefined || check.value === checkOfSummary(check.json, row as Row & CheckedColumns);
}

/** The details, from their column; `null` when they or the content are not as they were written. */
function detailsAsWritten(
  { buffer, byteOffset, length }: Uint8Array<ArrayBuffer>,
  content: string,
): Uint8Array<ArrayBuffer> | null {
  if (length < checkBytes) return null;
  const details = new Uint8Array(buffer, byteOffset, length - checkBytes);
  const check = new DataView(buffer, byteOffset).getUint32(details.length);
  return check === checkOfDetails(details, content) ? details : null;
}

/** The JSON of details that an earlier version stored; `null` when it or the content is not as it was written. */
function oldDetailsAsWritten(column: string, content: string): string | null {
  const check = checkIn(column);
  if (check !== undefined) return check.value === checkOfDetails(check.json, content) ? check.json : null;
  const parsed = v.safeParse(Details, column);
  return parsed.success ? JSON.stringify(parsed.output) : null;
}

/** The checksum that a text ends with, and the JSON that it was added to; `undefined` where there is none. */
function checkIn(column: string): { value: number; json: string } | undefined {
  const found = ending.exec(column.slice(-maxEndingLength));
  if (!found) return undefined;
  return { value: Number(found[1]), json: `${column.slice(0, column.length - found[0].length)}}` };
}

/** A template, since a list does this for each row: JSON of them takes three times as long. */
function checkOfSummary(summary: string, columns: CheckedColumns): number {
  const { id, project, generated_at, title, language, words, characters, sentences, model } = columns;
  return crc32(
    `${summary}\n${id}\n${project}\n${generated_at}\n${title}\n${language}\n${words}\n${characters}\n${sentences}\n${model}`,
  );
}

function checkOfDetails(details: string | Uint8Array, content: string): number {
  return crc32(content, crc32(details));
}
