import type { ReportWords } from './reportWords.ts';

/** What a view is written in. */
export interface ReportLanguage {
  words: ReportWords;
  /** How numbers and dates are written: a BCP 47 tag of the words' own language. */
  locale: string;
}

/**
 * The words for the first of these languages that there are words for, with numbers and dates as that tag has them.
 * @param tags BCP 47, the most wanted first. What is no tag is passed over.
 * @param choices at least one; the first stands in where none fits.
 */
export function chooseLanguage(
  tags: readonly string[],
  choices: readonly [ReportWords, ...ReportWords[]],
): ReportLanguage {
  for (const tag of tags) {
    const locale = localeOf(tag);
    const words = choices.find(({ language }) => language === locale?.language);
    if (locale && words) return { words, locale: locale.baseName };
  }
  return { words: choices[0], locale: choices[0].language };
}

function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}
