import { html, type Html } from '../view/html.ts';
import type { PluralForms, ReportWords } from './reportWords.ts';
import type { Band } from '../../api/bands.ts';
import type { Evidence, Reason, Result } from '../../api/report.ts';
import { unjudgeableReason } from '../model/noVerdict.ts';
import type { SentenceStrength } from '../model/sentenceMarks.ts';

const placeholder = /\{(\w+)\}/;

/** The template with its `{name}`s replaced; one that no value has stays, for a test to find. */
export function filled(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replaceAll(new RegExp(placeholder, 'g'), (whole, name: string) =>
    String(values[name] ?? whole),
  );
}

/** The same with values that are HTML; the others and the template are escaped. */
export function filledHtml(template: string, values: Readonly<Record<string, Html | string>>): Html {
  // Splitting by a group gives text and names in turn.
  return html`${template.split(placeholder).map((part, i) => (i % 2 === 0 ? part : values[part]))}`;
}

/** The form that the language uses for the count, with it filled in: as a number or, if given, in a word. */
export function pluralOf(count: number, forms: PluralForms, locale: string, word?: string): string {
  const form = forms[new Intl.PluralRules(locale).select(count)] ?? forms.other;
  return filled(form, { count: word ?? new Intl.NumberFormat(locale).format(count) });
}

/** What stands within a sentence elsewhere, as it stands alone. */
export function capitalised(phrase: string, locale: string): string {
  return phrase.charAt(0).toLocaleUpperCase(locale) + phrase.slice(1);
}

/** What stands alone elsewhere, as it stands within a sentence: "reads like AI". */
export function withinSentence(phrase: string, { language }: Pick<ReportWords, 'language'>): string {
  return phrase.charAt(0).toLocaleLowerCase(language) + phrase.slice(1);
}

/** The tag in its canonical form, or `undefined` when no language was identified or the tag is none. */
export function languageTag(tag: string): string | undefined {
  if (tag === 'und') return undefined;
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined; // a remote service may send anything
  }
}

/** The language's name in the reader's, or `undefined` when none was identified. */
export function languageName(tag: string, locale: string): string | undefined {
  const language = languageTag(tag);
  if (language === undefined) return undefined;
  // Without extensions and private parts, which have no names.
  return new Intl.DisplayNames(locale, { type: 'language' }).of(new Intl.Locale(language).baseName);
}

/** `21 Nov 2026, 09:30 UTC`; a timestamp that can't be read is given back as it is. */
export function dateAndTime(timestamp: string, locale: string, timeZone: string): string {
  const date = new Date(timestamp);
  if (Number.isNaN(date.getTime())) return timestamp;
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
    timeZoneName: 'short',
  }).format(date);
}

/** Shares as whole percentages that sum to what they do (largest remainder): to 100, but for a remote service's error. */
export function wholePercents(shares: readonly number[]): number[] {
  const percents = shares.map((share) => Math.floor(share * 100));
  const byRemainder = shares
    .map((share, i) => ({ i, remainder: share * 100 - percents[i]! }))
    .sort((a, b) => b.remainder - a.remainder);
  const whole = Math.round(shares.reduce((sum, share) => sum + share, 0) * 100);
  const missing = whole - percents.reduce((sum, percent) => sum + percent, 0);
  for (const { i } of byRemainder.slice(0, missing)) percents[i]! += 1;
  return percents;
}

/** How a score, 0..1, is written: with two digits after the point. */
export function scoreFormat(locale: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** What stands where a report's title would, when it has none or a blank one: there must be something to choose. */
export function titleOr(title: string | null, without: string): string {
  const name = withoutDirections(title ?? '');
  return name.trim() === '' ? without : name;
}

/** Unicode's embeddings, overrides and isolates, which turn the direction of all that follows. */
const directions = /[\u202A-\u202E\u2066-\u2069]/g;

/** A name without what would let it, or what stands beside it, be read backwards: `report\u202Efdp.exe`. */
export function withoutDirections(name: string): string {
  return name.replace(directions, '');
}

/** JSON with those signs spelled out, so that no line of it is read backwards. */
export function spelled(json: string): string {
  return json.replace(directions, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`);
}

/** Letters that are written from right to left. */
const rightToLeft = /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Text that turns nothing around it, where there is no markup to say so. */
export function isolated(text: string): string {
  const plain = withoutDirections(text);
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain;
}

/**
 * The result's reasons as sentences in the words' language, where they know the code; the others as the service
 * sent them. A service's sentence with other numbers than ours has them to say something else: it stands too.
 */
export function reasonsIn(
  result: Pick<Result, 'verdict' | 'reasons'>,
  { reasons }: Pick<ReportWords, 'reasons'>,
): string[] {
  const unjudgeable = unjudgeableReason(result);
  return result.reasons.map(({ code, message }: Reason) => {
    // The same codes say of a text that is judged that a part of it was left out.
    const known = (code === unjudgeable ? undefined : own(reasons, `${code}.part`)) ?? own(reasons, code);
    const numbers = message.match(/\d+/g) ?? [];
    const wanted = new Set(known?.match(/\{\d\}/g)).size;
    return known === undefined || wanted !== numbers.length
      ? message
      : filled(known, Object.fromEntries(numbers.entries()));
  });
}

/** Reasons that the claim says itself: that the score decides nothing, and the side that it leans to. */
const saidByClaim: ReadonlySet<string> = new Set(['between', 'near_ai', 'near_human']);

/** The reasons that stand beside the claim: all but those that it says itself, as that of a mixed text does. */
export function limitsOf(
  { verdict, reasons }: Pick<Result, 'verdict' | 'reasons'>,
  words: Pick<ReportWords, 'reasons'>,
): string[] {
  const isSaid = (code = ''): boolean =>
    saidByClaim.has(code) || (verdict === 'mixed' && code === 'conflicting_parts');
  return reasonsIn({ verdict, reasons }, words).filter((_, i) => !isSaid(reasons[i]?.code));
}

/** What a feature of the style is called in the words' language, or as the service called it. */
export function labelIn(
  { feature, label }: Pick<Evidence, 'feature' | 'label'>,
  { features }: ReportWords,
): string {
  return own(features, feature) ?? label;
}

/** What a name of a service's is called in these words, or the name itself. */
export function labelled(words: Readonly<Record<string, string>>, name: string): string {
  return own(words, name) ?? withoutDirections(name);
}

/**
 * How a sentence reads, in words: "reads like AI (moderate)". What could be either is so without degrees.
 * @param strength `undefined` for several sentences together.
 */
export function readingInWords(
  band: Band,
  strength: SentenceStrength | undefined,
  words: Pick<ReportWords, 'language' | 'verdicts' | 'strengths' | 'passages'>,
): string {
  const reads = withinSentence(words.verdicts[band], words);
  if (band === 'uncertain' || strength === undefined) return reads;
  return strength === 'passage' ? words.passages[band] : `${reads} (${words.strengths[strength]})`;
}

/** A service may send any name, also one that every object has: `constructor`. */
function own(words: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined;
}
