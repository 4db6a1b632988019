import { bandIn, bandOf, type Band } from '../api/bands.ts';
import type { Detection, Evidence, Segment, Shares, Span } from '../api/report.ts';
import {
  type Calibrated,
  calibrationsOfDocument,
  calibrationsFor,
  probability,
  steepness,
  raiseProbability,
} from './model/calibration.ts';
import { cautionFor, distinctKind, kindShares } from './model/kinds.ts';
import type { Passage } from './segments/passages.ts';
import { gatherEvidence } from './evidence.ts';
import { modelFor, type Calibration, type Model } from './model/model.ts';
import type { SentenceSums } from './model/score.ts';
import { type ByVoice, eachVoice, voices } from './model/voices.ts';
import type { PartAnalysis, PartScore, PassageAnalysis } from './segments/passage.ts';
import { scoresByOwnWords, scoreSentences, shareOfAi } from './segments/stretches.ts';
import { judge } from './verdict.ts';

/** A passage of a document with its analysis. */
export interface PlacedPassage extends Passage {
  /** Whether it begins a paragraph. */
  opens: boolean;
  analysis: PassageAnalysis;
}

/** A part of a document. */
interface PlacedPart {
  /** Where its passage begins in the document. */
  start: number;
  /** Whether it begins a paragraph. */
  opens: boolean;
  part: PartAnalysis;
  /** A BCP 47 tag or `und`. A part that is too short to identify takes the tag of a neighbour. */
  language: string;
  /** Its contribution to the document's score; null if the part is left out. */
  score: PartScore | null;
}
type ScoredPart = PlacedPart & { score: PartScore };

/** The neutral score of left-out parts, and of documents without scored parts. */
const undecided = 0.5;

/**
 * Combines the analyses of a document's passages, in order, into its detection. Uses the model for the document's
 * main supported language, and leaves out parts in other languages.
 * @param characters the document's length in UTF-16 units.
 * @param signs other evidence. Their weights are added to the log-odds of the document and of the sentences that
 *   their spans overlap. The returned evidence does not include them.
 */
export function combine(
  passages: readonly PlacedPassage[],
  characters: number,
  models: Model,
  signs: readonly Evidence[] = [],
): Detection {
  const { parts, model, scored, words, logits, kinds, calibrations, sentences } = readDocument(
    passages,
    models,
  );
  const allWords = sum(parts, ({ part }) => part.words);
  const scoreBy = (own: ByVoice<Calibration>): number =>
    scored.length > 0
      ? probability(logits, words, calibrationsOfDocument(own, words, model.growth))
      : undecided;
  const ownWords = scoreBy(calibrations);
  const signOdds = scored.length > 0 ? sum(signs, ({ weight }) => weight) : 0;
  const score = raiseProbability(ownWords, signOdds);
  const calibrated = { ...model, calibrations };
  const sentenceScores = scoreSentences(calibrated, sentences, ownWords);
  const own = scoresByOwnWords(calibrated, sentences);
  for (const scores of [sentenceScores, own]) raiseScoresAtSigns(scores, scored, signs);
  const sharesBy = (band: (score: number) => Band): Shares =>
    wordShares(sentenceScores, sentences.words, allWords, band);
  const language = mainLanguage(parts);
  const letters = Math.max(
    1,
    sum(parts, ({ part }) => part.letters),
  );
  const lettersOfKind = (kind: PartAnalysis['kind']): number =>
    sum(parts, (placed) => (placed.part.kind === kind && placed.score === null ? placed.part.letters : 0));
  const judgement = judge(
    {
      ...{ score, shares: sharesBy(bandOf), words, allWords },
      isJudged: language === model.language,
      judged: [models.language, ...Object.keys(models.others)],
      language: model.language,
      kind: distinctKind(model.kinds, kinds),
      distinguishesKinds: kinds.length > 0,
      caution: cautionFor(model.kinds, kinds),
      scoreOfAnyKind: raiseProbability(
        scoreBy(eachVoice((voice) => model.voices[voice].calibration)),
        signOdds,
      ),
      ai: shareOfAi(sentenceScores, sentences.words),
      wordsInSentences: sentences.words.reduce((total, count, s) => total + count * sentences.whole[s]!, 0),
      sentences: sentenceScores.length,
      foreign: lettersOfKind('prose') / letters,
      code: lettersOfKind('code') / letters,
      hidden: sum(passages, ({ analysis }) => analysis.hidden),
      lookalikes: sum(passages, ({ analysis }) => analysis.lookalikes),
      oddSpaces: sum(passages, ({ analysis }) => analysis.oddSpaces),
      markedLetters: sum(passages, ({ analysis }) => analysis.markedLetters),
    },
    model,
  );
  const segments = placeSegments(parts, sentenceScores, own);
  const evidence = gatherEvidence(
    scored.map((placed) => ({
      ...{ ...placed.part, ...placed.score },
      ...{ start: placed.start, share: shareOf(placed, words) },
    })),
    steepness(logits, words, calibrationsOfDocument(calibrations, words, model.growth)),
  );
  return {
    model: model.name,
    language,
    words: allWords,
    characters,
    sentences: segments.length,
    result: {
      score,
      ...judgement,
      shares: sharesBy((own) => bandIn({ verdict: judgement.verdict, score }, own)),
      segments,
      evidence,
    },
  };
}

