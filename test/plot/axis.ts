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
const mostSteps = 6;

/**
 * The scale on which all values lie. A linear one begins at 0, so that heights can be compared; a logarithmic one goes
 * from a power of ten to another. Values that a logarithm has no place for lie at its lower end.
 */
export function scaleOf(scale: Axis['scale'], values: readonly number[]): Scale {
  return scale === 'log' ? logarithmic(values) : linear(values);
}

function linear(values: readonly number[]): Scale {
  const most = Math.max(...values, 0) || 1;
  const step = roundStep(most / mostSteps);
  const end = Math.ceil(most / step - 1e-9) * step;
  const ticks = Array.from({ length: Math.round(end / step) + 1 }, (_, i) => i * step);
  return { at: (value) => value / end, ticks };
}

function logarithmic(values: readonly number[]): Scale {
  const positive = values.filter((value) => value > 0);
  const first = Math.floor(Math.log10(Math.min(...positive, 1e9)) + 1e-9);
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...positive, 10 ** first)) - 1e-9));
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => 10 ** (first + i));
  return {
    at: (value) => (value > 0 ? Math.max(0, (Math.log10(value) - first) / (last - first)) : 0),
    ticks,
  };
}

/** The least of 1, 2, 2.5 and 5 times a power of ten that is not below. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 2.5, 5].find((factor) => factor * power >= least - 1e-12) ?? 10) * power;
}
