import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatNames } from '../../../../src/cli/settings.ts';
import { outcomeOf, type Outcome } from '../../../../src/cli/scan/scanFile.ts';
import { readOpenDocument } from '../../../../src/cli/scan/readProse.ts';
import { renderOutcome, type RenderOptions } from '../../../../src/cli/scan/renderFile.ts';
import { loadModel } from '../../../../src/detector/model/model.ts';
import { noRules } from '../../../../src/scan/judged.ts';
import { root } from '../../../rig/paths.ts';
import { essay, letter } from '../../../serve/cli/texts.ts';

describe('what is told of a file', () => {
  const options: RenderOptions = {
    ...{ ...noRules, hashPassages: true },
    ...{ format: 'text', suppressions: true, isStyled: false, level: 'note', known: undefined },
  };

  function outcome(text: string): Promise<Outcome> {
    const model = loadModel(readFileSync(join(root, 'media/inkling-en.inkmodel')));
    const reading = Promise.resolve(readOpenDocument({ text, languageId: 'markdown' }, options));
    return outcomeOf('a.md', reading, model, options);
  }

  async function tell(text: string, settings: Partial<RenderOptions>, lines?: [number, number][]) {
    const rendered = renderOutcome(await outcome(text), { ...options, ...settings }, lines);
    assert.equal(rendered.kind, 'rendered');
    const { texts, failure, outcome: counted, passages } = rendered;
    return { text: String(texts[0]), failure, isKnown: counted === 'known', passages };
  }

  it('does not depend on other files, so that threads can work independently', async () => {
    const result = await outcome(essay);
    for (const format of formatNames) {
      const [first, second] = [0, 1].map(() => renderOutcome(result, { ...options, format }));
      assert.deepEqual(first, second, format);
    }
  });

  it('is nothing of a file that is fine where only what fails is asked for', async () => {
    const settings: Partial<RenderOptions> = { quiet: true, failOn: 'ai' };
    const fine = await tell(letter, settings);
    assert.deepEqual([fine.text, fine.failure], ['', undefined]);
    const failing = await tell(essay, settings);
    assert.equal(failing.failure, 'ai');
    assert.match(failing.text, /^a\.md:1:1: .* Fails: ai\.\n/);
    const over = await tell(essay, { threshold: 0.5 });
    assert.match(over.failure ?? '', /^score [01]\.\d\d, threshold 0\.5$/);
    assert.match(failing.text, /^a\.md:1:1: This text reads like AI\./);
  });

  it('is no finding where the baseline knows all of it, or no line of it changed', async () => {
    const { passages } = await tell(essay, { updateBaseline: true });
    assert.ok(passages !== undefined && passages.flagged.length > 0);
    const byBaseline = await tell(essay, { failOn: 'ai', known: new Set(passages.all) });
    const byLines = await tell(essay, { failOn: 'ai' }, [[9000, 9001]]);
    for (const known of [byBaseline, byLines]) {
      assert.deepEqual(known, { text: '', failure: undefined, isKnown: true, passages: undefined });
    }
    const changed = await tell(essay, { failOn: 'ai' }, [[1, 9000]]);
    assert.deepEqual([changed.isKnown, changed.failure !== undefined], [false, true]);
  });

  it('is its passages alone where a baseline is written, which nothing is printed for', async () => {
    const { text, failure, passages } = await tell(essay, { updateBaseline: true, failOn: 'ai' });
    assert.deepEqual([text, failure], ['', undefined]);
    assert.ok(passages?.flagged.every((hash) => passages.all.includes(hash)));
  });
});
