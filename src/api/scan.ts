import { cutOff } from './cutOff.ts';
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

/** Most UTF-16 code units of a title or a project's name. */
export const maxNameLength = 255;

/**
 * The title of a file's report: its path, with `/` between, or as much of the path's end as a title holds.
 * @param path relative to the folder that is open, so that it says nothing of the machine.
 */
export function titleOfPath(path: string): string {
  if (path.length <= maxNameLength) return path;
  const end = path.slice(-(maxNameLength - 1)); // leaves room for the ellipsis
  const separator = end.indexOf('/');
  // A single name as long as that is cut at its end instead.
  if (separator === -1) return cutOff(path.slice(path.lastIndexOf('/') + 1), maxNameLength);
  return `…${end.slice(separator)}`;
}

/** Most bytes of `content` in UTF-8 that a service accepts unless told otherwise. */
export const defaultMaxContentBytes = 1024 * 1024;
