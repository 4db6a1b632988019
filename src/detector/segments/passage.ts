import { sumStyleFeatures, type StyleFeatureSums } from '../features/styleFeatures.ts';
import { servedLanguage } from '../language.ts';
import { firstTokensOf, countInSentences } from './sentenceCounts.ts';
import { kindLogits } from '../model/kinds.ts';
import type { Model } from '../model/model.ts';
import { normalise, noText, type Normalised } from '../normalise/normalise.ts';
import { divide, type Part } from './parts.ts';
import { tokenWeights, scoreTokens, sumSentences, type TokenWeights } from '../model/score.ts';
import { findSentences } from './sentences.ts';
import { finish } from '../steps.ts';
import { noTokens, tokenise, type Tokens } from '../features/tokens.ts';

/** What is kept of a passage: all that its own text says, whatever stands around it. */
export interface PassageAnalysis {
  /** Zero-width and similar characters inside words. */
  hidden: number;
  /** Letters of other alphabets inside Latin words. */
  lookalikes: number;
  oddSpaces: number;
  markedLetters: number;
  parts: PartAnalysis[];
}

export interface PartAnalysis extends Omit<Part, 'from' | 'to'> {
  words: number;
  /** Of each sentence, as offsets in the passage's text, end exclusive. */
  starts: readonly number[];
  ends: readonly number[];
  /** What the model makes of it; null for what is certainly no prose in a language served. */
  score: PartScore | null;
}

export interface PartScore {
  logit: number;
  /** The logit of each kind of text, in the order of `model.kinds`. */
  kinds: readonly number[];
  /** Of each sentence: its words and, by family, what `SentenceSums` holds. */
  words: readonly number[];
  sums: readonly (readonly number[])[];
  squares: readonly (readonly number[])[];
  styleFeatures: StyleFeatureSums;
}

const sampleUnits = 600;

// Scratch space, reused: a call runs to its end before another can start.
let normal = noText();
let weights: TokenWeights = { sums: [], squares: [] };
const tokens = noTokens();

/** Analyses a passage by itself. The work is bounded by the length of a passage, so it makes no pause. */
export function analysePassage(text: string, model: Model): PassageAnalysis {
  normal = finish(normalise(text, normal));
  finish(tokenise(normal, tokens));
  const sentences = findSentences(text);
  const firstTokens = firstTokensOf(normal, tokens, sentences);
  const counts = countInSentences(normal, tokens, firstTokens);
  const parts = divide(counts, (from, to) => sample(normal, tokens, firstTokens[from]!, firstTokens[to]!));
  const analysis = {
    hidden: normal.hidden,
    lookalikes: normal.lookalikes,
    oddSpaces: normal.oddSpaces,
    markedLetters: normal.markedLetters,
    parts: parts.map(({ from, to, ...part }) => {
      const words = counts.words.slice(from, to);
      const leftOut = part.certain && (part.kind === 'code' || part.language !== servedLanguage);
      return {
        ...part,
        words: words.reduce((sum, count) => sum + count, 0),
        starts: sentences.starts.slice(from, to),
        ends: sentences.ends.slice(from, to),
        score: leftOut ? null : scorePart(model, normal, tokens, firstTokens.subarray(from, to + 1), words),
      };
    }),
  };
  // The slice would hold the whole document in memory until the next one comes.
  normal.text = '';
  return analysis;
}

/** The plain text of tokens `from` to `to` (exclusive), or the middle of it, where titles and lists are rarer. */
function sample({ units }: Normalised, tokens: Tokens, from: number, to: number): string {
  if (from >= to) return '';
  const start = tokens.starts[from]!;
  const end = tokens.ends[to - 1]!;
  const middle = Math.max(start, (start + end - sampleUnits) >> 1);
  return String.fromCharCode(...units.subarray(middle, Math.min(end, middle + sampleUnits)));
}

/** @param firstTokens the first token of each sentence of the part, and the token past its end. */
function scorePart(
  model: Model,
  text: Normalised,
  tokens: Tokens,
  firstTokens: Uint32Array,
  words: readonly number[],
): PartScore {
  const from = firstTokens[0]!;
  const to = firstTokens.at(-1)!;
  weights = tokenWeights(model, tokens.count, weights);
  const logit = scoreTokens(model, text, tokens, from, to, weights);
  return {
    logit,
    kinds: kindLogits(model.kinds, tokens, from, to),
    words,
    ...sumSentences(weights, firstTokens),
    styleFeatures: sumStyleFeatures(model, text, tokens, from, to, weights),
  };
}
