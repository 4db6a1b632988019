/** One axis of a plot: where its values lie, and which of them are marked. */
export interface Axis {
  /** What it counts, and in what: "Memory, MB". */
  title: string;
  scale: 'linear' | 'log';
}

export interface Scale {
  /** Where a value lies between the axis' ends: 0..1. */
  at: (value: number) => number;
  ticks: number[];
}

/** How many steps a linear axis has at most. */
const maxSteps = 6;

/**
 * The scale on which all values lie. A linear one begins at 0, so that heights can be compared; a logarithmic one goes
 * from a round number to another. Values that a logarithm has no place for lie at its lower end.
 */
export function scaleOf(scale: Axis['scale'], values: readonly number[]): Scale {
  return scale === 'log' ? logarithmic(values) : linear(values);
}

function linear(values: readonly number[]): Scale {
  const most = Math.max(...values, 0) || 1;
  const least = roundStep(most / maxSteps);
  // Half a process is none.
  const step = values.every(Number.isInteger) ? Math.ceil(least) : least;
  const end = Math.ceil(most / step - 1e-9) * step;
  const ticks = Array.from({ length: Math.round(end / step) + 1 }, (_, i) => i * step);
  return { at: (value) => value / end, ticks };
}

function logarithmic(values: readonly number[]): Scale {
  const positive = values.filter((value) => value > 0);
  const least = positive.length > 0 ? Math.min(...positive) : 1;
  const fine = ticksAround(least, Math.max(...positive, least), [1, 2, 5]);
  const ticks = fine.length <= maxSteps + 2 ? fine : ticksAround(least, Math.max(...positive), [1]);
  const [first, last] = [Math.log10(ticks[0]!), Math.log10(ticks.at(-1)!)];
  return {
    at: (value) => (value > 0 ? Math.max(0, (Math.log10(value) - first) / (last - first)) : 0),
    ticks,
  };
}

/** The multiples of powers of ten from the last that is not above `least` to the first that is not below `most`. */
function ticksAround(least: number, most: number, multiples: readonly number[]): number[] {
  const lowest = Math.floor(Math.log10(least) + 1e-9);
  const highest = Math.ceil(Math.log10(most) - 1e-9);
  const all = Array.from({ length: highest - lowest + 2 }, (_, i) =>
    multiples.map((m) => m * 10 ** (lowest + i)),
  );
  const ticks = all.flat().map((tick) => Number(tick.toPrecision(1)));
  const from = ticks.findLastIndex((tick) => tick <= least * (1 + 1e-9));
  const to = ticks.findIndex((tick) => tick >= most * (1 - 1e-9));
  return ticks.slice(from, Math.max(to, from + 1) + 1);
}

/** The least of 1, 2, 2.5 and 5 times a power of ten that is not below. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 2.5, 5].find((factor) => factor * power >= least - 1e-12) ?? 10) * power;
}
