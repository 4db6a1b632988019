import words from './en.json' with { type: 'json' };
import type { ReportLanguage, ReportWords } from './reportWords.ts';

/** As JSON, so that the editor reads it only when it is shown. */
export const english: ReportWords = words;

export const inEnglish: ReportLanguage = { words: english, locale: 'en' };
