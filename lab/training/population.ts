import type { Verdict } from '../../src/api/report.ts';
import { answerCount, answerMeasures, answerOf, type AnswerMeasures } from './answers.ts';
import { estimate, estimateShare, resampleWeights, type Estimate } from './bootstrap.ts';
import { measures, type Measure, type ReliabilityBin, type Resampled, type Values } from './figures.ts';
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
import type { Scored } from './scored.ts';

/** The texts of an evaluation with the resamples used for all intervals. */
export class Population {
  readonly texts: readonly Scored[];
  private readonly scores: Float64Array;
  /** Class, verdict and confidence of each text as one number. */
  private readonly answers: Uint8Array;
  private readonly once: Uint8Array;
  private readonly resamples: readonly Uint8Array[];

  constructor(texts: readonly Scored[], resamples: number, seed: number) {
    this.texts = texts;
    this.scores = Float64Array.from(texts, ({ score }) => score);
    this.answers = Uint8Array.from(texts, answerOf);
    this.once = new Uint8Array(texts.length).fill(1);
    this.resamples = resampleWeights(
      texts.map(({ source, cluster }) => ({ stratum: source, cluster })),
      resamples,
      seed,
    );
  }

  /**
   * The figures of the texts `own`. Ranking, calibration and precision also use `lent`; verdicts are counted over
   * `own` alone.
   */
  figures(name: string, own: readonly number[], lent: readonly number[]): Resampled {
    const compared = this.compared([...own, ...lent]);
    const mine = new Set(own);
    const counted = Uint8Array.from(compared.rows, (row) => (mine.has(row) ? 1 : 0));
    const valuesOf = (weights: Uint8Array): Values => this.valuesOf(compared, counted, weights);
    const values = valuesOf(this.once);
    const resampled = this.resamples.map(valuesOf);
    const clusters: Partial<Record<Measure, number>> = this.clusterCounts(own, compared.rows);
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
    return {
      auroc: areaUnderRoc(sample),
      recallAt1: recallAt(0.01, sample),
      recallAt5: recallAt(0.05, sample),
      brier: brierScore(sample),
      calibrationError: calibrationError(sample),
      ...answerMeasures(own, all),
    };
  }

  /** For each share, the number of independent clusters behind it. */
  private clusterCounts(own: readonly number[], compared: Uint32Array): Record<keyof AnswerMeasures, number> {
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
      humanCalledMixed: human,
      humanCalledHuman: human,
      aiCalledAi: ai,
      aiCalledMixed: ai,
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

/** Texts for comparison, ascending by score. */
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
