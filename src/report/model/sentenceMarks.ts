import { countBefore } from '../../text/ranges.ts';
import { hasWords } from '../../text/words.ts';
import { type Band, bandIn } from '../../api/bands.ts';
import type { Evidence, Result, Segment, Span } from '../../api/report.ts';

/** Decides how to show each segment of a report. Segments and their scores are not changed. */

/** A longer segment can always be marked. */
const maxUnits = 400;
/** A line with more words before its final colon is a sentence; "Features:" is a label. */
const labelWordsBeforeColon = 5;
/** A longer sentence about a licence is not a licence line. */
const licenceWords = 30;

const colonEnd = /[:：]\s*$/u;
const copyright =
  /^\W*(?:©|\(c\)|copyright\b|spdx-license-identifier\b|all rights reserved|alle rechte vorbehalten)/iu;
const licence =
  /\b(?:licen[sc]ed?|released|distributed|available|lizenziert|veröffentlicht|steht)\b.*\b(?:under|unter)\b.*\b(?:licen[sc]e|lizenz|mit|apache|bsd|[al]?gpl|mpl|isc|cc[ -]by\S*|creative commons)\b/isu;

/**
 * Whether a segment is a sentence that may be marked. Headings, labels, tables of contents, copyright and licence
 * lines may not: their authors hardly choose the words, so a mark would be an unfounded accusation.
 * @param content the text that the segment's offsets refer to.
 */
export function isMarkable(content: string, segment: Span): boolean {
  const whole = content.slice(segment.start, segment.end);
  const text = whole.trim();
  if (text.length > maxUnits) return true;
  if (!hasWords(text) || copyright.test(text)) return false;
  const words = countWordsOfAnyScript(text);
  if (words <= licenceWords && licence.test(text)) return false;
  const start = segment.start + whole.indexOf(text);
  if (!isLabel(content, { start, end: start + text.length }, words)) return true;
  return colonEnd.test(text) && words > labelWordsBeforeColon;
}

/** The most words of a heading, label or entry in a table of contents. */
const labelWords = 12;
const labelUnits = 90;

/**
 * The end of a statement in any script, with closing characters. Question marks are left out, because a question on
 * its own line counts as a heading.
 */
const statementEnd = /[.!…,;。！．、，；۔।॥][\s"'”’»›)\]）」』】*_\p{Extended_Pictographic}]*$/u;

/**
 * Whether a segment is a heading, label or list entry instead of a sentence: it has few words, doesn't end like a
 * statement, and is alone on its lines. (There are no list markers, because the readers of documents remove them.)
 * Such words are not chosen as freely as a sentence's.
 * @param segment without surrounding white space, in UTF-16 code units of `content`.
 * @param words of the segment.
 */
function isLabel(content: string, { start, end }: Span, words: number): boolean {
  if (end - start > labelUnits || !isAloneOnLines(content, start, end)) return false;
  return !statementEnd.test(content.slice(start, end)) && words <= labelWords;
}

const lineStart = /(?<=(?:^|[\r\n])[^\S\r\n]*)/y;
const lineEnd = /[^\S\r\n]*(?:[\r\n]|$)/y;

/** Whether nothing else is on the segment's first and last line. Its offsets exclude white space. */
function isAloneOnLines(content: string, start: number, end: number): boolean {
  lineStart.lastIndex = start;
  lineEnd.lastIndex = end;
  return lineStart.test(content) && lineEnd.test(content);
}

/** Words between spaces, as `strengthOf` expects. In scripts without spaces, three characters count as a word. */
function countWordsOfAnyScript(text: string): number {
  const unspaced = text.match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/gu)?.length ?? 0;
  const spaced = text.match(/[^\s\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]+/gu)?.length ?? 0;
  return spaced + Math.ceil(unspaced / 3);
}

export const strengths = ['weak', 'moderate', 'strong'] as const;
export type Strength = (typeof strengths)[number];

/** A shorter sentence shows little on its own, because its score is that of the passage around it. */
export const fewWords = 8;

/** How strongly a sentence reads like its band. `passage` means that only the text around it does. */
export const sentenceStrengths = ['passage', ...strengths] as const;
export type SentenceStrength = (typeof sentenceStrengths)[number];

/** The lowest own score of a sentence that leans towards AI this strongly. Towards a person, 1 minus the score counts. */
const ownFrom: Record<Strength, number> = { weak: 0.5, moderate: 0.65, strong: 0.8 };

/** What is known about a sentence. */
export interface ReadSentence extends Pick<Segment, 'score'> {
  /** The score of its own words alone; `undefined` in older reports and in those of other services. */
  own_score?: number | undefined;
  words: number;
  /** Whether the sentence has evidence for its band's side; `undefined` if none was collected. */
  hasOwnReason: boolean | undefined;
}

/**
 * How strongly a sentence reads like its score's band, in words: a number would suggest too much precision. The
 * score is mostly that of the passage, so the strength comes from the sentence's own words. It is never stronger
 * than the claim about the whole text, and a sentence of a few words is weak.
 */
export function strengthOf(
  { score, own_score, words, hasOwnReason }: ReadSentence,
  result: Pick<Result, 'verdict' | 'confidence' | 'score'>,
): SentenceStrength {
  const { verdict, confidence } = result;
  const band = bandIn(result, score);
  if (band === 'uncertain') return 'weak';
  const own = strengthByOwnWords(band, own_score, hasOwnReason);
  if (own === 'passage') return own;
  const isAgainst = verdict === { ai: 'human', human: 'ai' }[band];
  if (isAgainst || words < fewWords || confidence === 'low') return 'weak';
  const isSure = confidence === 'high' && verdict !== 'uncertain' && hasOwnReason === true;
  return own === 'strong' && !isSure ? 'moderate' : own;
}

