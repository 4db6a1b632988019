import assert from 'node:assert/strict';
import { tokenise } from '../../../../src/detector/features/tokens.ts';
import {
  cautionFor,
  distinctKind,
  kindBuckets,
  kindLogits,
  kindNames,
  kindShares,
} from '../../../../src/detector/model/kinds.ts';
import { normalise } from '../../../../src/detector/normalise/normalise.ts';
import { learnKinds, kindLogitsOfRow } from '../../../../lab/training/kinds.ts';
import { buildDataset } from '../../../../lab/training/dataset.ts';
import type { LabelledText } from '../../../../lab/training/corpus.ts';

const texts: LabelledText[] = Array.from({ length: 120 }, (_, i) => ({
  id: String(i),
  text: (i % 2 === 0
    ? 'the senator said on monday in the capital '
    : 'we study a model and prove the bound '
  ).repeat(8),
  isAi: i % 4 < 2,
  voice: i % 4 < 2 ? 'chat' : null,
  ...{ partner: null, style: null },
  source: i % 2 === 0 ? 'f3_news' : 'latex_human',
  domain: i % 2 === 0 ? 'news' : 'paper',
  group: String(i),
  generator: null,
  attack: null,
}));

describe('the kind of a text', () => {
  const dataset = buildDataset(texts, 100, 1, () => undefined);
  const kinds = learnKinds(dataset, new Set());
  const sharesOf = (text: string): number[] => {
    const tokens = tokenise(normalise(text));
    return kindShares(kindLogits(kinds, tokens, 0, tokens.count));
  };

  it('is recognised by its words, so that a paper is not judged like news', () => {
    assert.equal(distinctKind(kinds, sharesOf('the senator said on monday')), 'news');
    assert.equal(distinctKind(kinds, sharesOf('we prove the bound of a model')), 'papers');
  });

  it('is none where it could be several', () => {
    assert.equal(distinctKind(kinds, [0.4, 0.3, 0.3]), null);
  });

  it('asks for caution as far as it is of a kind whose people read like AI', () => {
    const names = ['news', 'abstracts'] as const;
    assert.equal(cautionFor({ names }, [1, 0]), 0);
    const [little, much] = [cautionFor({ names }, [0.8, 0.2]), cautionFor({ names }, [0.1, 0.9])];
    assert.ok(0 < little && little < much);
  });

  it('is in training what it is in the detector', () => {
    const row = dataset.sources.indexOf('f3_news');
    const shares = kindShares(kindLogitsOfRow(dataset.kindRows, row, kinds));
    const same = sharesOf('the senator said on monday in the capital ');
    assert.equal(shares.indexOf(Math.max(...shares)), same.indexOf(Math.max(...same)));
  });

  it('has a weight for every word and kind, and shares that sum to 1', () => {
    assert.equal(kinds.weights.length, kindBuckets * kindNames.length);
    assert.ok(Math.abs(sharesOf('anything').reduce((sum, share) => sum + share, 0) - 1) < 1e-9);
  });
});
