import { bandIn, bandOf, type Band } from '../api/bands.ts';
import type { Evidence, Segment, Shares, Result } from '../api/report.ts';
import {
  calibrationOfDocument,
  calibrationsFor,
  probability,
  steepness,
  withOdds,
} from './model/calibration.ts';
import { cautionFor, clearKind, kindShares } from './model/kinds.ts';
import type { Passage } from './segments/segmenter.ts';
import { gatherEvidence } from './evidence.ts';
import { servedLanguage } from './language.ts';
import type { Calibration, Model } from './model/model.ts';
import { type ByVoice, eachVoice, voices } from './model/voices.ts';
import type { PartAnalysis, PartScore, PassageAnalysis } from './segments/passage.ts';
import { scoreSentences, surelyAiShare, type SentenceSums } from './segments/segments.ts';
import { judge } from './verdict.ts';

/** What the detector says of one text: the analysed fields of a report. Offsets are UTF-16 code units into it. */
export interface Detection {
  /** Detector name and version, for example `inkling-en 1.0`. */
  model: string;
  /** BCP 47 tag, or `und`. */
  language: string;
  words: number;
  /** UTF-16 code units. */
  characters: number;
  sentences: number;
  result: Result;
}

/** A passage of a document and what it was found to be. */
export interface PlacedPassage extends Passage {
  analysis: PassageAnalysis;
}

/** A part of a document. */
interface PlacedPart {
  /** Where its passage begins in the document. */
  start: number;
  part: PartAnalysis;
  /** BCP 47 tag or `und`; of its neighbours where it is too short to tell. */
  language: string;
  /** What counts for the document's score; null for a part left out of it. */
  score: PartScore | null;
}
type ScoredPart = PlacedPart & { score: PartScore };

/** A score that says nothing: that of parts left out, and of documents of nothing else. */
const undecided = 0.5;

/**
 * The detection of a document of `characters` UTF-16 units from the analyses of its passages, in order.
 * @param signs what else was found in it: its weights are added to the log-odds of the document and of the sentences
 * that its spans lie in. It is not added to the evidence.
 */
