import { isAsciiDigit, isAsciiLetter } from '../../text/characters.ts';
import { sumStyleFeatures, type StyleFeatureSums } from '../features/styleFeatures.ts';
import { noTokens, tokenise, type Tokens, wordKind } from '../features/tokens.ts';
import { english, identifyLanguage } from '../language.ts';
import { kindLogits } from '../model/kinds.ts';
import { modelFor, type Model } from '../model/model.ts';
import {
  noTokenWeights,
  scoreTokens,
  sentenceContributions,
  type SentenceSums,
  sumSentences,
  tokenWeights,
} from '../model/score.ts';
import type { ByVoice } from '../model/voices.ts';
import { isLetter } from '../normalise/characters.ts';
import { type Disguises, normalise, noText, type Normalised } from '../normalise/normalise.ts';
import { findSentences, type Sentences } from './sentences.ts';
import { bestLabels } from './viterbi.ts';

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
  /** The score from the model for its language; null for code and unsupported languages. */
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
  const counts = sentences.starts.map((_, s) =>
    countIn(normal, tokens, firstTokens[s]!, firstTokens[s + 1]!),
  );
  const parts = divide(counts, (from, to) =>
    sampleText(normal, tokens, firstTokens[from]!, firstTokens[to]!),
  );
  const words = Uint32Array.from(counts, (count) => count.words);
  const opens = Uint8Array.from(words, (_, s) => (opensParagraph(text, sentences, s) ? 1 : 0));
  const whole = Uint8Array.from(words, (count, s) => (isWhole(text, sentences, s, count) ? 1 : 0));
  const { hidden, lookalikes, oddSpaces, markedLetters } = normal;
  let before = assumed;
  const analysis = {
    ...{ hidden, lookalikes, oddSpaces, markedLetters },
    assumed: parts.every(({ certain }) => certain) ? null : assumed,
    parts: parts.map(({ from, to, ...part }): PartAnalysis => {
      if (part.certain && part.kind === 'prose') before = part.language;
      const language = part.certain ? part.language : before;
      const own = modelFor(model, language);
      const inPart = {
        words: words.slice(from, to),
        opens: opens.slice(from, to),
        whole: whole.slice(from, to),
      };
      return {
        ...part,
        words: inPart.words.reduce((sum, count) => sum + count, 0),
        starts: sentences.starts.slice(from, to),
        ends: sentences.ends.slice(from, to),
        score: own ? { language, ...scorePart(own, firstTokens.subarray(from, to + 1), inPart) } : null,
      };
    }),
  };
  // `normal.text` is a slice, which would keep the whole document in memory until the next call.
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

/**
 * Scores a part of the passage in the scratch space.
 * @param firstTokens the first token of each sentence of the part, and the token after its end.
 */
