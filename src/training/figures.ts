import { Confidence, verdicts, type Verdict } from '../api/report.ts';
import { estimate, estimateShare, resampleWeights, type Estimate } from './bootstrap.ts';
import {
  areaUnderRoc,
  binCount,
  binOf,
  brierScore,
  calibrationError,
  recallAt,
  reliability,
  type Bin,
  type Sample,
} from './metrics.ts';

/** A labelled text with what was said of it. */
export interface Scored {
  /** Texts that a text is compared with where its own source or kind holds one class only. */
  genre: string;
  source: string;
  domain: string;
  /** BCP 47 tag, or `und`. */
  language: string;
  /** Null for human texts and where the source does not say. */
  generator: string | null;
  /** What the corpus did to the text (`polish`, `paraphrase` ...); null for nothing. */
  edit: string | null;
  /** The attack of a text that was roughed up for the evaluation, `none` of its clean twin; null of all others. */
  attack: string | null;
  /** Texts of one prompt or document, within the source. */
  cluster: string;
  isAi: boolean;
  words: number;
  /** Probability of being AI-written, 0..1. */
  score: number;
  verdict: Verdict;
  confidence: Confidence;
}

/**
 * Every measure of a set of texts; shares and probabilities in 0..1.
 *
 * - auroc, recallAt1, recallAt5: ranking by the score; TPR where 1 % or 5 % of these human texts lie above.
 * - brier, calibrationError: the score as a probability, both classes weighing the same.
 * - humanCalledAi ... aiCalledHuman: share of a class with a verdict, so the realised FPR and TPR of it.
 * - uncertain, aboveLow, highConfidence: share of all texts with that verdict or confidence.
 * - highRight, highAiRight, highHumanRight: of the answers (`ai`, `human`) with high confidence, the share that is
 *   right, both classes weighing the same.
 */
export const measures = [
  ...(['auroc', 'recallAt1', 'recallAt5', 'brier', 'calibrationError'] as const),
  ...(['humanCalledAi', 'humanCalledHuman', 'aiCalledAi', 'aiCalledHuman'] as const),
  ...(['uncertain', 'aboveLow', 'highConfidence', 'highRight', 'highAiRight', 'highHumanRight'] as const),
] as const;
export type Measure = (typeof measures)[number];
export type Values = Record<Measure, number>;

/** The figures of one set of texts; null where a class that is needed is missing. */
export interface Figures extends Record<Measure, Estimate | null> {
  name: string;
  human: number;
  ai: number;
  /** Texts of the same genre lent for the comparison, where a class had too few of its own. */
  lentHuman: number;
  lentAi: number;
}

/** Figures and their value in each resample, for means over several sets. */
export interface Resampled {
  figures: Figures;
  resampled: Values[];
}

/** A bin of the reliability plot. */
export interface ReliabilityBin {
  /** Scores from..to. */
  from: number;
  to: number;
  human: number;
  ai: number;
  /** Null in an empty bin. */
  meanScore: number | null;
  /** Share written by an AI, both classes weighing the same. */
  shareAi: Estimate | null;
}

const confidences = Confidence.options;

/** The texts of an evaluation with the resamples that all intervals share. */
export class Population {
  readonly texts: readonly Scored[];
  private readonly scores: Float64Array;
  /** Class, verdict and confidence of each text in one number. */
  private readonly answers: Uint8Array;
  private readonly once: Uint8Array;
  private readonly resamples: readonly Uint8Array[];

  constructor(texts: readonly Scored[], resamples: number, seed: number) {
    this.texts = texts;
    this.scores = Float64Array.from(texts, ({ score }) => score);
    this.answers = Uint8Array.from(texts, ({ isAi, verdict, confidence }) =>
      answer(isAi, verdict, confidence),
    );
    this.once = new Uint8Array(texts.length).fill(1);
    this.resamples = resampleWeights(
      texts.map(({ source, cluster }) => ({ stratum: source, cluster })),
      resamples,
      seed,
    );
  }

  /**
   * The figures of the texts `own`. Ranking, calibration and precision compare them with `lent` too; what they were
   * called is counted over `own` alone.
   */
  figures(name: string, own: readonly number[], lent: readonly number[]): Resampled {
    const compared = this.compared([...own, ...lent]);
    const mine = new Set(own);
    const counted = Uint8Array.from(compared.rows, (row) => (mine.has(row) ? 1 : 0));
    const valuesOf = (weights: Uint8Array): Values => this.valuesOf(compared, counted, weights);
    const values = valuesOf(this.once);
    const resampled = this.resamples.map(valuesOf);
    const clusters = this.clusterCounts(own, compared.rows);
    const estimates = Object.fromEntries(
      measures.map((measure) => {
        const each = resampled.map((resample) => resample[measure]);
        const independent = clusters[measure];
        return [
          measure,
          independent === undefined
            ? estimate(values[measure], each)
            : estimateShare(values[measure], each, independent),
        ];
      }),
    ) as Record<Measure, Estimate | null>;
    const count = (of: readonly number[], isAi: boolean): number =>
      of.filter((row) => this.texts[row]!.isAi === isAi).length;
    return {
      figures: {
        name,
        human: count(own, false),
        ai: count(own, true),
        lentHuman: count(lent, false),
        lentAi: count(lent, true),
        ...estimates,
      },
      resampled,
    };
  }

