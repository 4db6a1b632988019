import type { Evidence, Report, Result, Span } from '../../api/report.ts';
import { html, type Html } from './html.ts';
import type { Strength } from '../model/sentenceMarks.ts';
import { excerpt, sentenceAt, type Sentence } from '../model/sentences.ts';
import { filled, filledHtml, pluralOf, labelIn, type ReportLanguage } from '../words/words.ts';

const maxQuotes = 3;
/** Items shown at once. More* opens the others, which have less weight. */
const seenItems = 3;
/** Features shown by whole sentences, not by single words. */
const ofWholeSentences: ReadonlySet<string> = new Set(['wording_of_newer_models', 'wording_of_people']);
/** The weight, in log-odds, that fills a bar unless an item weighs more. */
const fullWeight = 2;
/** In UTF-16 code units. */
const maxQuoteUnits = 60;

/** Both sides of the evidence, the one with more weight first, so that readers can form their own judgement. */
export function evidenceView(report: Report, sentences: readonly Sentence[], language: ReportLanguage): Html {
  const { evidence: says } = language.words;
  const seen = shownAtOnce(report);
  const full = report.result.evidence.reduce(
    (max, { weight }) => Math.max(max, Math.abs(weight)),
    fullWeight,
  );
  const listView = (items: readonly Evidence[]): Html =>
    html`<ul>
      ${items.map((item) => evidenceItem(report, sentences, item, full, language))}
    </ul>`;
  const furtherItems = (items: readonly Evidence[]): Html | undefined =>
    items.length === 0
      ? undefined
      : html`<details>
          <summary>${filled(says.more, { count: items.length })}</summary>
          ${listView(items)}
        </details>`;
  const sideView = (band: 'ai' | 'human'): Html => {
    const items = evidenceFor(band, report);
    const isShownAtOnce = (item: Evidence): boolean => seen.has(item);
    return html`<div class="side ${band}">
      <h3>${says.towards[band]}</h3>
      ${
        items.length === 0
          ? html`<p class="dim">${says.none}</p>`
          : html`${listView(items.filter(isShownAtOnce))}${furtherItems(items.filter((item) => !isShownAtOnce(item)))}`
      }
    </div>`;
  };
  return html`<section class="evidence ${report.result.verdict}" aria-labelledby="evidence">
    <h2 id="evidence">${says.heading}</h2>
    ${sideView('ai')}${sideView('human')}
  </section>`;
}

/** The evidence for one side, by falling weight. */
export function evidenceFor(
  side: 'ai' | 'human',
  { content, result }: Pick<Report, 'content' | 'result'>,
): Evidence[] {
  const sign = side === 'ai' ? 1 : -1;
  return result.evidence
    .filter(({ weight, spans }) => weight * sign > 0 && isShowable(content, spans))
    .sort((a, b) => (b.weight - a.weight) * sign);
}

/** Whether an item can be checked. It is hidden if it has places but none of them can be quoted. */
function isShowable(content: string, spans: readonly Span[]): boolean {
  return spans.length === 0 || quotesOf(content, spans).quotes.length > 0;
}

/** The items with the most weight, with at least one for each side. */
export function shownAtOnce(report: Pick<Report, 'content' | 'result'>): ReadonlySet<Evidence> {
  const [ai, human] = [evidenceFor('ai', report), evidenceFor('human', report)];
  const byWeight = [...ai, ...human].sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  const ranked = new Set([...ai.slice(0, 1), ...human.slice(0, 1), ...byWeight]);
  return new Set([...ranked].slice(0, seenItems));
}

/** Whether an item is shown by whole sentences instead of quotations. */
export function isOfWholeSentences({ feature }: Pick<Evidence, 'feature'>): boolean {
  return ofWholeSentences.has(feature);
}

function evidenceItem(
  report: Report,
  sentences: readonly Sentence[],
  evidence: Evidence,
  full: number,
  language: ReportLanguage,
): Html {
  const { weight, spans } = evidence;
  const { words } = language;
  const share = Math.abs(weight) / full;
  return html`<li>
    <span class="label"><bdi>${labelIn(evidence, words)}</bdi></span>
    <span class="strength">${words.strengths[evidenceStrength(weight, report.result)]}</span>
    <svg class="weight" aria-hidden="true"><rect width="${(share * 100).toFixed(1)}%" height="100%" /></svg>
    ${isOfWholeSentences(evidence) ? sentencesAt(sentences, spans, language) : places(report.content, sentences, spans, language)}
  </li>`;
}

