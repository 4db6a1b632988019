import { html, type Html } from '../view/html.ts';
import type english from './en.json';
import type { Band } from '../../api/bands.ts';
import type { Evidence, Reason, Result } from '../../api/report.ts';
import { unjudgeableReason } from '../model/noVerdict.ts';
import type { SentenceStrength } from '../model/sentenceMarks.ts';

/** A sentence in each plural form of the language, by CLDR's names. `{count}` is the number. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

type InAnyLanguage<Words> = Words extends string
  ? string
  : Words extends { other: string }
    ? PluralForms
    : { readonly [Name in keyof Words]: InAnyLanguage<Words[Name]> };

/**
 * All words of a report's view in one language. Plain data, so that it can be sent to the panel. They claim what a text
 * reads like, never who wrote it. `{name}` is a placeholder; these are phrases:
 * - `{reads}`: a verdict;
 * - `{alike}`, `{kind}`, `{length}`: an `alike`, one of the `kinds` or `noClearKind`, one of the `lengths`;
 * - `{portion}`: a portion's `ofWords`, or its `alone` in `restBoth`; `{read}` is its `read`, which agrees with it;
 * - `{judged}`: `ofJudged.words` if a part of the text was left out, otherwise empty;
 * - `{where}`, `{rest}`: a `where`, one of the rests, or empty;
 * - `{words}`: a `wordsOfAll`, in which `{all}` includes those left out.
 */
export interface ReportWords extends Omit<InAnyLanguage<typeof english>, 'reasons' | 'features'> {
  /**
   * The text for a reason, by its code. For an unknown code, the service's sentence is shown. `{0}`, `{1}` are the
   * numbers in the service's sentence, in order.
   */
  reasons: Readonly<Record<string, string>>;
  /** The name of each style feature. For an unknown one, the service's label is shown. */
  features: Readonly<Record<string, string>>;
}

/** The language in which a report is shown. */
export interface ReportLanguage {
  words: ReportWords;
  /** The locale for numbers and dates, a BCP 47 tag of the same language as the words. */
  locale: string;
}

/**
 * The words for the first of these languages that is supported, and the locale of that tag for numbers and dates.
 * @param tags BCP 47, in order of preference. Invalid tags are skipped.
 * @param choices at least one; the first is the default.
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

const placeholder = /\{(\w+)\}/;

/** Replaces the `{name}`s in a template. Unknown names stay, so that a test can find them. */
export function filled(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replaceAll(new RegExp(placeholder, 'g'), (whole, name: string) =>
    String(values[name] ?? whole),
  );
}

/** As `filled`, but with HTML values; other values and the template are escaped. */
export function filledHtml(template: string, values: Readonly<Record<string, Html | string>>): Html {
  // Splitting by a capturing group alternates text and names.
  return html`${template.split(placeholder).map((part, i) => (i % 2 === 0 ? part : values[part]))}`;
}

/** The language's plural form for a count. The count is written as a number, or as a word if one is given. */
export function pluralOf(count: number, forms: PluralForms, locale: string, word?: string): string {
  const form = forms[new Intl.PluralRules(locale).select(count)] ?? forms.other;
  return filled(form, { count: word ?? new Intl.NumberFormat(locale).format(count) });
}

/** A phrase with its first letter in upper case, for use on its own. */
export function capitalised(phrase: string, locale: string): string {
  return phrase.charAt(0).toLocaleUpperCase(locale) + phrase.slice(1);
}

/** A phrase with its first letter in lower case, for use within a sentence: "reads like AI". */
export function withinSentence(phrase: string, { language }: Pick<ReportWords, 'language'>): string {
  return phrase.charAt(0).toLocaleLowerCase(language) + phrase.slice(1);
}

/** The canonical language tag; `undefined` if no language was identified or the tag is invalid. */
export function languageTag(tag: string): string | undefined {
  if (tag === 'und') return undefined;
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined; // a remote service may send anything
  }
}

/** The language's name in the reader's language; `undefined` if no language was identified. */
export function languageName(tag: string, locale: string): string | undefined {
  const language = languageTag(tag);
  if (language === undefined) return undefined;
  // Extensions and private parts have no names.
  return new Intl.DisplayNames(locale, { type: 'language' }).of(new Intl.Locale(language).baseName);
}