/** The parts of a document, and the combined values of those that are scored. */
function readDocument(passages: readonly PlacedPassage[], models: Model) {
  const { parts, model } = placeParts(passages, models);
  const scored = parts.filter((placed): placed is ScoredPart => placed.score !== null);
  const words = sum(scored, ({ part }) => part.words);
  const mean = (value: (score: PartScore) => number): number =>
    sum(scored, (placed) => shareOf(placed, words) * value(placed.score));
  /** The document's share of each kind, adding up to 1. */
  const kinds = kindShares(model.kinds.names.map((_, k) => mean((score) => score.kinds[k]!)));
  return {
    ...{ parts, model, scored, words, kinds },
    logits: eachVoice((voice) => mean((score) => score.logits[voice])),
    /** For stretches of this kind of text. */
    calibrations: calibrationsFor(model.voices, kinds),
    sentences: joinSentences(scored, model.families.length),
  };
}

const shareOf = ({ part }: PlacedPart, words: number): number => (words > 0 ? part.words / words : 0);

/** A document's scored sentences with their positions, used to train the stretch model. */
export function sentencesOf(
  passages: readonly PlacedPassage[],
  model: Model,
): { calibrated: Calibrated; sentences: SentenceSums; spans: Span[] } {
  const { scored, calibrations, sentences } = readDocument(passages, model);
  const spans = scored.flatMap(({ start, part }) =>
    part.starts.map((first, s) => ({ start: start + first, end: start + part.ends[s]! })),
  );
  return { calibrated: { ...model, calibrations }, sentences, spans };
}

/**
 * The parts in order, each with its language, and the model of the scored ones. A part too short to identify takes
 * the language of the last identified part, or else of the next. If no part is identified, every part keeps its
 * own score, because the document is too short for a verdict or its language is unknown.
 */
function placeParts(
  passages: readonly PlacedPassage[],
  models: Model,
): { parts: PlacedPart[]; model: Model } {
  const parts = passages.flatMap(({ start, opens, analysis }) =>
    analysis.parts.map((part, i) => ({ start, opens: opens && i === 0, part })),
  );
  const known = parts.find(({ part }) => part.certain && part.kind === 'prose')?.part.language;
  let language = known;
  const placed = parts.map(({ start, opens, part }) => {
    if (part.certain && part.kind === 'prose') language = part.language;
    const own = part.certain ? part.language : (language ?? part.language);
    return { start, opens, part, language: own, score: part.score };
  });
  if (known === undefined) return { parts: placed, model: models };
  const main = mainLanguage(placed.filter((one) => modelFor(models, one.language) !== undefined));
  const model = modelFor(models, main) ?? models;
  const isScored = ({ language, score }: PlacedPart): boolean =>
    language === model.language && score?.language === model.language;
  return { parts: placed.map((one) => (isScored(one) ? one : { ...one, score: null })), model };
}

