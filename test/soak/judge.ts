/** A figure over time. */
export type Series = readonly { seconds: number; value: number }[];

export interface Rise {
  /** From the beginning of the second half to its end, along its slope. */
  rise: number;
  /** The most that it may be. */
  bound: number;
}

/** A run that is shorter warms up all the while: seconds. */
export const shortestJudged = 120;

/** Of the second half's median: what caches and the collector of garbage move it by, in a process that leaks nothing. */
const memoryShare = 0.1;
/** Connections that come and go. */
const descriptors = 4;

export const memoryRise = (series: Series): Rise => {
  const half = secondHalf(series);
  return { rise: riseOf(half), bound: memoryShare * median(half.map(({ value }) => value)) };
};

export const descriptorRise = (series: Series): Rise => ({
  rise: riseOf(secondHalf(series)),
  bound: descriptors,
});

/** The first half warms up: code is compiled, caches fill, connections are opened. */
function secondHalf(series: Series): Series {
  const end = series.at(-1)?.seconds ?? 0;
  return series.filter(({ seconds }) => seconds >= end / 2);
}

/** Its slope by Theil and Sen, the median of the slopes between any two: single peaks don't move it. */
function riseOf(series: Series): number {
  const slopes = series.flatMap((from, i) =>
    series.slice(i + 1).map((to) => (to.value - from.value) / (to.seconds - from.seconds)),
  );
  const [first, last] = [series[0], series.at(-1)];
  return first && last && slopes.length > 0 ? median(slopes) * (last.seconds - first.seconds) : 0;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const high = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? 0) + high) / 2;
}
