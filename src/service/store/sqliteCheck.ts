import { crc32 } from 'node:zlib';
import type { Row } from './rows.ts';

/**
 * SQLite keeps no checksums: of a page that the disk changed it notices what breaks its structure, and hands out the
 * rest. So both JSON texts in a report's row end with a CRC-32 of what was written: of the summary's columns, and of
 * the details and the content. A text without one was stored by an earlier version, and counts as it is.
 */
const ending = /,"check":(\d{1,10})\}$/;

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

/** The column `result_summary`, from the JSON of a summary. */
export function checkedSummary(summary: string, columns: CheckedColumns): string {
  return withCheck(summary, checkOfSummary(summary, columns));
}

/** The column `result_details`, from the JSON of the details. */
export function checkedDetails(details: string, content: string): string {
  return withCheck(details, checkOfDetails(details, content));
}

/** Whether a summary's row is as it was written. */
export function isSummaryAsWritten(row: Row): boolean {
  return isAsWritten(row['result_summary'], (summary) =>
    checkOfSummary(summary, row as Row & CheckedColumns),
  );
}

/** Whether a whole report's row is as it was written. */
export function isReportAsWritten(row: Row): boolean {
  const isWhole = isAsWritten(row['result_details'], (details) =>
    checkOfDetails(details, String(row['content'])),
  );
  return isWhole && isSummaryAsWritten(row);
}

function withCheck(json: string, check: number): string {
  return `${json.slice(0, -1)},"check":${check}}`;
}

function isAsWritten(written: unknown, checkOf: (json: string) => number): boolean {
  const text = String(written);
  const found = ending.exec(text);
  return !found || Number(found[1]) === checkOf(`${text.slice(0, found.index)}}`);
}

/** A template, since a list does this for each row: JSON of them takes three times as long. */
function checkOfSummary(summary: string, columns: CheckedColumns): number {
  const { id, project, generated_at, title, language, words, characters, sentences, model } = columns;
  return crc32(
    `${summary}\n${id}\n${project}\n${generated_at}\n${title}\n${language}\n${words}\n${characters}\n${sentences}\n${model}`,
  );
}

function checkOfDetails(details: string, content: string): number {
  return crc32(content, crc32(details));
}
