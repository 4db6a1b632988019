/** A figure over time. */
export type Series = readonly { seconds: number; value: number }[];

export interface Rise {
  rise: number;
  /** The most that it may be. */
  bound: number;
}

/**
 * What a run takes at least to be judged: seconds, and requests to each process. Until then a process warms up: on
 * PostgreSQL it grew to 370 MB and stayed there (docs/deploy.md), which on a starved machine took minutes.
 */
export const minJudged = { seconds: 120, requests: 40_000 };

/** Of the second half's median: what caches and the collector of garbage move it by, in a process that leaks nothing. */
const memoryShare = 0.1;
/** Connections that come and go. */
const descriptors = 4;

export const memoryRise = (series: Series): Rise => ({
  rise: riseOf(series),
  bound: memoryShare * median(halvesOf(series)[1].map(({ value }) => value)),
});

export const descriptorRise = (series: Series): Rise => ({ rise: riseOf(series), bound: descriptors });

/**
 * How far it rose over the second half, along its slope; the first half warms up. But no further than from the highest of
 * the first half to the end: memory comes and goes in waves, from one collection of garbage to the next, and a half may
 * hold nothing but the front of one.
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

/** By Theil and Sen, the median of the slopes between any two: single peaks don't move it. */
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
