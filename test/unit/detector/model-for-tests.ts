import { bucketCount, families } from '../../../src/detector/features/features.ts';
import type { Model } from '../../../src/detector/model/model.ts';

/** A model with arbitrary but fixed weights: it knows nothing, and exercises everything. */
export function arbitraryModel(): Model {
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
    thresholds: { ai: 0.95, human: 0.2, surelyAi: 0.99 },
  };
}
