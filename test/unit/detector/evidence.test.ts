import assert from 'node:assert/strict';
import { gatherEvidence, type WeighedPart } from '../../../src/detector/evidence.ts';
import { styleFeatures, type StyleFeature } from '../../../src/detector/features/styleFeatures.ts';

/** A place of a feature: where it begins in its passage, ten units long, and what it adds. */
type Place = [feature: StyleFeature, start: number, adds: number];

function part(
  totals: Partial<Record<StyleFeature, number>>,
  places: readonly Place[] = [],
  { start = 0, share = 1 } = {},
): WeighedPart {
  return {
    ...{ start, share, starts: [], ends: [], plain: Float64Array.of() },
    styleFeatures: {
      totals: styleFeatures.map((feature) => totals[feature] ?? 0),
      features: Uint8Array.from(places, ([feature]) => styleFeatures.indexOf(feature)),
      starts: Uint32Array.from(places, ([, begin]) => begin),
      ends: Uint32Array.from(places, ([, begin]) => begin + 10),
      adds: Float32Array.from(places, ([, , adds]) => adds),
    },
  };
}

/** Log-odds are what the features add. */
const steep = { chat: 1, plain: 1 };

describe('the evidence of a report', () => {
  it('names the style features that moved the score most, both ways, and none that moved nothing', () => {
    const totals = {
      ...{ contractions: 0.3, brackets: 0.5, dashes: 0.1, colons: 0.2, names: 0.4 },
      ...{ past: -0.06, adverbs: -0.9, numbers: 0.049, modals: -0.049 },
    };
    assert.deepEqual(
      gatherEvidence([part(totals)], steep).map(({ feature, weight }) => [feature, weight]),
      [
        ['adverbs', -0.9],
        ['brackets', 0.5],
        ['names', 0.4],
        ['contractions', 0.3],
        ['colons', 0.2],
        ['past', -0.06],
      ],
    );
    const other = { contractions: -0.1, brackets: -0.2, dashes: -0.3, colons: -0.4, names: -0.5, past: 0.05 };
    assert.deepEqual(
      gatherEvidence([part(other)], steep).map(({ feature }) => feature),
      ['names', 'colons', 'dashes', 'brackets', 'past'],
    );
  });

  it('weights each part by its share, and grows as steeply as the log-odds', () => {
    const parts = [
      part({ contractions: 1 }, [], { share: 0.75 }),
      part({ contractions: -1 }, [], { share: 0.25 }),
    ];
    assert.equal(gatherEvidence(parts, steep)[0]?.weight, 0.5);
    assert.equal(gatherEvidence(parts, { chat: 3, plain: 0 })[0]?.weight, 1.5);
  });

  it('shows the five places that pulled hardest its way, in the order of the document', () => {
    const pulls = [0.3, 0.1, -0.9, 0.5, 0.1, 0.6, 0, 0.2];
    const places = pulls.map((adds, i): Place => ['contractions', 20 * i, adds]);
    const [towards] = gatherEvidence([part({ contractions: 1 }, places)], steep);
    assert.deepEqual(
      towards?.spans.map(({ start }) => start),
      [0, 20, 60, 100, 140],
    );
    const [away] = gatherEvidence([part({ contractions: -1 }, places)], steep);
    assert.deepEqual(away?.spans, [{ start: 40, end: 50 }]);
  });

  it('places evidence of a later passage correctly, weighted by its part’s share', () => {
    const parts = [
      part(
        { contractions: 1 },
        [0, 1, 2].map((i): Place => ['contractions', 20 * i, 0.3]),
        { share: 0.8 },
      ),
      part(
        {},
        [0, 1, 2].map((i): Place => ['contractions', 20 * i, 0.5]),
        { start: 1000, share: 0.2 },
      ),
    ];
    assert.deepEqual(
      gatherEvidence(parts, steep)[0]?.spans.map(({ start, end }) => [start, end]),
      [
        [0, 10],
        [20, 30],
        [40, 50],
        [1000, 1010],
        [1020, 1030],
      ],
    );
  });

  it('calls words what they speak for, and never the same for both sides', () => {
    const [towards] = gatherEvidence([part({ words: 1 })], steep);
    assert.deepEqual(
      [towards?.feature, towards?.label],
      ['words_of_ai', 'Words and phrases typical of chat assistants'],
    );
    const [away] = gatherEvidence([part({ words: -1 })], steep);
    assert.deepEqual(
      [away?.feature, away?.label],
      ['words_of_people', 'Words and phrases typical of people'],
    );
  });

  it('shows whole sentences for the plain voice, because a single word such as “nobody” is too common to check', () => {
    const sentences = {
      ...{ starts: [0, 50, 90, 130], ends: [49, 89, 129, 180] },
      plain: Float64Array.of(0.1, 0.9, -0.2, 0.4),
    };
    const parts = [{ ...part({}), ...sentences }];
    assert.deepEqual(gatherEvidence(parts, { chat: 0, plain: 2 }), [
      {
        feature: 'wording_of_newer_models',
        label: 'Plain words, combined as newer AI models combine them',
        weight: 2 * (0.1 + 0.9 - 0.2 + 0.4),
        spans: [
          { start: 0, end: 49 },
          { start: 50, end: 89 },
          { start: 130, end: 180 },
        ],
      },
    ]);
    const people = { ...parts[0]!, plain: Float64Array.of(-1, 0.2, 0, 0) };
    const [away] = gatherEvidence([people], { chat: 1, plain: 1 });
    assert.deepEqual([away?.feature, away?.spans], ['wording_of_people', [{ start: 0, end: 49 }]]);
  });

  it('is none where nothing was scored', () => {
    assert.deepEqual(gatherEvidence([], steep), []);
  });
});
