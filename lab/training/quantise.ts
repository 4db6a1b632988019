/** The size that only one in 100,000 weights exceeds; larger ones are clipped. 1 if all weights are 0. */
export function largestWeight(weights: Float32Array): number {
  const sizes = Float32Array.from(weights, Math.abs).sort();
  const largest = sizes[Math.floor(sizes.length * 0.99999)] ?? 0;
  return largest > 0 ? largest : 1;
}

/** Weights as bytes: `weights x scale` approximates the given ones. */
export function quantise(weights: Float32Array): { weights: Int8Array; scale: number } {
  const scale = largestWeight(weights) / 127;
  return {
    weights: Int8Array.from(weights, (weight) => Math.max(-127, Math.min(127, Math.round(weight / scale)))),
    scale,
  };
}
