import type { Privacy } from './report.ts';

/** What a scan sends: the form fields of `POST /api/v1/reports`. */
export interface ScanRequest {
  /** The text to analyse, stored exactly as sent. */
  content: string;
  /** At most 255 characters; for a file its path in the folder that is open, see `titleOfPath`. */
  title?: string;
  /** 1 to 255 characters after trimming; first use creates the project. */
  project?: string;
  /** Default 1, private. */
  privacy?: Privacy;
  /** Only with privacy 2. */
  password?: string;
}

/** The longest title that a service takes, in characters. */
const maxTitleLength = 255;

/**
 * The title of a file's report: its path, with `/` between, or as much of the path's end as a title holds.
 * @param path relative to the folder that is open, so that it says nothing of the machine.
 */
export function titleOfPath(path: string): string {
  if (path.length <= maxTitleLength) return path;
  const end = path.slice(-(maxTitleLength - 1)); // leaves room for the ellipsis
  const separator = end.indexOf('/');
  // A single name as long as that is cut at its end instead.
  if (separator === -1)
    return withoutHalfPair(path.slice(path.lastIndexOf('/') + 1).slice(0, maxTitleLength));
  return `…${end.slice(separator)}`;
}

/** What was cut within a surrogate pair, without the half that is left of it. */
function withoutHalfPair(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, '');
}

/** Most bytes of `content` in UTF-8 that a service accepts unless told otherwise. */
export const defaultMaxContentBytes = 1024 * 1024;
