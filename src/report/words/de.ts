import words from './de.json' with { type: 'json' };
import type { ReportWords } from './reportWords.ts';

/** JSON, so that the editor loads it only to show a report. */
export const german: ReportWords = words;
