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

const maxEachWay = 4;
/** In log-odds: less than this moved nothing. */
const minWeight = 0.05;

/** A part of a document that counts for `share` (0..1) of its logit. */
export interface WeighedPart {
  /** Offset of the passage in the document, to which those of `styleFeatures` are relative. */
  start: number;
  share: number;
  /** Of each sentence, as offsets in the passage, end exclusive. */
  starts: readonly number[];
  ends: readonly number[];
  styleFeatures: StyleFeatureSums;
  /** What each sentence adds to the plain voice's logit of the part. */
  plain: Float64Array;
}

/**
 * What moved the score most, both ways, strongest first, each with the places that added most: the style features of the
 * chat voice, and the plain voice as one, with sentences as its places. Its single words are the commonest there are and
 * would tell a reader nothing.
 * @param steepness by how much the log-odds grow with the logit of each voice.
 */
export function gatherEvidence(parts: readonly WeighedPart[], steepness: ByVoice<number>): Evidence[] {
  const plain = plainEvidence(parts, steepness.plain);
  const features = [...featureEvidence(parts, steepness.chat), ...(plain === null ? [] : [plain])];
  return features.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
}

/** Sentences that are shown for the plain voice, at most. */
const maxSentences = 3;

function plainEvidence(parts: readonly WeighedPart[], steepness: number): Evidence | null {
  let weight = 0;
  for (const { share, plain } of parts) for (const add of plain) weight += share * add * steepness;
  if (Math.abs(weight) < minWeight) return null;
  const feature: ReportedFeature = weight > 0 ? 'wording_of_newer_models' : 'wording_of_people';
  const strongest: Pull[] = [];
  for (const { start, share, starts, ends, plain } of parts) {
    plain.forEach((add, s) => {
      const pull = share * add * steepness * Math.sign(weight);
      keepStrongest(strongest, { start: start + starts[s]!, end: start + ends[s]!, pull }, maxSentences);
    });
  }
  return { feature, label: styleFeatureLabels[feature], weight, spans: inOrder(strongest) };
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
      const place = { start: start + places.starts[i]!, end: start + places.ends[i]!, pull };
      keepStrongest(list, place, maxPlaces);
    }
  }
  return new Map([...pulls].map(([feature, list]) => [feature, inOrder(list)]));
}

/** Puts a place that pulls into its rank among the strongest, of which at most `most` are kept. */
function keepStrongest(list: Pull[], place: Pull, most: number): void {
  if (place.pull <= 0 || (list.length === most && place.pull <= list.at(-1)!.pull)) return;
  let at = list.length;
  while (at > 0 && isAhead(place, list[at - 1]!)) at--;
  list.splice(at, 0, place);
  if (list.length > most) list.pop();
}

/** The places in the order of the document. */
const inOrder = (list: readonly Pull[]): Span[] =>
  list.toSorted((a, b) => a.start - b.start).map(({ start, end }) => ({ start, end }));
