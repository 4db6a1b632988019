import type { Evidence, Span } from '../api/report.ts';
import {
  reportedFeature,
  type ReportedFeature,
  styleFeatureLabels,
  styleFeatures,
  maxPlaces,
  type StyleFeatureSums,
} from './features/styleFeatures.ts';
import type { ByVoice } from './model/voices.ts';

const maxPerDirection = 4;
/** The smallest effect that is reported, in log-odds. */
const minWeight = 0.05;

/** A part of a document with its share (0..1) of the document's logit. */
export interface WeighedPart {
  /** Offset of the passage in the document; offsets of `styleFeatures` are relative to it. */
  start: number;
  share: number;
  /** Sentence boundaries as offsets in the passage, end exclusive. */
  starts: readonly number[];
  ends: readonly number[];
  styleFeatures: StyleFeatureSums;
  /** Each sentence's contribution to the part's logit in the plain voice. */
  plain: Float64Array;
}

/**
 * The strongest evidence for either side, strongest first, with the places that contributed most. The chat voice
 * gives one item per style feature. The plain voice gives one item with sentences as places, because its single
 * words are too common to tell a reader anything.
 * @param steepness how much the log-odds grow with each voice's logit.
 */
export function gatherEvidence(parts: readonly WeighedPart[], steepness: ByVoice<number>): Evidence[] {
  const plain = plainEvidence(parts, steepness.plain);
  const features = [...featureEvidence(parts, steepness.chat), ...(plain === null ? [] : [plain])];
  return features.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
}

/** The most sentences shown for the plain voice. */
const maxSentences = 3;

function plainEvidence(parts: readonly WeighedPart[], steepness: number): Evidence | null {
  let weight = 0;
  for (const { share, plain } of parts) for (const add of plain) weight += share * add * steepness;
  if (Math.abs(weight) < minWeight) return null;
  const feature: ReportedFeature = weight > 0 ? 'wording_of_newer_models' : 'wording_of_people';
  const strongest: Contribution[] = [];
  for (const { start, share, starts, ends, plain } of parts) {
    plain.forEach((add, s) => {
      const pull = share * add * steepness * Math.sign(weight);
      keepStrongest(strongest, { start: start + starts[s]!, end: start + ends[s]!, pull }, maxSentences);
    });
  }
  return { feature, label: styleFeatureLabels[feature], weight, spans: placesInOrder(strongest) };
}

function featureEvidence(parts: readonly WeighedPart[], steepness: number): Evidence[] {
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
    ...ranked.filter((feature) => weights[feature]! > 0).slice(0, maxPerDirection),
    ...ranked.filter((feature) => weights[feature]! < 0).slice(0, maxPerDirection),
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

type Contribution = Span & { pull: number };
const isStronger = (a: Contribution, b: Contribution): boolean =>
  a.pull > b.pull || (a.pull === b.pull && a.start < b.start);

/**
 * For each feature in `signs`, the places with the strongest effect in its direction (1 towards AI, -1 towards a
 * person).
 */
function strongest(parts: readonly WeighedPart[], signs: ReadonlyMap<number, number>): Map<number, Span[]> {
  const pulls = new Map([...signs.keys()].map((feature) => [feature, [] as Contribution[]]));
  for (const { start, share, styleFeatures: places } of parts) {
    for (let i = 0; i < places.features.length; i++) {
      const list = pulls.get(places.features[i]!);
      if (list === undefined) continue;
      const pull = places.adds[i]! * share * signs.get(places.features[i]!)!;
      const place = { start: start + places.starts[i]!, end: start + places.ends[i]!, pull };
      keepStrongest(list, place, maxPlaces);
    }
  }
  return new Map([...pulls].map(([feature, list]) => [feature, placesInOrder(list)]));
}

/** Inserts a place by strength, keeping at most `most`. */
function keepStrongest(list: Contribution[], place: Contribution, most: number): void {
  if (place.pull <= 0 || (list.length === most && place.pull <= list.at(-1)!.pull)) return;
  let at = list.length;
  while (at > 0 && isStronger(place, list[at - 1]!)) at--;
  list.splice(at, 0, place);
  if (list.length > most) list.pop();
}

/** The places in the document's order. */
const placesInOrder = (list: readonly Contribution[]): Span[] =>
  list.toSorted((a, b) => a.start - b.start).map(({ start, end }) => ({ start, end }));
