import assert from 'node:assert/strict';
import { outcomeOf } from '../../../../src/cli/scan/scanFile.ts';
import { noRules } from '../../../../src/scan/judged.ts';
import { arbitraryModel } from '../../detector/model-for-tests.ts';

describe('a file at which Inkling itself fails', () => {
  it('is named as not scanned: it neither ends the scan of the others nor counts as one that reads like AI', async () => {
    const reading = Promise.reject(new TypeError('x is not a function'));
    assert.deepEqual(await outcomeOf('a.md', reading, arbitraryModel(), noRules), {
      kind: 'problem',
      problem: 'could not be scanned (x is not a function). Please report this bug.',
      hasNoProse: false,
    });
  });
});
