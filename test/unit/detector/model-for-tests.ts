import { bucketCount, families } from '../../../src/detector/features/features.ts';
import { kindBuckets, kindNames } from '../../../src/detector/model/kinds.ts';
import { loadModel, saveModel, type LearntModel, type Model } from '../../../src/detector/model/model.ts';

/** A model with arbitrary but fixed weights: it knows nothing, and exercises everything. */
export function arbitraryModel(): Model {
  return loadModel(saveModel(arbitraryLearnt()));
}

/** What that model is loaded from. */
export function arbitraryLearnt(): LearntModel {
  return {
    name: 'test 1.0',
    families: families.map((family, f) => ({
      family,
      weights: Int8Array.from({ length: bucketCount }, (_, i) => ((i * 31 + f * 7) % 255) - 127),
      idf: new Uint8Array(bucketCount).fill(100),
      scale: 0.01,
      bias: 0.1,
      share: 1 / families.length,
    })),
    calibration: { offset: 0, slope: 2, length: 0.1, both: 0.1 },
    growth: 0.2,
    kinds: {
      names: kindNames,
      weights: Int8Array.from({ length: kindBuckets * kindNames.length }, (_, i) => ((i * 37) % 255) - 127),
      scale: 0.02,
      biases: kindNames.map(() => 0),
      offsets: kindNames.map((_, k) => 0.1 * ((k % 3) - 1)),
      slopes: kindNames.map((_, k) => 0.1 * ((k % 4) - 1.5)),
    },
    thresholds: { ai: 0.95, human: 0.2, surelyAi: 0.99 },
  };
}