export function combine(
  passages: readonly PlacedPassage[],
  characters: number,
  model: Model,
  signs: readonly Evidence[] = [],
): Detection {
  const parts = placeParts(passages);
  const scored = parts.filter((placed): placed is ScoredPart => placed.score !== null);
  const words = sum(scored, ({ part }) => part.words);
  const allWords = sum(parts, ({ part }) => part.words);
  const shareOf = ({ part }: PlacedPart): number => (words > 0 ? part.words / words : 0);
  const logits = eachVoice((voice) => sum(scored, (placed) => shareOf(placed) * placed.score.logits[voice]));
  const signOdds = sum(signs, ({ weight }) => weight);
  const kinds = kindShares(
    model.kinds.names.map((_, k) => sum(scored, (placed) => shareOf(placed) * placed.score.kinds[k]!)),
  );
  const ofDocument = (own: ByVoice<Calibration>): ByVoice<Calibration> =>
    eachVoice((voice) => calibrationOfDocument(own[voice], words, model.growth));
  const scoreBy = (own: ByVoice<Calibration>): number =>
    scored.length > 0 ? withOdds(probability(logits, words, ofDocument(own)), signOdds) : undecided;
  const calibrations = calibrationsFor(model.voices, kinds);
  const score = scoreBy(calibrations);
  const sentences = joinSentences(
    scored.map((placed) => placed.score),
    model.families.length,
  );
  const sentenceScores = scoreSentences({ ...model, calibrations }, sentences, logits);
  addSigns(sentenceScores, scored, signs);
  const sharesBy = (band: (score: number) => Band): Shares =>
    wordShares(sentenceScores, sentences.words, allWords, band);
  const language = mainLanguage(parts);
  const letters = Math.max(
    1,
    sum(parts, ({ part }) => part.letters),
  );
  const lettersIn = (kind: PartAnalysis['kind']): number =>
    sum(parts, (placed) => (placed.part.kind === kind && placed.score === null ? placed.part.letters : 0));
  const judgement = judge(
    {
      ...{ score, shares: sharesBy(bandOf), words, allWords, language },
      kind: clearKind(model.kinds, kinds),
      caution: cautionFor(model.kinds, kinds),
      scoreOfAnyKind: scoreBy(eachVoice((voice) => model.voices[voice].calibration)),
      surelyAi: surelyAiShare(sentenceScores, sentences.words),
      wordsInSentences: sum(scored, ({ part }) => part.wordsInSentences),
      sentences: sentenceScores.length,
      foreign: lettersIn('prose') / letters,
      code: lettersIn('code') / letters,
      hidden: sum(passages, ({ analysis }) => analysis.hidden),
      lookalikes: sum(passages, ({ analysis }) => analysis.lookalikes),
      oddSpaces: sum(passages, ({ analysis }) => analysis.oddSpaces),
      markedLetters: sum(passages, ({ analysis }) => analysis.markedLetters),
    },
    model.thresholds,
  );
  const segments = placeSegments(parts, sentenceScores);
  const evidence = gatherEvidence(
    scored.map((placed) => ({
      start: placed.start,
      share: shareOf(placed),
      ...{ starts: placed.part.starts, ends: placed.part.ends },
      ...{ styleFeatures: placed.score.styleFeatures, plain: placed.score.plain },
    })),
    steepness(logits, words, ofDocument(calibrations)),
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

/**
 * The parts in order. One too short to tell its language goes with the last that could, or else with the next; where
 * none can, each is scored as it is, since the document is then too short for a verdict or is called by no language.
 */
function placeParts(passages: readonly PlacedPassage[]): PlacedPart[] {
  const parts = passages.flatMap(({ start, analysis }) => analysis.parts.map((part) => ({ start, part })));
  const known = parts.find(({ part }) => part.certain && part.kind === 'prose')?.part.language;
  let language = known;
  return parts.map(({ start, part }) => {
    if (part.certain && part.kind === 'prose') language = part.language;
    const own = part.certain ? part.language : (language ?? part.language);
    const counts = known === undefined || own === servedLanguage;
    return { start, part, language: own, score: counts ? part.score : null };
  });
}

/** Raises the scores of the sentences that hold a sign. */
function addSigns(scores: Float64Array, scored: readonly ScoredPart[], signs: readonly Evidence[]): void {
  const places = signs.flatMap(({ weight, spans }) => spans.map((span) => ({ ...span, weight })));
  if (places.length === 0) return;
  let next = 0;
  for (const { start, part } of scored) {
    for (let s = 0; s < part.starts.length; s++, next++) {
      const held = places.filter(
        (place) => place.start < start + part.ends[s]! && place.end > start + part.starts[s]!,
      );
      scores[next] = withOdds(
        scores[next]!,
        sum(held, ({ weight }) => weight),
      );
    }
  }
}

function joinSentences(parts: readonly PartScore[], families: number): SentenceSums {
  const count = sum(parts, ({ words }) => words.length);
  const columns = (): Float64Array[] => Array.from({ length: families }, () => new Float64Array(count));
  const words = new Uint32Array(count);
  const joined: SentenceSums = { words, sums: eachVoice(columns), squares: columns() };
  let offset = 0;
  for (const part of parts) {
    joined.words.set(part.words, offset);
    for (let f = 0; f < families; f++) {
      for (const voice of voices) joined.sums[voice][f]!.set(part.sums[voice][f]!, offset);
      joined.squares[f]!.set(part.squares[f]!, offset);
    }
    offset += part.words.length;
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

/** All sentences; `scores` holds those of the parts that are scored. */
function placeSegments(parts: readonly PlacedPart[], scores: Float64Array): Segment[] {
  const segments: Segment[] = [];
  let next = 0;
  for (const { start, part, score } of parts) {
    for (let s = 0; s < part.starts.length; s++) {
      segments.push({
        start: start + part.starts[s]!,
        end: start + part.ends[s]!,
        score: score === null ? undecided : scores[next++]!,
      });
    }
  }
  return segments;
}

/** The language of most letters of prose; `und` where there is none. */
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