/**
 * The strength of log-odds in words: 1 multiplies the odds by 2.7, 0.4 by 1.5. As with sentences, it is never
 * stronger than the claim about the whole text, so without a verdict nothing is strong.
 */
export function evidenceStrength(weight: number, { verdict }: Pick<Result, 'verdict'>): Strength {
  if (Math.abs(weight) >= 1 && verdict !== 'uncertain') return 'strong';
  return Math.abs(weight) >= 0.4 ? 'moderate' : 'weak';
}

/** Quotations that show a style feature. */
interface Quotes {
  /** Each quotation once, at the first place where it is evidence. */
  quotes: (Span & { text: string })[];
  /** The number of places in the text where they occur, as a search would find. */
  places: number;
}

/** Quotations from an item's places. The result lists only a few places, so their number is counted in the text. */
export function quotesOf(content: string, spans: readonly Span[]): Quotes {
  const quotes = new Map<string, Span & { text: string }>();
  const named = new Map<string, number>();
  for (const { start, end } of spans) {
    const text = withoutQuoteMarks(excerpt(content.slice(start, end), maxQuoteUnits));
    const key = text.toLowerCase();
    if (quotes.size === maxQuotes && !quotes.has(key)) continue;
    if (text === '') continue;
    named.set(key, (named.get(key) ?? 0) + 1);
    if (!quotes.has(key)) quotes.set(key, { start, end, text });
  }
  const searched = content.toLowerCase();
  const places = [...named].map(([words, known]) => Math.max(known, countWholeWords(searched, words)));
  return { quotes: [...quotes.values()], places: places.reduce((sum, count) => sum + count, 0) };
}

const startsAsWord = /^[\p{L}\p{N}]/u;
const endsAsWord = /[\p{L}\p{N}]$/u;

/** Counts the words in the text, except within other words. */
function countWholeWords(text: string, words: string): number {
  const wordBefore = startsAsWord.test(words);
  const wordAfter = endsAsWord.test(words);
  let count = 0;
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length)) {
    const end = at + words.length;
    if (wordBefore && endsAsWord.test(text.slice(Math.max(0, at - 2), at))) continue;
    if (wordAfter && startsAsWord.test(text.slice(end, end + 2))) continue;
    count++;
  }
  return count;
}

/** The sentences that show an item. */
function sentencesAt(
  sentences: readonly Sentence[],
  spans: readonly Span[],
  { words, locale }: ReportLanguage,
): Html | undefined {
  const found = new Set(spans.map(({ start }) => sentenceAt(sentences, start)));
  const links = [...found]
    .filter((sentence) => sentence !== undefined)
    .slice(0, maxQuotes)
    .map(
      ({ index, start, end }) =>
        html`<a href="#s${index}" data-start="${start}" data-end="${end}">${index + 1}</a>`,
    );
  if (links.length === 0) return undefined;
  const listed = html`${links.map((link, i) => (i === 0 ? link : html`, ${link}`))}`;
  return html`<p class="places">
    ${filledHtml(pluralOf(links.length, words.evidence.wholeSentences, locale), { sentences: listed })}
  </p>`;
}

function places(
  content: string,
  sentences: readonly Sentence[],
  spans: Evidence['spans'],
  language: ReportLanguage,
): Html | undefined {
  const { quotes, places: count } = quotesOf(content, spans);
  if (quotes.length === 0) return undefined;
  const links = quotes.map(({ start, end, text }) => {
    const quoted = html`<span class="quote"
      >${filledHtml(language.words.quoted, { text: html`<bdi>${text}</bdi>` })}</span
    >`;
    const sentence = sentenceAt(sentences, start);
    if (!sentence) return quoted;
    return html`<a href="#s${sentence.index}" data-start="${start}" data-end="${end}">${quoted}</a>`;
  });
  const counted =
    count > quotes.length ? html` · ${countInWords(quotes.length, count, language)}` : undefined;
  return html`<p class="places">${links.map((link, i) => (i === 0 ? link : html`, ${link}`))}${counted}</p>`;
}

/** The number of places where the quotations occur, in words. */
export function countInWords(quotes: number, count: number, { words, locale }: ReportLanguage): string {
  const { evidence, counts } = words;
  return filled(quotes === 1 ? evidence.count : evidence.countTogether, {
    places: pluralOf(count, counts.places, locale),
  });
}

/** Removes a quotation's own marks, because new ones are added. */
function withoutQuoteMarks(quote: string): string {
  return quote.replace(/^["“„«]+|["”“»]+$/g, '');
}
