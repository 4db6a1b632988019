import { habitNames, habitOf } from './habits.ts';
import type { Model } from '../model/model.ts';
import { originEnd, type Normalised } from '../normalise/normalise.ts';
import type { TokenWeights } from '../model/score.ts';
import type { Tokens } from './tokens.ts';

/** The most places that one habit is shown at. */
export const mostPlaces = 5;

/** What the habits of writing add to the logit of one part, and where. Habits are numbers in `habitNames`. */
export interface HabitSums {
  /** By habit: what all its tokens add. */
  totals: readonly number[];
  /** The tokens that add most to each habit, and those that take most away, `mostPlaces` each, as columns. */
  habits: Uint8Array;
  /** Offsets in the passage's text, end exclusive. */
  starts: Uint32Array;
  ends: Uint32Array;
  adds: Float32Array;
}

const numbers = new Map(habitNames.map((habit, number) => [habit, number]));

// Scratch space, reused: by habit and direction, the strongest tokens so far.
const ways = habitNames.length * 2;
const topTokens = new Uint32Array(ways * mostPlaces);
const topCounts = new Uint8Array(ways);
const totals = new Float64Array(habitNames.length);
/** By token: what it adds. */
let adds = new Float64Array(1024);

/**
 * Gives what the n-grams that begin in a token add to the logit, to the habit that the token is an instance of:
 * its share of a part's logit is its sum over the length (root of the squares) of the part `from` to `to` (exclusive).
 */
export function sumHabits(
  model: Model,
  text: Normalised,
  tokens: Tokens,
  from: number,
  to: number,
  weights: TokenWeights,
): HabitSums {
  if (adds.length < to) adds = new Float64Array(2 * to);
  adds.fill(0, from, to);
  for (const [f, { share }] of model.families.entries()) {
    addFamily(weights.sums[f]!, weights.squares[f]!, from, to, share);
  }
  totals.fill(0);
  topCounts.fill(0);
  for (let t = from; t < to; t++) {
    const habit = habitOf(tokens, t, text.units);
    if (habit === null) continue;
    const number = numbers.get(habit)!;
    totals[number]! += adds[t]!;
    keepIfStrong(number * 2 + (adds[t]! > 0 ? 1 : 0), t);
  }
  return { totals: Array.from(totals), ...places(text, tokens) };
}

function addFamily(sums: Float32Array, squares: Float32Array, from: number, to: number, share: number): void {
  let square = 0;
  for (let t = from; t < to; t++) square += squares[t]!;
  if (square === 0) return;
  const factor = share / Math.sqrt(square);
  for (let t = from; t < to; t++) adds[t]! += sums[t]! * factor;
}

/** Keeps a token in the list of its way, strongest first, if it is among the strongest; of equals the first. */
function keepIfStrong(way: number, token: number): void {
  const first = way * mostPlaces;
  const add = Math.abs(adds[token]!);
  let i = first + topCounts[way]!;
  if (i === first + mostPlaces) {
    if (add <= Math.abs(adds[topTokens[i - 1]!]!)) return;
    i--;
  } else topCounts[way]! += 1;
  for (; i > first && add > Math.abs(adds[topTokens[i - 1]!]!); i--) topTokens[i] = topTokens[i - 1]!;
  topTokens[i] = token;
}

function places(text: Normalised, tokens: Tokens): Omit<HabitSums, 'totals'> {
  const count = topCounts.reduce((sum, tops) => sum + tops, 0);
  const columns = {
    habits: new Uint8Array(count),
    starts: new Uint32Array(count),
    ends: new Uint32Array(count),
    adds: new Float32Array(count),
  };
  let place = 0;
  for (let way = 0; way < ways; way++) {
    const first = way * mostPlaces;
    for (let i = first; i < first + topCounts[way]!; i++) {
      const token = topTokens[i]!;
      columns.habits[place] = way >> 1;
      columns.starts[place] = text.origins[tokens.starts[token]!]!;
      columns.ends[place] = originEnd(text, tokens.ends[token]! - 1);
      columns.adds[place++] = adds[token]!;
    }
  }
  return columns;
}