  /** The reliability of the scores of `own`, in ten bins. */
  reliability(own: readonly number[]): ReliabilityBin[] {
    const compared = this.compared(own);
    const binned = (weights: Uint8Array): Bin[] => reliability(weigh(compared, weights));
    const bins = binned(this.once);
    const resampled = this.resamples.map(binned);
    return bins.map(({ meanScore, shareAi }, bin) => {
      const inBin = own.filter((row) => binOf(this.scores[row]!) === bin);
      const ai = inBin.filter((row) => this.texts[row]!.isAi).length;
      return {
        from: bin / binCount,
        to: (bin + 1) / binCount,
        human: inBin.length - ai,
        ai,
        meanScore: inBin.length > 0 ? meanScore : null,
        shareAi: estimateShare(
          shareAi,
          resampled.map((each) => each[bin]!.shareAi),
          inBin.length,
        ),
      };
    });
  }

  private compared(unsorted: readonly number[]): Compared {
    const rows = Uint32Array.from(unsorted).sort((a, b) => this.scores[a]! - this.scores[b]!);
    return {
      rows,
      scores: Float64Array.from(rows, (row) => this.scores[row]!),
      isAi: Uint8Array.from(rows, (row) => (this.texts[row]!.isAi ? 1 : 0)),
      answers: Uint8Array.from(rows, (row) => this.answers[row]!),
    };
  }

  private valuesOf(compared: Compared, counted: Uint8Array, weights: Uint8Array): Values {
    const sample = weigh(compared, weights);
    const own = new Float64Array(answerCount);
    const all = new Float64Array(answerCount);
    for (let i = 0; i < counted.length; i++) {
      const weight = sample.weights[i]!;
      const at = compared.answers[i]!;
      all[at]! += weight;
      if (counted[i] === 1) own[at]! += weight;
    }
    const called = (isAi: boolean, verdict: Verdict): number =>
      total(own, isAi, [verdict]) / total(own, isAi, verdicts);
    const everyOwn = sum(own);
    const both = [false, true];
    // Shares of a class answered so with high confidence: precision at equal shares of the classes.
    const high = (isAi: boolean, verdict: Verdict): number =>
      total(all, isAi, [verdict], ['high']) / total(all, isAi, verdicts);
    const right = high(true, 'ai') + high(false, 'human');
    const wrong = high(true, 'human') + high(false, 'ai');
    return {
      auroc: areaUnderRoc(sample),
      recallAt1: recallAt(0.01, sample),
      recallAt5: recallAt(0.05, sample),
      brier: brierScore(sample),
      calibrationError: calibrationError(sample),
      humanCalledAi: called(false, 'ai'),
      humanCalledHuman: called(false, 'human'),
      aiCalledAi: called(true, 'ai'),
      aiCalledHuman: called(true, 'human'),
      uncertain: sum(both.map((isAi) => total(own, isAi, ['uncertain']))) / everyOwn,
      aboveLow: sum(both.map((isAi) => total(own, isAi, verdicts, ['medium', 'high']))) / everyOwn,
      highConfidence: sum(both.map((isAi) => total(own, isAi, verdicts, ['high']))) / everyOwn,
      highRight: right / (right + wrong),
      highAiRight: high(true, 'ai') / (high(true, 'ai') + high(false, 'ai')),
      highHumanRight: high(false, 'human') / (high(false, 'human') + high(true, 'human')),
    };
  }

  /** For each share, how many independent clusters it is a share of. */
  private clusterCounts(own: readonly number[], compared: Uint32Array): Partial<Record<Measure, number>> {
    const count = (rows: Iterable<number>, holds: (text: Scored) => boolean): number => {
      const clusters = new Set<string>();
      for (const row of rows) {
        const text = this.texts[row]!;
        if (holds(text)) clusters.add(`${text.source} ${text.cluster}`);
      }
      return clusters.size;
    };
    const human = count(own, ({ isAi }) => !isAi);
    const ai = count(own, ({ isAi }) => isAi);
    const either = count(own, () => true);
    const high = (of: readonly Verdict[]): number =>
      count(compared, ({ verdict, confidence }) => confidence === 'high' && of.includes(verdict));
    return {
      humanCalledAi: human,
      humanCalledHuman: human,
      aiCalledAi: ai,
      aiCalledHuman: ai,
      uncertain: either,
      aboveLow: either,
      highConfidence: either,
      highRight: high(['ai', 'human']),
      highAiRight: high(['ai']),
      highHumanRight: high(['human']),
    };
  }
}

/** Texts to compare, ascending by score. */
interface Compared {
  rows: Uint32Array;
  scores: Float64Array;
  isAi: Uint8Array;
  answers: Uint8Array;
}

function weigh({ rows, scores, isAi }: Compared, of: Uint8Array): Sample {
  const weights = new Uint8Array(rows.length);
  let human = 0;
  let ai = 0;
  for (let i = 0; i < rows.length; i++) {
    const weight = of[rows[i]!]!;
    weights[i] = weight;
    if (isAi[i] === 1) ai += weight;
    else human += weight;
  }
  return { scores, isAi, weights, human, ai };
}

const firstAiAnswer = verdicts.length * confidences.length;
const answerCount = 2 * firstAiAnswer;

const answer = (isAi: boolean, verdict: Verdict, confidence: Confidence): number =>
  (isAi ? firstAiAnswer : 0) +
  verdicts.indexOf(verdict) * confidences.length +
  confidences.indexOf(confidence);

const total = (
  counts: Float64Array,
  isAi: boolean,
  of: readonly Verdict[],
  sure: readonly Confidence[] = confidences,
): number =>
  sum(of.flatMap((verdict) => sure.map((confidence) => counts[answer(isAi, verdict, confidence)]!)));

function sum(values: Iterable<number>): number {
  let result = 0;
  for (const value of values) result += value;
  return result;
}
