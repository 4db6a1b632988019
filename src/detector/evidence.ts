import type { Evidence, Span } from '../api/report.ts';
import {
  reportedFeature,
  type ReportedFeature,
  styleFeatureLabels,
  styleFeatures,
  maxPlaces,
} from './features/styleFeatures.ts';
import type { ByVoice } from './model/voices.ts';
import type { PartAnalysis, PartScore } from './segments/passage.ts';

const maxPerDirection = 4;
/** The smallest effect that is reported, in log-odds. */
const minWeight = 0.05;

/** A part of a document with its share (0..1) of the document's logit. */
export interface WeighedPart
  extends Pick<PartAnalysis, 'starts' | 'ends'>, Pick<PartScore, 'styleFeatures' | 'plain'> {
  /** Offset of the passage in the document; the other offsets are relative to it. */
  start: number;
  share: number;
}

/**
 * The strongest evidence for either side, strongest first, with the places that contributed most. The chat voice
 * gives one item per style feature. The plain voice gives one item with sentences as places, because its single
 * words are too common to tell a reader anything.
 * @param steepness how much the log-odds grow with each voice's logit.
 */
export function gatherEvidence(parts: readonly WeighedPart[], steepness: ByVoice<number>): Evidence[] {
  const all = [...featureEvidence(parts, steepness.chat), ...plainEvidence(parts, steepness.plain)];
  return all.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
}

/** The most sentences shown for the plain voice. */
const maxSentences = 3;

function plainEvidence(parts: readonly WeighedPart[], steepness: number): Evidence[] {
  let weight = 0;
  for (const { share, plain } of parts) for (const add of plain) weight += share * add * steepness;
  if (Math.abs(weight) < minWeight) return [];
  const feature: ReportedFeature = weight > 0 ? 'wording_of_newer_models' : 'wording_of_people';
  const strongest: Contribution[] = [];
  for (const { start, share, starts, ends, plain } of parts) {
    plain.forEach((add, s) => {
      const pull = share * add * steepness * Math.sign(weight);
      keepStrongest(strongest, { start: start + starts[s]!, end: start + ends[s]!, pull }, maxSentences);
    });
  }
  return [evidenceOf(feature, weight, strongest)];
}

function featureEvidence(parts: readonly WeighedPart[], steepness: number): Evidence[] {
  const weights = styleFeatures.map((_, feature) => {
    const sum = parts.reduce(
      (total, { share, styleFeatures: { totals } }) => total + share * totals[feature]!,
      0,
    );
    return sum * steepness;
  });
  const ranked = [...weights.keys()]
    .filter((feature) => Math.abs(weights[feature]!) >= minWeight)
    .sort((a, b) => Math.abs(weights[b]!) - Math.abs(weights[a]!));
  const chosen = [1, -1].flatMap((side) =>
    ranked.filter((feature) => weights[feature]! * side > 0).slice(0, maxPerDirection),
  );
  const strongest = new Map(chosen.map((feature) => [feature, [] as Contribution[]]));
  for (const { start, share, styleFeatures: places } of parts) {
    places.features.forEach((feature, i) => {
      const list = strongest.get(feature);
      if (list === undefined) return;
      const pull = places.adds[i]! * share * Math.sign(weights[feature]! * steepness);
      const place = { start: start + places.starts[i]!, end: start + places.ends[i]!, pull };
      keepStrongest(list, place, maxPlaces);
    });
  }
  return [...strongest].map(([feature, list]) => {
    const weight = weights[feature]!;
    return evidenceOf(reportedFeature(styleFeatures[feature]!, weight), weight, list);
  });
}

/** A place and its effect in the direction of its feature. */
type Contribution = Span & { pull: number };

/** Inserts a place by strength, keeping at most `most`. Of equals, the first in the text is stronger. */
function keepStrongest(list: Contribution[], place: Contribution, most: number): void {
  if (place.pull <= 0 || (list.length === most && place.pull <= list.at(-1)!.pull)) return;
  const isWeaker = ({ pull, start }: Contribution): boolean =>
    pull < place.pull || (pull === place.pull && start > place.start);
  const at = list.findIndex(isWeaker);
  list.splice(at < 0 ? list.length : at, 0, place);
  if (list.length > most) list.pop();
}

/** An item of evidence with its places in the document's order. */
const evidenceOf = (feature: ReportedFeature, weight: number, places: Contribution[]): Evidence => ({
  ...{ feature, label: styleFeatureLabels[feature], weight },
  spans: places.sort((a, b) => a.start - b.start).map(({ start, end }) => ({ start, end })),
});
