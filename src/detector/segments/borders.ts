import type { Model } from '../model/model.ts';
import { sentenceContributions, type SentenceSums } from '../model/score.ts';
import { type Voice, voices } from '../model/voices.ts';
import { bestLabels } from './viterbi.ts';

/** The cost of a change of writer, in units of evidence. */
const changeCost = 3;
/** A part with fewer words is too short to attribute to a writer. */
const minWords = 60;

/** Levels of evidence per word that are tried as the border between human and AI text. */
const levels = {
  chat: [-0.02, 0, 0.02, 0.04],
  plain: [0.03, 0.07, 0.11, 0.15],
} as const satisfies Record<Voice, readonly number[]>;

/**
 * For each sentence, 1 if the evidence of either voice suggests that the writer changes there, otherwise 0. For each
 * level, sentences above and below it are separated. Each change has a cost, so that neighbours stay together. The time
 * grows in proportion to the number of sentences.
 */
export function bordersOf(model: Pick<Model, 'families'>, sums: SentenceSums): Uint8Array {
  const borders = new Uint8Array(sums.words.length);
  for (const voice of voices) {
    const evidence = evidenceOf(model, voice, sums);
    for (const level of levels[voice]) {
      const above = bestLabels(evidence.length, 2, changeCost, (s, isAbove) =>
        isAbove === 1 ? evidence[s]! - sums.words[s]! * level : 0,
      );
      ignoreShortParts(above, sums.words);
      for (let s = 1; s < above.length; s++) if (above[s] !== above[s - 1]) borders[s] = 1;
    }
  }
  return borders;
}

/**
 * For each sentence, the contribution to a voice's logit, scaled so that the document's n-grams have length 1 per
 * word.
 */
function evidenceOf(model: Pick<Model, 'families'>, voice: Voice, sums: SentenceSums): Float64Array {
  const root = Math.sqrt(sums.words.reduce((sum, count) => sum + count, 0));
  return sentenceContributions(model, voice, sums).map((add) => add * root);
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