/**
 * As `strengthOf`, but for a segment of a report.
 * @param reasons from `ownReasonsIn`; `undefined` if none were collected.
 */
export function strengthOfSegment(
  content: string,
  segment: Segment,
  result: Pick<Result, 'verdict' | 'confidence' | 'score'>,
  reasons: readonly OwnReason[] | undefined,
): SentenceStrength {
  const hasOwnReason = reasons && reasonsWithin(reasons, segment, result).length > 0;
  return strengthOf({ ...segment, words: segmentWordCount(content, segment), hasOwnReason }, result);
}

/** Orders sentences that read like AI, strongest first. */
export function strongestFirst(
  a: { strength: SentenceStrength; score: number },
  b: { strength: SentenceStrength; score: number },
): number {
  const rank = ({ strength }: { strength: SentenceStrength }): number => sentenceStrengths.indexOf(strength);
  return rank(b) - rank(a) || b.score - a.score;
}

function strengthByOwnWords(
  band: Exclude<Band, 'uncertain'>,
  own: number | undefined,
  hasOwnReason: boolean | undefined,
): SentenceStrength {
  // The score alone doesn't show how much of it comes from the sentence itself.
  if (own === undefined) return hasOwnReason === false ? 'passage' : 'weak';
  const lean = band === 'ai' ? own : 1 - own;
  return strengths.findLast((strength) => lean >= ownFrom[strength]) ?? 'passage';
}

/** A quotation that readers can check, and the style feature that it shows. */
export interface OwnReason extends Span {
  quote: string;
  evidence: Pick<Evidence, 'feature' | 'label' | 'weight'>;
}

/** A service may send any number of places of any length. */
const maxReasons = 1000;
const maxQuoteUnits = 60;

/** The evidence that can be quoted (words, not commas), in the order of the text. */
export function ownReasonsIn(content: string, evidence: readonly Evidence[]): OwnReason[] {
  return evidence
    .flatMap(({ feature, label, weight, spans }) =>
      spans.flatMap(({ start, end }) => {
        const quote = content.slice(start, Math.min(end, start + maxQuoteUnits)).trim();
        return end <= content.length && hasWords(quote)
          ? [{ start, end, quote, evidence: { feature, label, weight } }]
          : [];
      }),
    )
    .slice(0, maxReasons)
    .sort((a, b) => a.start - b.start);
}

/** A segment's word count, as `strengthOf` expects. */
export function segmentWordCount(content: string, { start, end }: Pick<Segment, 'start' | 'end'>): number {
  return countWordsOfAnyScript(content.slice(start, end));
}

/** The facts about a sentence that show how its passage reads. */
export interface PassageSentence {
  readonly score: number;
  readonly words: number;
  readonly isMarkable: boolean;
  /** In UTF-16 code units of the analysed text. */
  readonly contentStart: number;
}

/** Text farther away doesn't affect a sentence, because its score is that of its paragraph or a part of it. */
const passageWords = 120;

/**
 * The number of words in and around a sentence that read the same and so share its score; at most about
 * `passageWords`.
 * @param at returns the sentence at an index; `undefined` after the last.
 */
export function passageWordsAt(
  index: number,
  at: (index: number) => PassageSentence | undefined,
  result: Pick<Result, 'verdict' | 'score'>,
): number {
  const own = at(index)!;
  const band = bandIn(result, own.score);
  let words = own.words;
  for (const step of [-1, 1]) {
    let beside = 0;
    let before = own;
    for (let i = index + step; beside < passageWords / 2; i += step) {
      const sentence = at(i);
      if (!sentence?.isMarkable || bandIn(result, sentence.score) !== band) break;
      // A sentence that spans several blocks appears once for each.
      if (sentence.contentStart !== before.contentStart) beside += sentence.words;
      before = sentence;
    }
    words += beside;
  }
  return words;
}

/** A reason within one sentence. It has no quotation if the wording of the whole sentence is the reason. */
export interface SentenceReason {
  quote: string | null;
  evidence: OwnReason['evidence'];
}

/**
 * The reasons for the side that a sentence reads like, or for both sides if it could be either. Takes logarithmic time.
 * @param reasons in the order of the text.
 */
export function reasonsWithin(
  reasons: readonly OwnReason[],
  { start, end, score }: Pick<Segment, 'start' | 'end' | 'score'>,
  result: Pick<Result, 'verdict' | 'score'>,
): SentenceReason[] {
  const band = bandIn(result, score);
  const from = countBefore(reasons, (reason) => reason.start < start);
  const to = countBefore(reasons, (reason) => reason.start < end);
  return reasons
    .slice(from, to)
    .filter(({ evidence }) => band === 'uncertain' || evidence.weight > 0 === (band === 'ai'))
    .map(({ quote, evidence, ...place }) => ({
      quote: place.start === start && place.end >= end ? null : quote,
      evidence,
    }));
}

/** The most features named, and the most quotations of each. */
const maxFeatures = 3;
const maxQuotes = 3;

/**
 * The strongest features of a sentence, each with a few quotations. A feature that the whole sentence shows has no
 * quotations.
 */
export function mainReasons(
  reasons: readonly SentenceReason[],
): { evidence: OwnReason['evidence']; quotes: string[] }[] {
  return [...Map.groupBy(reasons, ({ evidence }) => evidence.feature).values()]
    .map((same) => ({
      evidence: same[0]!.evidence,
      quotes: [...new Set(same.flatMap(({ quote }) => quote ?? []))].slice(0, maxQuotes),
    }))
    .sort((a, b) => Math.abs(b.evidence.weight) - Math.abs(a.evidence.weight))
    .slice(0, maxFeatures);
}
