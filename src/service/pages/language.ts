import type { Context } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { german } from '../../report/words/de.ts';
import { english } from '../../report/words/en.ts';
import { chooseLanguage, type ReportLanguage } from '../../report/words/reportWords.ts';

/** The language of a report's pages that the browser likes best of those that there are; English where it says none. */
export function languageFor(context: Context): ReportLanguage {
  const wanted = parseAccept(context.req.header('Accept-Language') ?? '')
    .filter(({ q }) => q > 0)
    .map(({ type }) => type);
  return chooseLanguage(wanted, [english, german]);
}
