/**
 * The exponent of growth: the slope of the straight line (least squares) through the points on logarithmic axes. 0
 * means that the cost does not depend on the size, 1 that it grows in proportion, 2 with its square.
 */
export function slopeOf(points: readonly (readonly [size: number, cost: number])[]): number {
  const logs = points.map(([size, cost]) => [Math.log10(size), Math.log10(cost)] as const);
  const meanOf = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = meanOf(logs.map(([size]) => size));
  const y = meanOf(logs.map(([, cost]) => cost));
  const together = logs.reduce((sum, [size, cost]) => sum + (size - x) * (cost - y), 0);
  return together / logs.reduce((sum, [size]) => sum + (size - x) ** 2, 0);
}

/** The slope in words. */
export function slopeInWords(slope: number): string {
  if (Number.isNaN(slope)) return 'one size alone';
  if (slope < -0.15) return 'falls';
  if (slope <= 0.15) return 'does not grow';
  if (slope < 0.85) return 'grows more slowly than the size';
  if (slope <= 1.15) return 'grows in proportion';
  return 'grows faster than the size';
}
