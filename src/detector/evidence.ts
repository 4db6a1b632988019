import type { Evidence, Span } from '../api/report.ts';
import { lengthTerm } from './calibration.ts';
import { habitOf, habits, type Habit } from './habits.ts';
import type { Model } from './model.ts';
import { originEnd, type Normalised } from './normalise.ts';
import type { TokenWeights } from './score.ts';
import type { Tokens } from './tokens.ts';

const mostEachWay = 4;
const mostPlaces = 5;
const pauseEvery = 8192;
/** In log-odds: less than this moved nothing. */
const leastWeight = 0.05;

/**
 * The habits that moved the score most, both ways, strongest first. What the n-grams that begin in a token add to
 * the logit is given to the habit that the token is an instance of. Places are the tokens that added most.
 * Yields about every 8 K tokens.
 */
export function* gatherEvidence(
  model: Model,
  text: Normalised,
  tokens: Tokens,
  weights: TokenWeights,
  words: number,
): Generator<void, Evidence[]> {
  const perToken = yield* tokenLogOdds(model, weights, tokens.count, words);
  const totals = new Map<Habit, number>();
  const tokenHabits: (Habit | null)[] = [];
  for (let t = 0; t < tokens.count; t++) {
    const habit = habitOf(tokens, t, text.units);
    tokenHabits.push(habit);
    if (habit !== null) totals.set(habit, (totals.get(habit) ?? 0) + perToken[t]!);
    if (t % pauseEvery === 0) yield;
  }
  const ranked = [...totals].filter(([, weight]) => Math.abs(weight) >= leastWeight);
  ranked.sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]));
  const chosen = [
    ...ranked.filter(([, weight]) => weight > 0).slice(0, mostEachWay),
    ...ranked.filter(([, weight]) => weight < 0).slice(0, mostEachWay),
  ];
  const places = strongest(tokenHabits, perToken, new Map(chosen));
  return chosen.map(([habit, weight]) => ({
    feature: habit,
    label: habits[habit],
    weight,
    spans: (places.get(habit) ?? []).sort((a, b) => a - b).map((t) => spanOf(text, tokens, t)),
  }));
}

function* tokenLogOdds(
  model: Model,
  weights: TokenWeights,
  count: number,
  words: number,
): Generator<void, Float64Array> {
  const perToken = new Float64Array(count);
  const { slope, both } = model.calibration;
  const steepness = slope + both * lengthTerm(words);
  for (const [f, { share }] of model.families.entries()) {
    yield;
    let square = 0;
    for (let t = 0; t < count; t++) square += weights.squares[f]![t]!;
    if (square === 0) continue;
    // A long text is scored in chunks and averaged: its margin grows with the root of one chunk, not of all.
    const chunks = Math.max(1, words / 350);
    const factor = (share * steepness) / Math.sqrt(square * chunks);
    for (let t = 0; t < count; t++) perToken[t]! += weights.sums[f]![t]! * factor;
  }
  return perToken;
}

/** For each chosen habit, the tokens that pulled hardest its way. One pass, a short list kept for each. */
function strongest(
  tokenHabits: readonly (Habit | null)[],
  perToken: Float64Array,
  chosen: ReadonlyMap<Habit, number>,
): Map<Habit, number[]> {
  const places = new Map<Habit, number[]>();
  for (const habit of chosen.keys()) places.set(habit, []);
  tokenHabits.forEach((habit, t) => {
    const list = habit === null ? undefined : places.get(habit);
    if (habit === null || list === undefined) return;
    const sign = Math.sign(chosen.get(habit)!);
    if (perToken[t]! * sign <= 0) return;
    if (list.length === mostPlaces && perToken[t]! * sign <= perToken[list[mostPlaces - 1]!]! * sign) return;
    list.push(t);
    list.sort((a, b) => (perToken[b]! - perToken[a]!) * sign);
    if (list.length > mostPlaces) list.pop();
  });
  return places;
}

function spanOf(text: Normalised, tokens: Tokens, token: number): Span {
  const start = text.origins[tokens.starts[token]!]!;
  return { start, end: originEnd(text, tokens.ends[token]! - 1) };
}
