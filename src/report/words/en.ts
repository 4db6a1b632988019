import words from './en.json' with { type: 'json' };
import type { ReportLanguage, ReportWords } from './words.ts';

/** JSON, so that the editor can load it only when it shows a report. */
export const english: ReportWords = words;

export const inEnglish: ReportLanguage = { words: english, locale: 'en' };
