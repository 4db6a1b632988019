import { habitOf, habits, type Habit } from './habits.ts';
import type { Model } from './model.ts';
import { originEnd, type Normalised } from './normalise.ts';
import type { TokenWeights } from './score.ts';
import type { Tokens } from './tokens.ts';

/** The most places that one habit is shown at. */
export const mostPlaces = 5;
export const habitNames = Object.keys(habits) as readonly Habit[];

/** What the habits of writing add to the logit of one part, and where. Habits are numbers in `habitNames`. */
export interface HabitSums {
  /** By habit: what all its tokens add. */
  totals: Float64Array;
  /** The tokens that add most to each habit, and those that take most away, `mostPlaces` each, as columns. */
  habits: Uint8Array;
  /** Offsets in the passage's text, end exclusive. */
  starts: Uint32Array;
  ends: Uint32Array;
  adds: Float32Array;
}

const numbers = new Map(habitNames.map((habit, number) => [habit, number]));

// Scratch space, reused: by habit and direction, the strongest tokens so far, and what they add.
const ways = habitNames.length * 2;
const topTokens = new Uint32Array(ways * mostPlaces);
const topAdds = new Float64Array(ways * mostPlaces);
const topCounts = new Uint8Array(ways);

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
  const totals = new Float64Array(habitNames.length);
  const factors = model.families.map(({ share }, f) => {
    let square = 0;
    for (let t = from; t < to; t++) square += weights.squares[f]![t]!;
    return square > 0 ? share / Math.sqrt(square) : 0;
  });
  topCounts.fill(0);
  for (let t = from; t < to; t++) {
    const habit = habitOf(tokens, t, text.units);
    if (habit === null) continue;
    let add = 0;
    for (let f = 0; f < factors.length; f++) add += weights.sums[f]![t]! * factors[f]!;
    const number = numbers.get(habit)!;
    totals[number]! += add;
    if (add !== 0) keepIfStrong(number * 2 + (add > 0 ? 1 : 0), t, Math.abs(add));
  }
  return { totals, ...places(text, tokens) };
}

/** Keeps a token in the list of its way, strongest first, if it is among the strongest; of equals the first. */
function keepIfStrong(way: number, token: number, add: number): void {
  const first = way * mostPlaces;
  let i = first + topCounts[way]!;
  if (i === first + mostPlaces) {
    if (add <= topAdds[i - 1]!) return;
    i--;
  } else topCounts[way]!++;
  for (; i > first && add > topAdds[i - 1]!; i--) {
    topTokens[i] = topTokens[i - 1]!;
    topAdds[i] = topAdds[i - 1]!;
  }
  topTokens[i] = token;
  topAdds[i] = add;
}

function places(text: Normalised, tokens: Tokens): Omit<HabitSums, 'totals'> {
  let count = 0;
  for (let way = 0; way < ways; way++) count += topCounts[way]!;
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
      columns.adds[place++] = way % 2 === 1 ? topAdds[i]! : -topAdds[i]!;
    }
  }
  return columns;
}
