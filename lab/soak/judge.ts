/** A figure over time. */
export type Series = readonly { seconds: number; value: number }[];

export interface Rise {
  rise: number;
  /** The maximum allowed. */
  bound: number;
}

/**
 * Minimum seconds, and requests to each process, for judging a run. Until then a process warms up: on PostgreSQL it
 * grew to 370 MB and stayed there (docs/deploy.md), which took minutes on a busy machine.
 */
export const minJudged = { seconds: 120, requests: 40_000 };

/**
 * The allowed share of the second half's median: caches and garbage collection move memory by as much without a leak.
 */
const memoryShare = 0.1;
/** Allowance for connections that come and go. */
const descriptors = 4;

export const memoryRise = (series: Series): Rise => ({
  rise: riseOf(series),
  bound: memoryShare * median(halvesOf(series)[1].map(({ value }) => value)),
});

export const descriptorRise = (series: Series): Rise => ({ rise: riseOf(series), bound: descriptors });

/**
 * The rise over the second half along its slope; the first half is the warm-up. At most the rise from the maximum of
 * the first half to the end, because memory moves in waves between garbage collections, and a half may contain only
 * the rising part of one.
 */
function riseOf(series: Series): number {
  const [first, second] = halvesOf(series);
  const [from, to] = [second[0], second.at(-1)];
  if (!from || !to) return 0;
  const along = slopeOf(second) * (to.seconds - from.seconds);
  const atEnd = second.slice(-Math.ceil(second.length / 5)).map(({ value }) => value);
  return Math.max(0, Math.min(along, median(atEnd) - Math.max(...first.map(({ value }) => value))));
}

function halvesOf(series: Series): [Series, Series] {
  const middle = (series.at(-1)?.seconds ?? 0) / 2;
  return [
    series.filter(({ seconds }) => seconds < middle),
    series.filter(({ seconds }) => seconds >= middle),
  ];
}

/** The Theil–Sen slope: the median of the slopes between all pairs, which single peaks don't affect. */
function slopeOf(series: Series): number {
  return median(
    series.flatMap((from, i) =>
      series.slice(i + 1).map((to) => (to.value - from.value) / (to.seconds - from.seconds)),
    ),
  );
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const high = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? 0) + high) / 2;
}
