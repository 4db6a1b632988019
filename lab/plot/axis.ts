/** One axis of a plot. */
export interface Axis {
  /** Quantity and unit: "Memory, MB". */
  title: string;
  scale: 'linear' | 'log';
}

export interface Scale {
  /** The position of a value between the ends of the axis, 0..1. */
  at: (value: number) => number;
  ticks: number[];
}

/** Maximum steps of a linear axis. */
const maxSteps = 6;

/**
 * A scale for all values. A linear one begins at 0, so that heights can be compared; a logarithmic one extends from a
 * round number to another, with values up to 0 at its lower end.
 */
export function scaleOf(scale: Axis['scale'], values: readonly number[]): Scale {
  return scale === 'log' ? logarithmic(values) : linear(values);
}

function linear(values: readonly number[]): Scale {
  const most = Math.max(...values, 0) || 1;
  const least = roundStep(most / maxSteps);
  // Whole numbers, such as processes, need whole steps.
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

/** Multiples of powers of ten, from the last one up to `least` to the first one from `most`. */
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

/** The smallest product of 1, 2, 2.5 or 5 and a power of ten that is at least `least`. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 2.5, 5].find((factor) => factor * power >= least - 1e-12) ?? 10) * power;
}
