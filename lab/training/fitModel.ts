import { type Family, families } from '../../src/detector/features/features.ts';
import { type FamilyWeights, type LearntModel, packEntry } from '../../src/detector/model/model.ts';
import { type ByVoice, eachVoice } from '../../src/detector/model/voices.ts';
import { chooseThresholds, familyShares, fitCalibration, type PeopleRule } from './calibrate.ts';
import { type Dataset, idfUnit } from './dataset.ts';
import { nothingLearnt } from './stretches.ts';
import { largestWeight } from './quantise.ts';
import { nothingMeasured } from './falseAlarms.ts';
import { examplesOf, type FoldLearnt, type Unseen } from './unseen.ts';

const english: ModelKind = {
  name: 'inkling-en 3.1',
  language: 'en',
  people: { short: 0.003, long: 0.005, mostOfSource: 1 },
};

/** What distinguishes one model from another in training. */
export interface ModelKind {
  name: string;
  /** BCP 47 tag. */
  language: string;
  people: PeopleRule;
}

/**
 * The model with the given weights. Shares of families, calibration and thresholds are chosen on texts that models
 * had not seen. False alarms and stretches need whole documents and are added later.
 */
export function fitModel(
  dataset: Pick<Dataset, 'rows' | 'domains'>,
  unseen: readonly Unseen[],
  learnt: FoldLearnt,
  { name, language, people }: ModelKind = english,
): LearntModel {
  const taught = unseen.filter(({ isTaught }) => isTaught);
  const shares = eachVoice((voice) => familyShares(taught.map(({ margins }) => margins[voice])));
  const examples = examplesOf(dataset, taught, shares);
  const { voices: calibrated, growth } = fitCalibration(examples);
  return {
    name,
    language,
    bucketBits: Math.log2(dataset.rows[0]!.idf.length),
    families: families.map((family, f) => packFamily(family, dataset.rows[f]!.idf, learnt, shares, f)),
    voices: calibrated,
    growth,
    kinds: learnt.kinds,
    thresholds: chooseThresholds(examples, { voices: calibrated, growth }, people),
    falseAlarms: nothingMeasured,
    stretches: nothingLearnt,
  };
}

function packFamily(
  family: Family,
  idf: Uint8Array,
  { voices: learnt }: FoldLearnt,
  shares: ByVoice<readonly number[]>,
  f: number,
): FamilyWeights {
  const scales = eachVoice((voice) => largestWeight(learnt[voice][f]!.weights));
  const entries = Uint16Array.from(idf, (value, bucket) =>
    packEntry(
      value / idfUnit,
      eachVoice((voice) => learnt[voice][f]!.weights[bucket]! / scales[voice]),
    ),
  );
  return {
    family,
    entries,
    voices: eachVoice((voice) => ({
      scale: scales[voice],
      bias: learnt[voice][f]!.bias,
      share: shares[voice][f]!,
    })),
  };
}
