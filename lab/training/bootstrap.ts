import { seeded } from './random.ts';

/** A figure with its 95 % interval. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

/** The unit of resampling: a cluster of texts that belong together, within its stratum. */
export interface Drawn {
  stratum: string;
  cluster: string;
}

/**
 * The number of times each text occurs in each resample. As many clusters are drawn with replacement as their stratum
 * has, so that texts of one prompt or document stay together (cluster bootstrap; Davison & Hinkley 1997, 3.8).
 */
export function resampleWeights(texts: readonly Drawn[], resamples: number, seed: number): Uint8Array[] {
  const strata = [...Map.groupBy(texts.keys(), (i) => texts[i]!.stratum).values()].map((rows) => [
    ...Map.groupBy(rows, (i) => texts[i]!.cluster).values(),
  ]);
  const random = seeded(seed);
  return Array.from({ length: resamples }, () => {
    const weights = new Uint8Array(texts.length);
    for (const clusters of strata) {
      clusters.forEach(() => {
        for (const row of clusters[Math.floor(random() * clusters.length)]!) weights[row]!++;
      });
    }
    return weights;
  });
}

/** The 95 % percentile interval; null if the value is NaN. Resamples without one of the classes (NaN) are skipped. */
export function estimate(value: number, resampled: readonly number[]): Estimate | null {
  if (Number.isNaN(value)) return null;
  const sorted = resampled.filter((each) => !Number.isNaN(each)).sort((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(share * (sorted.length - 1))))] ?? value;
  return { value, low: Math.min(value, at(0.025)), high: Math.max(value, at(0.975)) };
}

/**
 * Like `estimate`, for a share of `clusters` independent clusters of texts. If the share is 0 or 1, resamples can't
 * differ, so the far end is the exact binomial one (Clopper & Pearson 1934): 0 of 100 can still mean 3.6 %.
 */
export function estimateShare(
  value: number,
  resampled: readonly number[],
  clusters: number,
): Estimate | null {
  const far = 1 - 0.025 ** (1 / clusters);
  if (value === 0) return { value, low: 0, high: far };
  if (value === 1) return { value, low: 1 - far, high: 1 };
  return estimate(value, resampled);
}
