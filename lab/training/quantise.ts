/** Weights as bytes: `weights x scale` is nearest to the given ones, the largest one in 100,000 clipped. */
export function quantise(weights: Float32Array): { weights: Int8Array; scale: number } {
  const sizes = Float32Array.from(weights, Math.abs).sort();
  const largest = sizes[Math.floor(sizes.length * 0.99999)] ?? 0;
  const scale = largest > 0 ? largest / 127 : 1;
  return {
    weights: Int8Array.from(weights, (weight) => Math.max(-127, Math.min(127, Math.round(weight / scale)))),
    scale,
  };
}
