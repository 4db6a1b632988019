import type { Span } from '../../src/api/report.ts';
import { detectInSteps, runSteps } from '../../src/detector/detect.ts';
import { sentencesOf } from '../../src/detector/document.ts';
import { sigmoid } from '../../src/detector/model/calibration.ts';
import type { Model } from '../../src/detector/model/model.ts';
import { stretchFeatureCount } from '../../src/detector/model/model.ts';
import { minWordsToDivide } from '../../src/detector/segments/stretches.ts';
import { stretchesOf, stretchFeatures } from '../../src/detector/segments/stretches.ts';
import type { LabelledText } from './corpus.ts';
import { isBaseModel } from './dataset.ts';
import type { Fold } from './folds.ts';
import { mean } from './metrics.ts';
import { mixDocuments, type MixedDocument } from './mixedDocuments.ts';
import { seeded } from './random.ts';
import { solve } from './solve.ts';

/** A stretch of a document with known writers, as read by a model that had not seen them. */
export interface StretchExample {
  /** The fold of its sources. */
  group: string;
  features: Float64Array;
  /** The share of its words (0..1) written by an AI. */
  ai: number;
  weight: number;
}

/** Documents of each mixture, fold and voice. */
const documentsOfEach = 60;
/** The stretches of documents put together from texts of each fold, read by the model without its sources. */
export function stretchExamples(
  texts: readonly LabelledText[],
  folds: readonly Fold[],
  models: readonly Model[],
  seed: number,
): StretchExample[] {
  return folds.flatMap(({ name, leftOut }, fold) => {
    const mine = texts.filter(({ source, generator }) => leftOut.includes(source) && !isBaseModel(generator));
    return (['chat', 'plain'] as const).flatMap((voice) => {
      const random = seeded(seed);
      const heard = mine.filter((text) => !text.isAi || text.voice === voice);
      return mixDocuments(heard, documentsOfEach, random).flatMap((document) =>
        examplesIn(document, models[fold]!).map((example) => ({ ...example, group: name })),
      );
    });
  });
}

function examplesIn({ text, aiSpans }: MixedDocument, model: Model): Omit<StretchExample, 'group'>[] {
  const { passages } = runSteps(detectInSteps(text, model, null));
  const { calibrated, sentences, spans } = sentencesOf(passages, model);
  const words = sum(sentences.words);
  if (words < minWordsToDivide) return [];
  const stretches = stretchesOf(calibrated, sentences);
  const features = stretchFeatures(calibrated, sentences, stretches) ?? [];
  return features.map((values, i) => {
    const { from, to } = stretches[i]!;
    const counts = sentences.words.subarray(from, to);
    const byAi = counts.map((count, s) => (isWithin(spans[from + s]!, aiSpans) ? count : 0));
    const own = Math.max(1, sum(counts));
    return {
      features: values,
      ai: sum(byAi) / own,
      weight: own,
    };
  });
}

const isWithin = ({ start, end }: Span, spans: readonly Span[]): boolean =>
  spans.some((span) => Math.min(end, span.end) - Math.max(start, span.start) > (end - start) / 2);

const sum = (values: Uint32Array): number => values.reduce((total, value) => total + value, 0);

/** Prevents the weights of correlated features from growing against each other. */
const ridge = 1;
const steps = 8;

/** The weights before training: every stretch is undecided. */
export const nothingLearnt: Model['stretches'] = {
  intercept: 0,
  weights: new Array<number>(stretchFeatureCount).fill(0),
};

/** A logistic regression by Newton's method. Stretches with two writers get a score between the two. */
export function fitStretches(examples: readonly StretchExample[]): Model['stretches'] {
  if (examples.length === 0) return nothingLearnt;
  const size = stretchFeatureCount;
  const scale = mean(examples.map(({ weight }) => weight));
  const centres = Array.from({ length: size }, (_, i) => mean(examples.map(({ features }) => features[i]!)));
  const spreads = centres.map(
    (centre, i) => Math.sqrt(mean(examples.map(({ features }) => (features[i]! - centre) ** 2))) || 1,
  );
  const rows = examples.map(({ features }) =>
    Float64Array.from([1, ...features.map((value, i) => (value - centres[i]!) / spreads[i]!)]),
  );
  let beta = new Float64Array(size + 1);
  for (let step = 0; step < steps; step++) {
    const gradient = beta.map((value, i) => (i === 0 ? 0 : -ridge * value));
    const hessian = Array.from(beta, (_, i) => {
      const line = new Float64Array(size + 1);
      if (i > 0) line[i] = ridge;
      return line;
    });
    rows.forEach((row, n) => {
      const { ai, weight } = examples[n]!;
      let odds = 0;
      for (let i = 0; i <= size; i++) odds += row[i]! * beta[i]!;
      const p = sigmoid(odds);
      const pull = (weight / scale) * (ai - p);
      const spread = (weight / scale) * p * (1 - p);
      for (let i = 0; i <= size; i++) {
        gradient[i]! += pull * row[i]!;
        const line = hessian[i]!;
        const factor = spread * row[i]!;
        for (let j = 0; j <= i; j++) line[j]! += factor * row[j]!;
      }
    });
    for (let i = 0; i <= size; i++) for (let j = 0; j < i; j++) hessian[j]![i] = hessian[i]![j]!;
    const move = solve(
      hessian.map((line) => [...line]),
      [...gradient],
    );
    beta = beta.map((value, i) => value + move[i]!);
  }
  const weights = spreads.map((spread, i) => beta[i + 1]! / spread);
  return { intercept: weights.reduce((total, weight, i) => total - weight * centres[i]!, beta[0]!), weights };
}
