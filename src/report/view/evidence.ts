import type { Evidence, Report, Result, Span } from '../../api/report.ts';
import { html, type Html } from './html.ts';
import type { Strength } from '../model/sentenceMarks.ts';
import { excerpt, sentenceAt, type Sentence } from '../model/sentences.ts';
import { filled, filledHtml, pluralOf, labelIn, type ReportLanguage } from '../words/words.ts';

const maxQuotes = 3;
/** Items shown at once. The More button opens the others, which have less weight. */
const seenItems = 3;
/** Features that whole sentences show, not single words. */
const ofWholeSentences: ReadonlySet<string> = new Set(['wording_of_newer_models', 'wording_of_people']);
/** The weight of a full bar, in log-odds, unless an item weighs more. */
const fullWeight = 2;
/** In UTF-16 code units. */
const maxQuoteUnits = 60;

/** Both sides of the evidence, so that readers can form their own judgement. */
export function evidenceView(report: Report, sentences: readonly Sentence[], language: ReportLanguage): Html {
  const { evidence: says } = language.words;
  const bySide = evidenceBySide(report);
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
  const sideView = (side: 'ai' | 'human'): Html => {
    const { shown, further } = bySide[side];
    return html`<div class="side ${side}">
      <h3>${says.towards[side]}</h3>
      ${
        shown.length === 0
          ? html`<p class="dim">${says.none}</p>`
          : html`${listView(shown)}${furtherItems(further)}`
      }
    </div>`;
  };
  return html`<section class="evidence ${report.result.verdict}" aria-labelledby="evidence">
    <h2 id="evidence">${says.heading}</h2>
    ${sideView('ai')}${sideView('human')}
  </section>`;
}

/**
 * The evidence for each side that readers can check, by falling weight: the heaviest items, at least one of each side,
 * and separately the others. An item is left out if it has places but none of them can be quoted.
 */
export function evidenceBySide({ content, result }: Pick<Report, 'content' | 'result'>) {
  const itemsFor = (sign: 1 | -1): Evidence[] =>
    result.evidence
      .filter(({ weight, spans }) => weight * sign > 0 && isShowable(content, spans))
      .sort((a, b) => (b.weight - a.weight) * sign);
  const [ai, human] = [itemsFor(1), itemsFor(-1)];
  const byWeight = [...ai, ...human].sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  const ranked = new Set([...ai.slice(0, 1), ...human.slice(0, 1), ...byWeight]);
  const first = new Set([...ranked].slice(0, seenItems));
  const divided = (items: readonly Evidence[]) => ({
    shown: items.filter((item) => first.has(item)),
    further: items.filter((item) => !first.has(item)),
  });
  return { ai: divided(ai), human: divided(human) };
}

const isShowable = (content: string, spans: readonly Span[]): boolean =>
  spans.length === 0 || quotesAt(content, spans).quotes.length > 0;

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
    ${ofWholeSentences.has(evidence.feature) ? sentencesAt(sentences, spans, language) : places(report.content, sentences, evidence, language)}
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
  /** The number of places in the text where they occur, as a text search counts them. */
  places: number;
}

/** An item's quotations and, if they occur more often, a phrase with the number. Whole sentences aren't quoted. */
export function quotesOf(
  content: string,
  { feature, spans }: Evidence,
  { words: { evidence: says, counts }, locale }: ReportLanguage,
): { quotes: Quotes['quotes']; counted: string | undefined } {
  if (ofWholeSentences.has(feature)) return { quotes: [], counted: undefined };
  const { quotes, places } = quotesAt(content, spans);
  const counted = filled(quotes.length === 1 ? says.count : says.countTogether, {
    places: pluralOf(places, counts.places, locale),
  });
  return { quotes, counted: places > quotes.length ? counted : undefined };
}

/** Quotations from an item's places. The result lists only a few places, so their number is counted in the text. */
function quotesAt(content: string, spans: readonly Span[]): Quotes {
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
  evidence: Evidence,
  language: ReportLanguage,
): Html | undefined {
  const { quotes, counted } = quotesOf(content, evidence, language);
  if (quotes.length === 0) return undefined;
  const links = quotes.map(({ start, end, text }) => {
    const quoted = html`<span class="quote"
      >${filledHtml(language.words.quoted, { text: html`<bdi>${text}</bdi>` })}</span
    >`;
    const sentence = sentenceAt(sentences, start);
    if (!sentence) return quoted;
    return html`<a href="#s${sentence.index}" data-start="${start}" data-end="${end}">${quoted}</a>`;
  });
  const listed = links.map((link, i) => (i === 0 ? link : html`, ${link}`));
  return html`<p class="places">${listed}${counted && html` · ${counted}`}</p>`;
}

/** Removes a quotation's own marks, because new ones are added. */
function withoutQuoteMarks(quote: string): string {
  return quote.replace(/^["“„«]+|["”“»]+$/g, '');
}