/** Raises the scores of the sentences that contain a sign. */
function raiseScoresAtSigns(
  scores: Float64Array,
  scored: readonly ScoredPart[],
  signs: readonly Evidence[],
): void {
  const places = signs.flatMap(({ weight, spans }) => spans.map((span) => ({ ...span, weight })));
  if (places.length === 0) return;
  let next = 0;
  for (const { start, part } of scored) {
    for (let s = 0; s < part.starts.length; s++, next++) {
      const held = places.filter(
        (place) => place.start < start + part.ends[s]! && place.end > start + part.starts[s]!,
      );
      scores[next] = raiseProbability(
        scores[next]!,
        sum(held, ({ weight }) => weight),
      );
    }
  }
}

function joinSentences(scored: readonly ScoredPart[], families: number): SentenceSums {
  const count = sum(scored, ({ score }) => score.sentences.words.length);
  const columns = (): Float64Array[] => Array.from({ length: families }, () => new Float64Array(count));
  const words = new Uint32Array(count);
  const opens = new Uint8Array(count);
  const whole = new Uint8Array(count);
  const joined: SentenceSums = { words, opens, whole, sums: eachVoice(columns), squares: columns() };
  let offset = 0;
  for (const { opens: isOpening, score } of scored) {
    const { sentences } = score;
    words.set(sentences.words, offset);
    opens.set(sentences.opens, offset);
    whole.set(sentences.whole, offset);
    if (isOpening) opens[offset] = 1;
    for (let f = 0; f < families; f++) {
      for (const voice of voices) joined.sums[voice][f]!.set(sentences.sums[voice][f]!, offset);
      joined.squares[f]!.set(sentences.squares[f]!, offset);
    }
    offset += sentences.words.length;
  }
  return joined;
}

/** The shares of all words in sentences that read like a person's, like an AI's, or like neither. */
function wordShares(
  scores: Float64Array,
  words: Uint32Array,
  allWords: number,
  bandOfSentence: (score: number) => Band,
): Shares {
  const wordsIn: Record<Band, number> = { human: 0, uncertain: 0, ai: 0 };
  scores.forEach((score, s) => {
    wordsIn[bandOfSentence(score)] += words[s]!;
  });
  const { human, ai } = wordsIn;
  const all = Math.max(1, allWords);
  return { human: human / all, uncertain: (all - ai - human) / all, ai: ai / all };
}

/** All sentences; `scores` and `own` contain only the sentences of scored parts. */
function placeSegments(parts: readonly PlacedPart[], scores: Float64Array, own: Float64Array): Segment[] {
  const segments: Segment[] = [];
  let next = 0;
  for (const { start, part, score } of parts) {
    for (let s = 0; s < part.starts.length; s++) {
      segments.push({
        start: start + part.starts[s]!,
        end: start + part.ends[s]!,
        ...(score === null ? { score: undecided } : { score: scores[next]!, own_score: own[next++]! }),
      });
    }
  }
  return segments;
}

/** The language with the most letters of prose; `und` if there is none. */
function mainLanguage(parts: readonly PlacedPart[]): string {
  const letters = new Map<string, number>();
  for (const { part, language } of parts) {
    if (part.kind === 'prose') letters.set(language, (letters.get(language) ?? 0) + part.letters);
  }
  let main = 'und';
  for (const [language, count] of letters) if (count > (letters.get(main) ?? 0)) main = language;
  return main;
}

function sum<Item>(items: readonly Item[], value: (item: Item) => number): number {
  let total = 0;
  for (const item of items) total += value(item);
  return total;
}
