import { sentenceContributions } from '../model/score.ts';
import { type Voice, voices } from '../model/voices.ts';
import type { Calibrated, SentenceSums } from './sentenceSums.ts';

/** The cost of a change of writer, in evidence. */
const changePrice = 3;
/** Parts with fewer words are too short to attribute. */
const minWords = 60;

/** The levels of evidence per word tried as the border between human and AI text. */
const levels = {
  chat: [-0.02, 0, 0.02, 0.04],
  plain: [0.03, 0.07, 0.11, 0.15],
} as const satisfies Record<Voice, readonly number[]>;

/**
 * 1 for each sentence at which the evidence of either voice may change sides, else 0. For each level, dynamic
 * programming finds the sentences above it, where a cost for each change keeps parts together (a two-state Viterbi
 * smoother). Linear in sentences.
 */
export function bordersOf(model: Pick<Calibrated, 'families'>, sums: SentenceSums): Uint8Array {
  const borders = new Uint8Array(sums.words.length);
  for (const voice of voices) {
    const evidence = evidenceOf(model, voice, sums);
    for (const level of levels[voice]) {
      const above = sentencesAbove(evidence, sums.words, level);
      ignoreShortParts(above, sums.words);
      for (let s = 1; s < above.length; s++) if (above[s] !== above[s - 1]) borders[s] = 1;
    }
  }
  return borders;
}

/** Each sentence's contribution to a voice's logit, with the document's n-grams scaled to length 1 per word. */
function evidenceOf(model: Pick<Calibrated, 'families'>, voice: Voice, sums: SentenceSums): Float64Array {
  const allWords = sums.words.reduce((sum, count) => sum + count, 0);
  const root = Math.sqrt(allWords);
  return sentenceContributions(model, voice, sums, sums.words.length).map((add) => add * root);
}

/** 1 for the sentences above the level in the best labelling, given the cost of changes. */
function sentencesAbove(evidence: Float64Array, words: Uint32Array, level: number): Uint8Array {
  const count = evidence.length;
  // Bit 0: the best path to `below` came from `above`; bit 1: the best path to `above` came from `below`.
  const changed = new Uint8Array(count);
  let below = 0;
  let above = 0;
  for (let s = 0; s < count; s++) {
    const toBelow = s > 0 && above - changePrice > below;
    const toAbove = s > 0 && below - changePrice > above;
    changed[s] = (toBelow ? 1 : 0) | (toAbove ? 2 : 0);
    const from = below;
    if (toBelow) below = above - changePrice;
    if (toAbove) above = from - changePrice;
    above += evidence[s]! - words[s]! * level;
  }
  const states = new Uint8Array(count);
  let state = above > below ? 1 : 0;
  for (let s = count - 1; s >= 0; s--) {
    states[s] = state;
    if ((changed[s]! >> state) & 1) state = 1 - state;
  }
  return states;
}

/** Relabels parts above the level with fewer than 60 words as below. */
function ignoreShortParts(above: Uint8Array, words: Uint32Array): void {
  let start = 0;
  let inPart = 0;
  for (let s = 0; s <= above.length; s++) {
    if (above[s] === 1) {
      inPart += words[s]!;
      continue;
    }
    if (inPart < minWords) above.fill(0, start, s);
    start = s + 1;
    inPart = 0;
  }
}
