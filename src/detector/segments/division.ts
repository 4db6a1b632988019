/**
 * People and AI differ in level, the evidence per word: normally distributed over texts of genres that the model had
 * not seen. Around its level a text's evidence scatters like white noise: stretches of 120 words by no more than
 * single sentences do, for each root of a word. Figures that are a third off change hardly anything (lab/training/README.md).
 */
const noise = 0.38;
const humanLevel = { mean: -0.05, spread: 0.03 };
const aiLevel = { mean: 0.05, spread: 0.045 };

/** Levels that are tried as the border between the two, and what a change of writer costs, in evidence. */
const borders = [-0.02, 0, 0.02, 0.04];
const changePrice = 3;
/** What each change beyond one part put into the other must add to the log-likelihood. */
const furtherChangePrice = 5;
/** Fewer words than these are too few to tell who wrote them. */
const minWords = 60;

/** A document told apart into what reads like an AI's and what reads like a person's. */
export interface Division {
  /** 1 for each sentence of the AI's parts, else 0. */
  isAi: Uint8Array;
  /** Log-likelihood gained over one writer for all of it. */
  gain: number;
}

/**
 * The best division of a document in which both parts have at least 60 words, or null if there is none. For each of a
 * few borders between the levels, dynamic programming finds the sentences above it, a price on every change keeping
 * parts in one piece (a two-state Viterbi smoother). Of these divisions the one kept explains the evidence best
 * under a level of its own for each of the two writers, integrated out; its gain is against one writer alone.
 * Linear in sentences.
 */
export function divide(evidence: Float64Array, words: Uint32Array): Division | null {
  let allEvidence = 0;
  let allWords = 0;
  evidence.forEach((value, s) => {
    allEvidence += value;
    allWords += words[s]!;
  });
  const oneWriter = Math.max(
    logLikelihood(allEvidence, allWords, humanLevel),
    logLikelihood(allEvidence, allWords, aiLevel),
  );
  let best: Division | null = null;
  for (const border of borders) {
    const isAi = aboveBorder(evidence, words, border);
    quietShortParts(isAi, words);
    let aiEvidence = 0;
    let aiWords = 0;
    let changes = 0;
    isAi.forEach((state, s) => {
      if (state === 1) {
        aiEvidence += evidence[s]!;
        aiWords += words[s]!;
      }
      if (s > 0 && state !== isAi[s - 1]) changes++;
    });
    if (aiWords < minWords || allWords - aiWords < minWords) continue;
    const gain =
      logLikelihood(aiEvidence, aiWords, aiLevel) +
      logLikelihood(allEvidence - aiEvidence, allWords - aiWords, humanLevel) -
      oneWriter -
      furtherChangePrice * Math.max(0, changes - 2);
    if (best === null || gain > best.gain) best = { isAi, gain };
  }
  return best;
}

/**
 * Log-likelihood of the evidence in so many words by a writer whose level is normally distributed, without the terms
 * that all divisions share.
 */
function logLikelihood(evidence: number, words: number, { mean, spread }: typeof humanLevel): number {
  const precision = words / noise ** 2;
  const prior = 1 / spread ** 2;
  const weighted = evidence / noise ** 2 + mean * prior;
  return (weighted ** 2 / (precision + prior) - mean ** 2 * prior - Math.log(1 + precision / prior)) / 2;
}

/** 1 for the sentences that are best counted as above the border when every change costs. */
function aboveBorder(evidence: Float64Array, words: Uint32Array, border: number): Uint8Array {
  const count = evidence.length;
  // Bit 0: the best way to `below` at this sentence came from `above`; bit 1: the best way to `above` from `below`.
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
    above += evidence[s]! - words[s]! * border;
  }
  const states = new Uint8Array(count);
  let state = above > below ? 1 : 0;
  for (let s = count - 1; s >= 0; s--) {
    states[s] = state;
    if ((changed[s]! >> state) & 1) state = 1 - state;
  }
  return states;
}

/** Counts an AI's parts of fewer than 60 words as the person's. */
function quietShortParts(isAi: Uint8Array, words: Uint32Array): void {
  let start = 0;
  let inPart = 0;
  for (let s = 0; s <= isAi.length; s++) {
    if (isAi[s] === 1) {
      inPart += words[s]!;
      continue;
    }
    if (inPart < minWords) isAi.fill(0, start, s);
    start = s + 1;
    inPart = 0;
  }
}