function scorePart(
  model: Model,
  firstTokens: Uint32Array,
  counts: Pick<SentenceSums, 'words' | 'opens' | 'whole'>,
): Omit<PartScore, 'language'> {
  const from = firstTokens[0]!;
  const to = firstTokens.at(-1)!;
  weights = tokenWeights(model, tokens.count, weights);
  const logits = scoreTokens(model, normal, tokens, from, to, weights);
  const sentences = { ...counts, ...sumSentences(weights, firstTokens) };
  return {
    logits,
    kinds: kindLogits(model.kinds, tokens, from, to),
    sentences,
    plain: sentenceContributions(model, 'plain', sentences),
    styleFeatures: sumStyleFeatures(model, normal, tokens, firstTokens, weights),
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

/** Counts in one or more sentences that distinguish prose from code and English from other languages. */
export interface Counts {
  words: number;
  /** English function words. */
  functionWords: number;
  /**
   * Letters. A wide letter, such as a Chinese character, counts as `wideLetters` Latin ones, because it carries
   * more meaning.
   */
  letters: number;
  /** Letters outside ASCII; a wide letter counts as `wideLetters` here too. */
  foreignLetters: number;
  /** ASCII signs other than punctuation. */
  codeSigns: number;
  /** All ASCII signs. */
  signs: number;
}

const noCounts = { words: 0, functionWords: 0, letters: 0, foreignLetters: 0, codeSigns: 0, signs: 0 };

const sumOf = (one: Counts, other: Counts): Counts => ({
  words: one.words + other.words,
  functionWords: one.functionWords + other.functionWords,
  letters: one.letters + other.letters,
  foreignLetters: one.foreignLetters + other.foreignLetters,
  codeSigns: one.codeSigns + other.codeSigns,
  signs: one.signs + other.signs,
});

const wideLetters = 3;
/** The first code unit (CJK Radicals) of the scripts that have thousands of characters and no spaces. */
const firstWide = 0x2e80;
const isCodeSign = new Uint8Array(128);
for (const sign of '#$%&()*+/<=>@[\\]^_`{|}~') isCodeSign[sign.charCodeAt(0)] = 1;

/** The counts in tokens `from` to `to` (exclusive). */
function countIn({ units }: Normalised, tokens: Tokens, from: number, to: number): Counts {
  const counts = { ...noCounts };
  if (from >= to) return counts;
  for (let t = from; t < to; t++) {
    if (tokens.kinds[t] !== wordKind) continue;
    counts.words++;
    // A function word is masked by itself, so both hashes are equal.
    if (tokens.words[t] === tokens.shapes[t]) counts.functionWords++;
  }
  const end = tokens.ends[to - 1]!;
  for (let i = tokens.starts[from]!; i < end; i++) {
    const unit = units[i]!;
    if (unit >= 128) {
      if (isLetter(unit)) counts.foreignLetters += unit >= firstWide ? wideLetters : 1;
    } else if (isAsciiLetter(unit)) counts.letters++;
    else if (unit > 32 && !isAsciiDigit(unit)) {
      counts.signs++;
      counts.codeSigns += isCodeSign[unit]!;
    }
  }
  counts.letters += counts.foreignLetters;
  return counts;
}

/**
 * For each label of a sentence (English, foreign, code), three values: the share of English function words among the
 * words, the number of code signs per letter, and the share of letters outside ASCII. They are rounded medians of
 * passages in the training corpora and of source files.
 */
const rates = [
  { functionWords: 0.42, codeSigns: 0.01, foreignLetters: 0.005 },
  { functionWords: 0.04, codeSigns: 0.01, foreignLetters: 0.03 },
  { functionWords: 0.15, codeSigns: 0.1, foreignLetters: 0.005 },
] as const;
const codeLabel = 2;
const logRates = rates.map(({ functionWords, codeSigns, foreignLetters }) => ({
  functionWord: Math.log(functionWords),
  otherWord: Math.log(1 - functionWords),
  codeSign: Math.log(codeSigns),
  asciiLetter: Math.log(1 - foreignLetters) - codeSigns,
  foreignLetter: Math.log(foreignLetters) - codeSigns,
}));

/** The log-likelihood of a sentence under a label: binomial for words and letters, Poisson for signs per letter. */
function logLikelihood(counts: Counts, label: number): number {
  const rate = logRates[label]!;
  return (
    counts.functionWords * rate.functionWord +
    (counts.words - counts.functionWords) * rate.otherWord +
    counts.codeSigns * rate.codeSign +
    (counts.letters - counts.foreignLetters) * rate.asciiLetter +
    counts.foreignLetters * rate.foreignLetter
  );
}

/** How much better two labels must fit than one to divide a passage, in natural log-odds. */
const changeCost = 8;
/** About 25 words. A run with fewer letters, such as a title, name or quotation, is joined to its neighbours. */
const minLetters = 120;

/**
 * Divides the sentences of a passage into parts. Finds the labels that best fit the counts, with a cost for each
 * change, then checks each run labelled as code or foreign as a whole. In doubt, a run is English prose.
 * @param counts of each sentence.
 * @param sample returns the plain text of sentences `from` to `to` (exclusive), or some of it.
 */
export function divide(counts: readonly Counts[], sample: (from: number, to: number) => string): Part[] {
  const parts: Part[] = [];
  for (const { from, to, label } of runsOf(counts)) {
    const inRun = counts.slice(from, to).reduce(sumOf, noCounts);
    const part = { from, to, ...identify(label, inRun, () => sample(from, to)) };
    const last = parts.at(-1);
    if (last?.kind === part.kind && last.language === part.language) {
      last.to = part.to;
      last.letters += part.letters;
    } else parts.push(part);
  }
  return parts;
}

/** Sentences `from` to `to` (exclusive). */
interface Run {
  from: number;
  to: number;
  label: number;
  letters: number;
}

/**
 * Runs of sentences with one label. A run with too few letters is joined to the previous run; the first run is
 * joined to the next.
 */
function runsOf(counts: readonly Counts[]): Run[] {
  const path = bestLabels(counts.length, rates.length, changeCost, (s, label) =>
    logLikelihood(counts[s]!, label),
  );
  const runs: Run[] = [];
  path.forEach((label, s) => {
    const last = runs.at(-1);
    const { letters } = counts[s]!;
    if (last?.label === label) {
      last.to = s + 1;
      last.letters += letters;
    } else runs.push({ from: s, to: s + 1, label, letters });
  });
  const joined: Run[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    const isShort = run.letters < minLetters;
    const isAfterShort = last !== undefined && last.letters < minLetters;
    if (last === undefined || (!isShort && !isAfterShort && run.label !== last.label)) joined.push(run);
    else {
      if (isAfterShort && !isShort) last.label = run.label;
      last.to = run.to;
      last.letters += run.letters;
    }
  }
  return joined;
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
 * Code signs per letter. In languages other than English, code has more than this, and 99 of 100 passages of prose
 * have less.
 */
const foreignCodeSigns = 0.05;

function identify(label: number, counts: Counts, sample: () => string): Omit<Part, 'from' | 'to'> {
  const { letters } = counts;
  const perLetter = (count: number): number => count / Math.max(1, letters);
  const functionShare = counts.functionWords / Math.max(1, counts.words);
  const codeSigns = perLetter(counts.codeSigns);
  const certain = letters >= minLetters;
  const code = { kind: 'code', language: 'und', certain, letters } as const;
  const isDense = codeSigns >= denseCodeSigns || perLetter(counts.signs) >= denseSigns;
  if (label === codeLabel && certain && isDense && functionShare < maxFunctionWordsInCode) return code;
  const language = identifyLanguage(functionShare, perLetter(counts.foreignLetters), sample);
  if (language !== english && certain && codeSigns >= foreignCodeSigns) return code;
  return { kind: 'prose', language, certain, letters };
}

/**
 * The first token of each sentence, then the number of tokens. Tokens between two sentences belong to the earlier
 * one, and tokens before all sentences to the first.
 */
function firstTokensOf({ origins }: Normalised, tokens: Tokens, { starts }: Sentences): Uint32Array {
  let token = 0;
  const firstTokens = starts.map((start, s) => {
    while (s > 0 && token < tokens.count && origins[tokens.starts[token]!]! < start) token++;
    return token;
  });
  return Uint32Array.from([...firstTokens, tokens.count]);
}
