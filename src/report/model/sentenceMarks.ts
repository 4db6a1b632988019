import { countBefore } from '../../text/ranges.ts';
import { holdsWords } from '../../text/words.ts';
import { type Band, bandIn } from '../../api/bands.ts';
import type { Evidence, Result, Segment, Span } from '../../api/report.ts';

/** What may be shown of one segment of a report, wherever it is shown: the segments and their scores stay as they are. */

/** A longer segment is no line of these kinds. */
const maxUnits = 400;
/** A line that introduces what follows is a sentence; "Features:" is a label. */
const labelWordsBeforeColon = 5;
/** A sentence that says which licence holds is no longer than this. */
const licenceWords = 30;

const colonEnd = /[:：]\s*$/u;
const copyright =
  /^\W*(?:©|\(c\)|copyright\b|spdx-license-identifier\b|all rights reserved|alle rechte vorbehalten)/iu;
const licence =
  /\b(?:licen[sc]ed?|released|distributed|available|lizenziert|veröffentlicht|steht)\b.*\b(?:under|unter)\b.*\b(?:licen[sc]e|lizenz|mit|apache|bsd|[al]?gpl|mpl|isc|cc[ -]by\S*|creative commons)\b/isu;

/**
 * Whether a segment is a sentence that may be marked. Headings, labels, lists of contents, copyright and licence lines
 * are not: nobody chose their words, and a mark on one reads as a charge.
 * @param content that the segment's offsets are in.
 */
export function isMarkable(content: string, segment: Span): boolean {
  const whole = content.slice(segment.start, segment.end);
  const text = whole.trim();
  if (text.length > maxUnits) return true;
  if (!holdsWords(text) || copyright.test(text)) return false;
  const words = countWordsOfAnyScript(text);
  if (words <= licenceWords && licence.test(text)) return false;
  const start = segment.start + whole.indexOf(text);
  if (!isLabel(content, { start, end: start + text.length }, words)) return true;
  return colonEnd.test(text) && words > labelWordsBeforeColon;
}

/** A heading, a label or an entry of a list of contents is no longer than this. */
const labelWords = 12;
const labelUnits = 90;

/** How a statement ends, in any script, with what may close after it. A question that stands alone is a heading. */
const statementEnd = /[.!…,;。！．、，；۔।॥][\s"'”’»›)\]）」』】*_\p{Extended_Pictographic}]*$/u;

/**
 * Whether a segment is a heading, a label or an entry of a list rather than a sentence: few words, nothing that ends a
 * statement, and nothing else on its lines, no list marker either: readers of documents leave those out. Nobody chose such
 * words as they choose those of a sentence.
 * @param segment without white space around it, in UTF-16 code units of `content`.
 * @param words of the segment.
 */
function isLabel(content: string, { start, end }: Span, words: number): boolean {
  if (end - start > labelUnits || !standsAlone(content, start, end)) return false;
  return !statementEnd.test(content.slice(start, end)) && words <= labelWords;
}

/** Whether nothing else stands on the lines that it begins and ends in. Its offsets leave out white space. */
function standsAlone(content: string, start: number, end: number): boolean {
  let before = start;
  while (before > 0 && isBlank(content[before - 1]!)) before--;
  let after = end;
  while (after < content.length && isBlank(content[after]!)) after++;
  return (
    (before === 0 || isLineEnd(content[before - 1]!)) &&
    (after === content.length || isLineEnd(content[after]!))
  );
}

function isLineEnd(character: string): boolean {
  return character === '\n' || character === '\r';
}

function isBlank(character: string): boolean {
  return !isLineEnd(character) && /\s/.test(character);
}

/** Words between spaces, as `strengthOf` takes them. Scripts without spaces have about three characters to a word. */
function countWordsOfAnyScript(text: string): number {
  const unspaced = text.match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/gu)?.length ?? 0;
  const spaced = text.match(/[^\s\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]+/gu)?.length ?? 0;
  return spaced + Math.ceil(unspaced / 3);
}

export const strengths = ['weak', 'moderate', 'strong'] as const;
export type Strength = (typeof strengths)[number];

/** In fewer words than this a sentence says little of itself: its score is that of the passage around it. */
export const fewWords = 8;

/** How strongly a sentence reads like its band; `passage`: only what is around it does, its own words do not lean there. */
export const sentenceStrengths = ['passage', ...strengths] as const;
export type SentenceStrength = (typeof sentenceStrengths)[number];

/** From which score of its own words on a sentence leans to AI so strongly; to a person by the same distance from 0. */
const ownFrom: Record<Strength, number> = { weak: 0.5, moderate: 0.65, strong: 0.8 };

/** What is known of one sentence. */
export interface ReadSentence extends Pick<Segment, 'score'> {
  /** By its own words alone; `undefined` in older reports and of other services. */
  own_score?: number | undefined;
  words: number;
  /** Whether something in it speaks for its band's side; `undefined` where that was not gathered. */
  hasOwnReason: boolean | undefined;
}

/**
 * How strongly one sentence reads like what its score's band says, in place of a number: to two digits that says more
 * than is known of one sentence. Its score is mostly that of the passage around it, so its strength comes from its own
 * words. It is no stronger than what is claimed of the whole text, and a few words are weak.
 */
