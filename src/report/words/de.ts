import words from './de.json' with { type: 'json' };
import type { ReportWords } from './words.ts';

/** JSON, so that the editor can load it only when it shows a report. */
export const german: ReportWords = words;
