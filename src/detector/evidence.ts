import type { Evidence, Span } from '../api/report.ts';
import { lengthTerm } from './model/calibration.ts';
import { featureOf, features, habitNames } from './features/habits.ts';
import { mostPlaces, type HabitSums } from './features/habitSums.ts';
import type { Calibration } from './model/model.ts';

const mostEachWay = 4;
/** In log-odds: less than this moved nothing. */
const leastWeight = 0.05;

/** A part of a document that counts for `share` (0..1) of its logit. */
export interface WeighedPart {
  /** Offset of the passage in the document, to which those of `habits` are relative. */
  start: number;
  share: number;
  habits: HabitSums;
}

/**
 * The habits that moved the score most, both ways, strongest first, each with the places that added most.
 * @param words of the document that were scored: log-odds grow with length as the calibration has it.
 */
export function gatherEvidence(
  parts: readonly WeighedPart[],
  words: number,
  { slope, both }: Calibration,
): Evidence[] {
  const steepness = slope + both * lengthTerm(words);
  const weights = habitNames.map((_, habit) => {
    let weight = 0;
    for (const {
      share,
      habits: { totals },
    } of parts)
      weight += share * totals[habit]!;
    return weight * steepness;
  });
  const ranked = [...weights.keys()].filter((habit) => Math.abs(weights[habit]!) >= leastWeight);
  ranked.sort((a, b) => Math.abs(weights[b]!) - Math.abs(weights[a]!));
  const chosen = [
    ...ranked.filter((habit) => weights[habit]! > 0).slice(0, mostEachWay),
    ...ranked.filter((habit) => weights[habit]! < 0).slice(0, mostEachWay),
  ];
  const places = strongest(
    parts,
    new Map(chosen.map((habit) => [habit, Math.sign(weights[habit]! * steepness)])),
  );
  return chosen.map((habit) => {
    const weight = weights[habit]!;
    const feature = featureOf(habitNames[habit]!, weight);
    return { feature, label: features[feature], weight, spans: places.get(habit)! };
  });
}

/** For each habit in `signs`, the places that pulled hardest its way (1 towards AI, -1 towards a person). */
function strongest(parts: readonly WeighedPart[], signs: ReadonlyMap<number, number>): Map<number, Span[]> {
  const pulls = new Map([...signs.keys()].map((habit) => [habit, [] as (Span & { pull: number })[]]));
  for (const { start, share, habits: places } of parts) {
    for (let i = 0; i < places.habits.length; i++) {
      const list = pulls.get(places.habits[i]!);
      if (list === undefined) continue;
      const pull = places.adds[i]! * share * signs.get(places.habits[i]!)!;
      if (pull <= 0 || (list.length === mostPlaces && pull <= list.at(-1)!.pull)) continue;
      list.push({ start: start + places.starts[i]!, end: start + places.ends[i]!, pull });
      list.sort((a, b) => b.pull - a.pull || a.start - b.start);
      if (list.length > mostPlaces) list.pop();
    }
  }
  return new Map(
    [...pulls].map(([habit, list]) => [
      habit,
      list.sort((a, b) => a.start - b.start).map(({ start, end }) => ({ start, end })),
    ]),
  );
}
