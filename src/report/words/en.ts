import words from './en.json' with { type: 'json' };
import type { ReportLanguage, ReportWords } from './reportWords.ts';

/** JSON, so that the editor loads it only to show a report. */
export const english: ReportWords = words;

export const inEnglish: ReportLanguage = { words: english, locale: 'en' };
