import assert from 'node:assert/strict';
import { genreFolds, genreOf, sourceFolds, sourceGroups } from '../../../../lab/training/folds.ts';
import { origins } from '../../../../lab/training/sources.ts';

const known = Object.values(sourceGroups).flat();

describe('folds', () => {
  it('leave every source out exactly once, strangers too', () => {
    const leftOut = sourceFolds([...known, 'stranger', 'stranger']).flatMap((fold) => fold.leftOut);
    assert.deepEqual(leftOut.sort(), [...known, 'stranger'].sort());
    assert.deepEqual(
      genreFolds(known)
        .flatMap((fold) => fold.leftOut)
        .sort(),
      [...known].sort(),
    );
  });

  it('leave out together what shares human texts, so that none of them is seen', () => {
    const folds = sourceFolds(known);
    for (const together of [
      ['outfox', 'persuade_essays', 'kaggle_essays'],
      ['fastdetectgpt', 'glimpse_en', 'imbd', 'seqxgpt_docs', 'pubmedqa_human'],
    ]) {
      assert.deepEqual(folds.find(({ leftOut }) => leftOut.includes(together[0]!))!.leftOut, together);
    }
  });

  it('have nothing to say about sources that are not there', () => {
    assert.deepEqual(sourceFolds(['imbd']), [
      { name: 'fastdetectgpt+glimpse_en+imbd+seqxgpt_docs+pubmedqa_human', leftOut: ['imbd'] },
    ]);
    assert.deepEqual(genreFolds(['imbd']), [{ name: 'passages', leftOut: ['imbd'] }]);
  });

  it('put a source in one genre, and strangers beside each other', () => {
    assert.equal(new Set(known).size, known.length);
    assert.equal(genreOf('blogs_ai', 'tutorial'), 'blogs');
    assert.equal(genreOf('slop_score', 'essay'), 'essays');
    assert.equal(genreOf('slop_score', 'story'), 'stories');
    assert.equal(genreOf('stranger', 'story'), 'other');
  });

  it('hold no source whose repository and licence the model card could not state', () => {
    assert.deepEqual(
      known.filter((source) => origins[source] === undefined),
      [],
    );
  });
});