/** `21 Nov 2026, 09:30 UTC`; an invalid timestamp is returned unchanged. */
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

/**
 * Shares as whole percentages. They keep the sum of the shares (largest remainder), which is 100 unless a remote
 * service's shares are wrong.
 */
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

/** The format of a score, 0..1: two decimals. */
export function scoreFormat(locale: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** A report's title, or a replacement if it is missing or blank, so that there is something to click. */
export function titleOr(title: string | null, without: string): string {
  const name = withoutDirections(title ?? '');
  return name.trim() === '' ? without : name;
}

/** Unicode's embeddings, overrides and isolates, which change the direction of the text after them. */
const directions = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * Removes direction characters, which could make a name or the text beside it read backwards: `report\u202Efdp.exe`.
 */
export function withoutDirections(name: string): string {
  return name.replace(directions, '');
}

/** JSON with direction characters escaped, so that no line reads backwards. */
export function escapeDirections(json: string): string {
  return json.replace(directions, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`);
}

/** Letters written from right to left. */
const rightToLeft = /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Isolates text from the direction of its surroundings, for plain text without markup. */
export function isolateDirection(text: string): string {
  const plain = withoutDirections(text);
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain;
}

/**
 * The result's reasons in the reader's language if their code is known, otherwise in the service's own sentences. If
 * the service's sentence contains more or fewer numbers than ours, its meaning differs, so it is shown unchanged.
 */
export function reasonsIn(
  result: Pick<Result, 'verdict' | 'reasons'>,
  { reasons }: Pick<ReportWords, 'reasons'>,
): string[] {
  const unjudgeable = unjudgeableReason(result);
  return result.reasons.map(({ code, message }: Reason) => {
    // For a judged text, the same codes mean that only a part was left out.
    const known =
      (code === unjudgeable ? undefined : ownWord(reasons, `${code}.part`)) ?? ownWord(reasons, code);
    const numbers = message.match(/\d+/g) ?? [];
    const wanted = new Set(known?.match(/\{\d\}/g)).size;
    return known === undefined || wanted !== numbers.length
      ? message
      : filled(known, Object.fromEntries(numbers.entries()));
  });
}

/** Reasons that the claim already gives: that the score is undecided, and the side that it leans to. */
const reasonsInClaim: ReadonlySet<string> = new Set(['between', 'near_ai', 'near_human']);

/** The reasons shown beside the claim, without those that the claim already gives. */
export function limitsOf(
  { verdict, reasons }: Pick<Result, 'verdict' | 'reasons'>,
  words: Pick<ReportWords, 'reasons'>,
): string[] {
  const isInClaim = (code = ''): boolean =>
    reasonsInClaim.has(code) || (verdict === 'mixed' && code === 'conflicting_parts');
  return reasonsIn({ verdict, reasons }, words).filter((_, i) => !isInClaim(reasons[i]?.code));
}

/** A style feature's name in the reader's language, or the service's own name. */
export function labelIn(
  { feature, label }: Pick<Evidence, 'feature' | 'label'>,
  { features }: ReportWords,
): string {
  return ownWord(features, feature) ?? label;
}

/** The translation of a service's name, or the name itself. */
export function labelled(words: Readonly<Record<string, string>>, name: string): string {
  return ownWord(words, name) ?? withoutDirections(name);
}

/**
 * How a sentence reads: "reads like AI (moderate)". Sentences that could be either have no strength.
 * @param strength `undefined` for several sentences together.
 */
export function sentenceVerdictText(
  band: Band,
  strength: SentenceStrength | undefined,
  words: Pick<ReportWords, 'language' | 'verdicts' | 'strengths' | 'passages'>,
): string {
  const reads = withinSentence(words.verdicts[band], words);
  if (band === 'uncertain' || strength === undefined) return reads;
  return strength === 'passage' ? words.passages[band] : `${reads} (${words.strengths[strength]})`;
}

/** Looks up only own properties, because a service may send any name, such as `constructor`. */
function ownWord(words: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined;
}
