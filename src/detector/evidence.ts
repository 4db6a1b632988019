import type { Evidence, Span } from '../api/report.ts';
import { lengthTerm } from './model/calibration.ts';
import {
  reportedFeature,
  styleFeatureLabels,
  styleFeatures,
  maxPlaces,
  type StyleFeatureSums,
} from './features/styleFeatures.ts';
import type { Calibration } from './model/model.ts';

const maxEachWay = 4;
/** In log-odds: less than this moved nothing. */
const minWeight = 0.05;

/** A part of a document that counts for `share` (0..1) of its logit. */
export interface WeighedPart {
  /** Offset of the passage in the document, to which those of `styleFeatures` are relative. */
  start: number;
  share: number;
  styleFeatures: StyleFeatureSums;
}

/**
 * The style features that moved the score most, both ways, strongest first, each with the places that added most.
 * @param words of the document that were scored: log-odds grow with length as the calibration has it.
 */
export function gatherEvidence(
  parts: readonly WeighedPart[],
  words: number,
  { slope, both }: Calibration,
): Evidence[] {
  const steepness = slope + both * lengthTerm(words);
  const weights = styleFeatures.map((_, feature) => {
    let weight = 0;
    for (const {
      share,
      styleFeatures: { totals },
    } of parts)
      weight += share * totals[feature]!;
    return weight * steepness;
  });
  const ranked = [...weights.keys()].filter((feature) => Math.abs(weights[feature]!) >= minWeight);
  ranked.sort((a, b) => Math.abs(weights[b]!) - Math.abs(weights[a]!));
  const chosen = [
    ...ranked.filter((feature) => weights[feature]! > 0).slice(0, maxEachWay),
    ...ranked.filter((feature) => weights[feature]! < 0).slice(0, maxEachWay),
  ];
  const places = strongest(
    parts,
    new Map(chosen.map((feature) => [feature, Math.sign(weights[feature]! * steepness)])),
  );
  return chosen.map((feature) => {
    const weight = weights[feature]!;
    const reported = reportedFeature(styleFeatures[feature]!, weight);
    return { feature: reported, label: styleFeatureLabels[reported], weight, spans: places.get(feature)! };
  });
}

type Pull = Span & { pull: number };
const isAhead = (a: Pull, b: Pull): boolean => a.pull > b.pull || (a.pull === b.pull && a.start < b.start);

/** For each feature in `signs`, the places that pulled hardest its way (1 towards AI, -1 towards a person). */
function strongest(parts: readonly WeighedPart[], signs: ReadonlyMap<number, number>): Map<number, Span[]> {
  const pulls = new Map([...signs.keys()].map((feature) => [feature, [] as Pull[]]));
  for (const { start, share, styleFeatures: places } of parts) {
    for (let i = 0; i < places.features.length; i++) {
      const list = pulls.get(places.features[i]!);
      if (list === undefined) continue;
      const pull = places.adds[i]! * share * signs.get(places.features[i]!)!;
      if (pull <= 0 || (list.length === maxPlaces && pull <= list.at(-1)!.pull)) continue;
      const place = { start: start + places.starts[i]!, end: start + places.ends[i]!, pull };
      let at = list.length;
      while (at > 0 && isAhead(place, list[at - 1]!)) at--;
      list.splice(at, 0, place);
      if (list.length > maxPlaces) list.pop();
    }
  }
  return new Map(
    [...pulls].map(([feature, list]) => [
      feature,
      list.sort((a, b) => a.start - b.start).map(({ start, end }) => ({ start, end })),
    ]),
  );
}
