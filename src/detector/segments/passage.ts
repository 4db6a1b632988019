import { sumStyleFeatures, type StyleFeatureSums } from '../features/styleFeatures.ts';
import { english, identifyLanguage } from '../language.ts';
import { kindLogits } from '../model/kinds.ts';
import { modelFor, type Model } from '../model/model.ts';
import { type Disguises, normalise, noText, type Normalised } from '../normalise/normalise.ts';
import {
  noTokenWeights,
  scoreTokens,
  sentenceContributions,
  type SentenceSums,
  sumSentences,
  tokenWeights,
} from '../model/score.ts';
import type { ByVoice } from '../model/voices.ts';
import { findSentences, type Sentences } from './sentences.ts';
import { noTokens, tokenise, type Tokens, wordKind } from '../features/tokens.ts';
import { isAsciiLetter } from '../../text/characters.ts';
import { isLetter } from '../normalise/characters.ts';

/** The analysis of a passage, which is stored and doesn't depend on the text around it. */
export interface PassageAnalysis extends Disguises {
  parts: PartAnalysis[];
  /** The language assumed for parts too short to identify; null if there are none. */
  assumed: string | null;
}

export interface PartAnalysis extends Omit<Part, 'from' | 'to'> {
  words: number;
  /** Sentence boundaries as offsets in the passage's text, end exclusive. */
  starts: readonly number[];
  ends: readonly number[];
  /** The score by the model of its language; null for code and unsupported languages. */
  score: PartScore | null;
}

export interface PartScore {
  /** BCP 47 tag of the model that scored it. */
  language: string;
  logits: ByVoice<number>;
  /** The logit of each kind of text, in the order of `model.kinds`. */
  kinds: readonly number[];
  /** `opens` doesn't include the passage's first sentence, because what precedes it is unknown. */
  sentences: SentenceSums;
  styleFeatures: StyleFeatureSums;
  /** Each sentence's contribution to the plain voice's logit. */
  plain: Float64Array;
}

const sampleUnits = 600;

// Scratch space, reusable because calls never overlap.
let normal = noText();
let weights = noTokenWeights();
const tokens = noTokens();

/**
 * Analyses a passage by itself, without pausing, since a passage's length is limited.
 * @param assumed BCP 47 tag of the text before it, used for parts too short to identify.
 */
export function analysePassage(text: string, model: Model, assumed = model.language): PassageAnalysis {
  normal = normalise(text, normal);
  tokenise(normal, tokens);
  const sentences = findSentences(text);
  const firstTokens = firstTokensOf(normal, tokens, sentences);
  const counts = countInSentences(normal, tokens, firstTokens);
  const parts = divide(counts, (from, to) =>
    sampleText(normal, tokens, firstTokens[from]!, firstTokens[to]!),
  );
  let before = assumed;
  const { hidden, lookalikes, oddSpaces, markedLetters } = normal;
  const analysis = {
    ...{ hidden, lookalikes, oddSpaces, markedLetters },
    assumed: parts.every(({ certain }) => certain) ? null : assumed,
    parts: parts.map(({ from, to, ...part }) => {
      const words = Uint32Array.from(counts.words.slice(from, to));
      if (part.certain && part.kind === 'prose') before = part.language;
      const language = part.certain ? part.language : before;
      const own = part.certain && part.kind === 'code' ? undefined : modelFor(model, language);
      return {
        ...part,
        words: words.reduce((sum, count) => sum + count, 0),
        starts: sentences.starts.slice(from, to),
        ends: sentences.ends.slice(from, to),
        score:
          own === undefined
            ? null
            : {
                language,
                ...scorePart(own, normal, tokens, firstTokens.subarray(from, to + 1), {
                  words,
                  opens: Uint8Array.from(words, (_, i) =>
                    opensParagraph(text, sentences, from + i) ? 1 : 0,
                  ),
                  whole: Uint8Array.from(words, (count, i) =>
                    isWhole(text, sentences, from + i, count) ? 1 : 0,
                  ),
                }),
              },
      };
    }),
  };
  // A copy, because a slice would keep the whole document in memory until the next call.
  normal.text = '';
  return analysis;
}

