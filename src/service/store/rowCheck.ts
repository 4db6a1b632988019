import { crc32 } from 'node:zlib';
import * as v from 'valibot';
import { Result } from '../../api/report.ts';
import type { Row } from './rows.ts';

/**
 * SQLite keeps no checksums: of a page that the disk changed it notices what breaks its structure, and hands out the
 * rest. So a report's row has two CRC-32s of what was written: `result_summary`, which is JSON, ends with that of the
 * columns that lists show, and `details` with that of the details and the content. PostgreSQL keeps its own, but the
 * details have one there too: what is as it was written need not be unpacked to be sent.
 *
 * Earlier versions stored the details as JSON in `result_details`, the first of them without a checksum.
 */
const ending = /,"check":(\d{1,10})\}$/;

const checkBytes = 4;

/** As long as an ending may be: a long text isn't searched for it. */
const longestEnding = ',"check":4294967295}'.length;

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
export function detailsAsWritten(
  { buffer, byteOffset, length }: Uint8Array<ArrayBuffer>,
  content: string,
): Uint8Array<ArrayBuffer> | null {
  if (length < checkBytes) return null;
  const details = new Uint8Array(buffer, byteOffset, length - checkBytes);
  const check = new DataView(buffer, byteOffset).getUint32(details.length);
  return check === checkOfDetails(details, content) ? details : null;
}

/** The JSON of details that an earlier version stored; `null` when it or the content is not as it was written. */
export function oldDetailsAsWritten(column: string, content: string): string | null {
  const check = checkIn(column);
  if (check !== undefined) return check.value === checkOfDetails(check.json, content) ? check.json : null;
  const parsed = v.safeParse(Details, column);
  return parsed.success ? JSON.stringify(parsed.output) : null;
}

/** The checksum that a text ends with, and the JSON that it was added to; `undefined` where there is none. */
function checkIn(column: string): { value: number; json: string } | undefined {
  const found = ending.exec(column.slice(-longestEnding));
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
