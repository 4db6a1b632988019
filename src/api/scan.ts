import type { Privacy } from './report.ts';

/** What a scan sends: the form fields of `POST /api/v1/reports`. */
export interface ScanRequest {
  /** The text to analyse, stored exactly as sent. */
  content: string;
  /** At most 255 characters; usually the file's name. */
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

/** Most bytes of `content` in UTF-8 that a service accepts unless told otherwise. */
export const defaultMaxContentBytes = 1024 * 1024;