/** Shorter sentences are common in lists: "Fix typo." */
const minSentenceWords = 5;
/** Sentence-final punctuation of any script, with closing marks after it. */
const sentenceEnd = /[.!?…。！？．।॥۔][\s"'”’»›)\]）」』】*_]*$/u;

/** Whether a sentence with this number of words is whole, not a heading, label or list entry. */
function isWhole(text: string, { starts, ends }: Sentences, s: number, words: number): boolean {
  const end = ends[s]!;
  return words >= minSentenceWords && sentenceEnd.test(text.slice(Math.max(starts[s]!, end - 20), end));
}

/** A line this long is not wrapped by hand, so its end is a paragraph's end. */
const unwrappedUnits = 120;

/**
 * Whether a sentence begins a paragraph: a blank line or the end of a long line precedes it. False for the first
 * sentence, where this is unknown.
 */
function opensParagraph(text: string, { starts, ends }: Sentences, s: number): boolean {
  if (s === 0) return false;
  const between = text.slice(ends[s - 1], starts[s]);
  return (
    hasBlankLine(between) ||
    (between.includes('\n') && ends[s - 1]! - lineStart(text, ends[s - 1]!) >= unwrappedUnits)
  );
}

/** Whether the text between two sentences contains a blank line. */
export const hasBlankLine = (between: string): boolean => /\n[^\S\n]*\n/.test(between);

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;

/**
 * The plain text of tokens `from` to `to` (exclusive). A long text is sampled from its middle, where titles and
 * lists are rarer.
 */
function sampleText({ units }: Normalised, tokens: Tokens, from: number, to: number): string {
  if (from >= to) return '';
  const start = tokens.starts[from]!;
  const end = tokens.ends[to - 1]!;
  const middle = Math.max(start, (start + end - sampleUnits) >> 1);
  return String.fromCharCode(...units.subarray(middle, Math.min(end, middle + sampleUnits)));
}

/** @param firstTokens the first token of each sentence of the part, and the token after its end. */
function scorePart(
  model: Model,
  text: Normalised,
  tokens: Tokens,
  firstTokens: Uint32Array,
  counts: Pick<SentenceSums, 'words' | 'opens' | 'whole'>,
): Omit<PartScore, 'language'> {
  const from = firstTokens[0]!;
  const to = firstTokens.at(-1)!;
  weights = tokenWeights(model, tokens.count, weights);
  const logits = scoreTokens(model, text, tokens, from, to, weights);
  const sentences = { ...counts, ...sumSentences(weights, firstTokens) };
  return {
    logits,
    kinds: kindLogits(model.kinds, tokens, from, to),
    sentences,
    plain: sentenceContributions(model, 'plain', sentences),
    styleFeatures: sumStyleFeatures(model, text, tokens, firstTokens, weights),
  };
}

/** A run of sentences of a passage that are in one language, or that are all code or data. */
interface Part {
  /** Sentences `from` to `to` (exclusive) of the passage. */
  from: number;
  to: number;
  kind: 'prose' | 'code';
  /** BCP 47 tag, or `und`. */
  language: string;
  /** Whether it is long enough to identify its kind and language; otherwise its neighbours decide. */
  certain: boolean;
  letters: number;
}

/** The possible labels of a sentence. */
const labels = { english: 0, foreign: 1, code: 2 } as const;
type Label = (typeof labels)[keyof typeof labels];

/**
 * By label, three values: the share of English function words among the words, the number of code signs per letter,
 * and the share of letters outside ASCII. They are rounded medians of passages in the training corpora and of
 * source files.
 */
const rates = [
  { functionWords: 0.42, codeSigns: 0.01, foreignLetters: 0.005 },
  { functionWords: 0.04, codeSigns: 0.01, foreignLetters: 0.03 },
  { functionWords: 0.15, codeSigns: 0.1, foreignLetters: 0.005 },
] as const;
/** In natural log-odds: how much better two labels must fit than one to divide a passage. */
const changeCost = 8;
/** About 25 words. A run with fewer letters, such as a title, name or quotation, is joined to its neighbours. */
const minLetters = 120;

/**
 * Divides the sentences of a passage into parts. Finds the labels that best fit the counts, with a cost for each
 * change (Viterbi), then checks each run labelled as code or foreign as a whole. In doubt, a run is English prose.
 * @param sample returns the plain text of sentences `from` to `to` (exclusive), or some of it.
 */
export function divide(counts: SentenceCounts, sample: (from: number, to: number) => string): Part[] {
  const runs = joinShort(runsOf(bestLabels(counts)), counts.letters);
  const parts: Part[] = [];
  for (const run of runs) {
    const part = { from: run.from, to: run.to, ...identify(run, counts, sample) };
    const last = parts.at(-1);
    if (last?.kind === part.kind && last.language === part.language) {
      last.to = part.to;
      last.letters += part.letters;
    } else parts.push(part);
  }
  return parts;
}

interface Run {
  from: number;
  to: number;
  label: Label;
}

function identify(
  { from, to, label }: Run,
  counts: SentenceCounts,
  sample: (from: number, to: number) => string,
): Omit<Part, 'from' | 'to'> {
  const letters = sumBetween(counts.letters, from, to);
  const functionShare =
    sumBetween(counts.functionWords, from, to) / Math.max(1, sumBetween(counts.words, from, to));
  const codeSigns = sumBetween(counts.codeSigns, from, to) / Math.max(1, letters);
  const signs = sumBetween(counts.signs, from, to) / Math.max(1, letters);
  const certain = letters >= minLetters;
  const code: Omit<Part, 'from' | 'to'> = { kind: 'code', language: 'und', certain, letters };
  const dense = codeSigns >= denseCodeSigns || signs >= denseSigns;
  if (label === labels.code && certain && dense && functionShare < maxFunctionWordsInCode) return code;
  const foreignLetters = sumBetween(counts.foreignLetters, from, to) / Math.max(1, letters);
  const language = identifyLanguage(functionShare, foreignLetters, () => sample(from, to));
  if (language !== english && certain && codeSigns >= foreignCodeSigns) return code;
  return { kind: 'prose', language, certain, letters };
}

/** A greater share of English function words means prose about code. */
const maxFunctionWordsInCode = 0.3;
/**
 * Code signs per letter. Fewer than 1 in 100 human-written English texts in the corpora contain a run with this
 * many, but most source files do.
 */
const denseCodeSigns = 0.08;
const denseSigns = 0.25;
/**
 * Code signs per letter. In other languages than English, code has more, and 99 of 100 passages of prose have
 * fewer.
 */
const foreignCodeSigns = 0.05;

function sumBetween(column: readonly number[], from: number, to: number): number {
  let sum = 0;
  for (let s = from; s < to; s++) sum += column[s]!;
  return sum;
}

function bestLabels(counts: SentenceCounts): Uint8Array {
  const count = counts.words.length;
  const cameFrom = new Uint8Array(count * rates.length);
  let best = new Float64Array(rates.length);
  let next = new Float64Array(rates.length);
  for (let s = 0; s < count; s++) {
    const leader = indexOfLargest(best);
    for (let label = 0; label < rates.length; label++) {
      const stays = best[label]! >= best[leader]! - changeCost;
      cameFrom[s * rates.length + label] = stays ? label : leader;
      next[label] =
        (stays ? best[label]! : best[leader]! - changeCost) + logLikelihood(counts, s, label as Label);
    }
    [best, next] = [next, best];
  }
  const path = new Uint8Array(count);
  let label = indexOfLargest(best);
  for (let s = count - 1; s >= 0; s--) {
    path[s] = label;
    label = cameFrom[s * rates.length + label]!;
  }
  return path;
}

/** The first of the largest values, so that English wins ties. */
function indexOfLargest(values: Float64Array): number {
  let largest = 0;
  for (let i = 1; i < values.length; i++) if (values[i]! > values[largest]!) largest = i;
  return largest;
}

const logRates = rates.map(({ functionWords, codeSigns, foreignLetters }) => ({
  functionWord: Math.log(functionWords),
  otherWord: Math.log(1 - functionWords),
  codeSign: Math.log(codeSigns),
  asciiLetter: Math.log(1 - foreignLetters) - codeSigns,
  foreignLetter: Math.log(foreignLetters) - codeSigns,
}));

/** The log-likelihood of a sentence under a label: binomial for words and letters, Poisson for signs per letter. */
function logLikelihood(counts: SentenceCounts, s: number, label: Label): number {
  const rate = logRates[label]!;
  const functionWords = counts.functionWords[s]!;
  const foreign = counts.foreignLetters[s]!;
  return (
    functionWords * rate.functionWord +
    (counts.words[s]! - functionWords) * rate.otherWord +
    counts.codeSigns[s]! * rate.codeSign +
    (counts.letters[s]! - foreign) * rate.asciiLetter +
    foreign * rate.foreignLetter
  );
}

function runsOf(path: Uint8Array): Run[] {
  const runs: Run[] = [];
  path.forEach((label, s) => {
    const last = runs.at(-1);
    if (last?.label === label) last.to = s + 1;
    else runs.push({ from: s, to: s + 1, label: label as Label });
  });
  return runs;
}

/** Joins each run with too few letters to the run before it, or the first to the next. */
function joinShort(runs: readonly Run[], letters: readonly number[]): Run[] {
  const joined: Run[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    const lastShort = last !== undefined && sumBetween(letters, last.from, last.to) < minLetters;
    const short = sumBetween(letters, run.from, run.to) < minLetters;
    if (last !== undefined && (short || last.label === run.label)) last.to = run.to;
    else if (last !== undefined && lastShort) joined[joined.length - 1] = { ...run, from: last.from };
    else joined.push({ ...run });
  }
  return joined;
}

/** Counts per sentence that distinguish prose from code and English from other languages. */
export interface SentenceCounts {
  words: number[];
  /** English function words. */
  functionWords: number[];
  /**
   * Letters. A wide letter, such as a Chinese character, counts as `wideLetters` Latin ones, because it carries
   * more meaning.
   */
  letters: number[];
  /** Letters outside ASCII; wide ones count the same way. */
  foreignLetters: number[];
  /** ASCII signs other than punctuation. */
  codeSigns: number[];
  /** All ASCII signs. */
  signs: number[];
}

/** @param firstTokens the first token of each sentence, and the token after the last. */
function countInSentences(text: Normalised, tokens: Tokens, firstTokens: Uint32Array): SentenceCounts {
  const count = firstTokens.length - 1;
  const column = (): number[] => new Array<number>(count).fill(0);
  const counts: SentenceCounts = {
    ...{ words: column(), functionWords: column(), letters: column() },
    ...{ foreignLetters: column(), codeSigns: column(), signs: column() },
  };
  for (let s = 0; s < count; s++) {
    const from = firstTokens[s]!;
    const to = firstTokens[s + 1]!;
    for (let t = from; t < to; t++) {
      if (tokens.kinds[t] !== wordKind) continue;
      counts.words[s]! += 1;
      // The masked shape of a function word is the word itself.
      if (tokens.words[t] === tokens.shapes[t]) counts.functionWords[s]! += 1;
    }
    if (from < to) countUnits(text.units, tokens.starts[from]!, tokens.ends[to - 1]!, s, counts);
  }
  return counts;
}

const wideLetters = 3;
/** The first code unit of the scripts without spaces and with thousands of characters (from CJK Radicals on). */
const firstWide = 0x2e80;

function countUnits(units: Uint16Array, from: number, to: number, s: number, counts: SentenceCounts): void {
  let ascii = 0;
  let foreign = 0;
  let code = 0;
  let signs = 0;
  for (let i = from; i < to; i++) {
    const unit = units[i]!;
    if (unit >= 128) {
      if (isLetter(unit)) foreign += unit >= firstWide ? wideLetters : 1;
    } else if (isAsciiLetter(unit)) ascii++;
    else if (signClass[unit]! > 0) {
      signs++;
      if (signClass[unit] === codeClass) code++;
    }
  }
  counts.letters[s] = ascii + foreign;
  counts.foreignLetters[s] = foreign;
  counts.codeSigns[s] = code;
  counts.signs[s] = signs;
}

const punctuationClass = 1;
const codeClass = 2;
const signClass = new Uint8Array(128);
for (const sign of '#$%&()*+/<=>@[\\]^_`{|}~') signClass[sign.charCodeAt(0)] = codeClass;
for (const sign of '!"\',-.:;?') signClass[sign.charCodeAt(0)] = punctuationClass;

/**
 * The first token of each sentence, then the number of tokens. Tokens between two sentences belong to the earlier
 * one, and tokens before all sentences to the first.
 */
function firstTokensOf(text: Normalised, tokens: Tokens, sentences: Sentences): Uint32Array {
  const firstTokens = new Uint32Array(sentences.starts.length + 1);
  let token = 0;
  for (let s = 1; s < sentences.starts.length; s++) {
    const start = sentences.starts[s]!;
    while (token < tokens.count && text.origins[tokens.starts[token]!]! < start) token++;
    firstTokens[s] = token;
  }
  firstTokens[sentences.starts.length] = tokens.count;
  return firstTokens;
}
