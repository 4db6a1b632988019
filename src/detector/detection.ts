import type { Result } from '../api/report.ts';

/** What the detector says of one text: the analysed fields of a report. Offsets are UTF-16 code units into it. */
export interface Detection {
  /** Detector name and version, for example `inkling-en 1.0`. */
  model: string;
  /** BCP 47 tag, or `und`. */
  language: string;
  words: number;
  /** UTF-16 code units. */
  characters: number;
  sentences: number;
  result: Result;
}
