import assert from 'node:assert/strict';
import { Baseline } from '../../../src/scan/baseline.ts';
import { readRules, Rules } from '../../../src/scan/rules.ts';

describe('the rules of a folder', () => {
  const files = new Map([
    ['/a/inkling.jsonc', '{"severity": "error", "quotes": "score", "baseline": "known.json"}'],
    ['/a/.inklingignore', 'draft.md\n'],
    ['/a/known.json', new Baseline().withHuman('x.md', 'a'.repeat(32), 'mine').toText()],
  ]);
  const read = (path: string): Promise<string | undefined> => Promise.resolve(files.get(path));

  it('apply in the folders below it: what is scanned, what is judged, and the severity', async () => {
    const rules = await readRules('/a/b', read, () => Promise.resolve(false));
    assert.equal(rules.excludedBy('/a/b/draft.md'), '/a/.inklingignore');
    assert.equal(rules.excludedBy('/a/b/text.md'), undefined);
    assert.deepEqual(rules.prose, { humanPassages: new Map([['a'.repeat(32), 'mine']]), scoreQuotes: true });
    assert.equal(rules.severity, 'error');
  });

  it('leave all as it is where the folder says nothing', () => {
    const rules = new Rules();
    assert.deepEqual(
      [rules.severity, rules.prose.scoreQuotes, rules.prose.humanPassages.size],
      [undefined, false, 0],
    );
  });
});