export function strengthOf(
  { score, own_score, words, hasOwnReason }: ReadSentence,
  result: Pick<Result, 'verdict' | 'confidence' | 'score'>,
): SentenceStrength {
  const { verdict, confidence } = result;
  const band = bandIn(result, score);
  if (band === 'uncertain') return 'weak';
  const own = strengthByItself(band, own_score, hasOwnReason);
  if (own === 'passage') return own;
  const isAgainst = verdict === { ai: 'human', human: 'ai' }[band];
  if (isAgainst || words < fewWords || confidence === 'low') return 'weak';
  const isSure = confidence === 'high' && verdict !== 'uncertain' && hasOwnReason === true;
  return own === 'strong' && !isSure ? 'moderate' : own;
}

/**
 * The same of a segment of a report.
 * @param reasons as `ownReasonsIn` gives them; `undefined` where they were not gathered.
 */
export function strengthOfSegment(
  content: string,
  segment: Segment,
  result: Pick<Result, 'verdict' | 'confidence' | 'score'>,
  reasons: readonly OwnReason[] | undefined,
): SentenceStrength {
  const hasOwnReason = reasons && hasReasonWithin(reasons, segment, result);
  return strengthOf({ ...segment, words: wordsOf(content, segment), hasOwnReason }, result);
}

/** Orders sentences that read like AI, the strongest first. */
export function strongestFirst(
  a: { strength: SentenceStrength; score: number },
  b: { strength: SentenceStrength; score: number },
): number {
  const rank = ({ strength }: { strength: SentenceStrength }): number => sentenceStrengths.indexOf(strength);
  return rank(b) - rank(a) || b.score - a.score;
}

function strengthByItself(
  band: Exclude<Band, 'uncertain'>,
  own: number | undefined,
  hasOwnReason: boolean | undefined,
): SentenceStrength {
  // Its score alone doesn't tell what of it is the sentence's own.
  if (own === undefined) return hasOwnReason === false ? 'passage' : 'weak';
  const lean = band === 'ai' ? own : 1 - own;
  return strengths.findLast((strength) => lean >= ownFrom[strength]) ?? 'passage';
}

/** Words of a sentence that a reader can check, or all of it, and the feature of its style that they show. */
export interface OwnReason extends Span {
  quote: string;
  evidence: Pick<Evidence, 'feature' | 'label' | 'weight'>;
}

/** A service may send any number of places, and places of any length. */
const maxReasons = 1000;
const maxQuoteUnits = 60;

/** The places of the evidence that can be quoted, in the order of the text: words, not commas. */
export function ownReasonsIn(content: string, evidence: readonly Evidence[]): OwnReason[] {
  return evidence
    .flatMap(({ feature, label, weight, spans }) =>
      spans.flatMap(({ start, end }) => {
        const quote = content.slice(start, Math.min(end, start + maxQuoteUnits)).trim();
        return end <= content.length && holdsWords(quote)
          ? [{ start, end, quote, evidence: { feature, label, weight } }]
          : [];
      }),
    )
    .slice(0, maxReasons)
    .sort((a, b) => a.start - b.start);
}

/** A segment's words, as `strengthOf` takes them. */
export function wordsOf(content: string, { start, end }: Pick<Segment, 'start' | 'end'>): number {
  return countWordsOfAnyScript(content.slice(start, end));
}

/** What of a sentence says how its passage reads. */
export interface PassageSentence {
  readonly score: number;
  readonly words: number;
  readonly isMarkable: boolean;
  /** In UTF-16 code units of the text that was analysed. */
  readonly contentStart: number;
}

/** Further than so many words away nothing is said of a sentence: its score is that of its paragraph, or of part of it. */
const passageWords = 120;

/**
 * How many words around a sentence, its own among them, read as it does: it is their score that it has. At most about
 * `passageWords`.
 * @param at the sentence at a place among all; `undefined` beyond the last.
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
      // One that runs over several blocks is here once for each.
      if (sentence.contentStart !== before.contentStart) beside += sentence.words;
      before = sentence;
    }
    words += beside;
  }
  return words;
}

/** A reason as it stands in one sentence: without a quotation where it is the wording of the whole sentence. */
export interface SentenceReason {
  quote: string | null;
  evidence: OwnReason['evidence'];
}

/** What of a sentence speaks for the side that it reads like, or for both where it could be either. */
export function reasonsWithin(
  reasons: readonly OwnReason[],
  { start, end, score }: Segment,
  result: Pick<Result, 'verdict' | 'score'>,
): SentenceReason[] {
  const band = bandIn(result, score);
  return reasons
    .filter(
      (reason) =>
        reason.start >= start &&
        reason.start < end &&
        (band === 'uncertain' || reason.evidence.weight > 0 === (band === 'ai')),
    )
    .map(({ quote, evidence, ...place }) => ({
      quote: place.start === start && place.end >= end ? null : quote,
      evidence,
    }));
}

/**
 * Whether something in a sentence speaks for the side that it reads like. Takes logarithmic time.
 * @param reasons in the order of the text.
 */
function hasReasonWithin(
  reasons: readonly OwnReason[],
  sentence: Pick<Segment, 'start' | 'end' | 'score'>,
  result: Pick<Result, 'verdict' | 'score'>,
): boolean {
  const from = countBefore(reasons, ({ start }) => start < sentence.start);
  const to = countBefore(reasons, ({ start }) => start < sentence.end);
  return reasonsWithin(reasons.slice(from, to), sentence, result).length > 0;
}

/** So many features of the style are named, and so many places of each quoted. */
const maxFeatures = 3;
const maxQuotes = 3;

/** The features that weigh most in a sentence, each with a few quotations, or none where the whole of it is meant. */
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
