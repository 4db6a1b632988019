import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { madeUpCorpus } from '../../../unit/lab/training/madeUpCorpus.ts';
import { temporaryFolder } from '../../../rig/temporaryFolder.ts';

const evaluate = (...options: string[]): { status: number | null; stdout: string; stderr: string } =>
  spawnSync(process.execPath, ['lab/training/evaluate.ts', ...options], { encoding: 'utf8' });

describe('npm run evaluate', () => {
  it('says how it is called', () => {
    const { status, stderr } = evaluate();
    assert.equal(status, 2);
    assert.match(stderr, /^usage: npm run evaluate -- --corpus DIR/);
  });

  it('writes no model card from figures that flatter', () => {
    const { status, stderr } = evaluate('--corpus', '/nowhere', '--card', '/nowhere/card.md');
    assert.equal(status, 2);
    assert.match(stderr, /^--card needs --leave-one-source-out/);
  });

  it('names the option that is no number', () => {
    const { status, stderr } = evaluate('--corpus', '/nowhere', '--cap', 'many');
    assert.equal(status, 2);
    assert.match(stderr, /^--cap many: give a whole number from 1\./);
  });

  describe('on a small corpus', function () {
    this.timeout(60_000);
    let folder: string;
    before(() => {
      folder = temporaryFolder('evaluate');
      for (const [source, texts] of Map.groupBy(madeUpCorpus(5), (text) => text.source)) {
        const lines = texts.map(({ id, text, isAi, group, generator }) =>
          JSON.stringify({
            id,
            text,
            label: isAi ? 'ai' : 'human',
            lang: 'en',
            group,
            generator,
            year: 2020,
          }),
        );
        writeFileSync(join(folder, `${source}.jsonl.gz`), gzipSync(lines.join('\n')));
      }
    });
    const file = (name: string): string => join(folder, name);

    it('measures the model file, and says that figures on known sources flatter', () => {
      const { status, stdout, stderr } = evaluate(
        ...['--corpus', folder, '--cap', '20', '--json', file('file.json'), '--svg', file('file.svg')],
      );
      assert.equal(status, 0, stderr);
      assert.match(stdout, /figures flatter/);
      assert.match(stdout, /^## By source/m);
      assert.match(readFileSync(file('file.json'), 'utf8'), /"calibrationError"/);
      assert.match(readFileSync(file('file.svg'), 'utf8'), /^<svg /);
    });

    it('writes card, plot and figures of sources left out, and leaves nothing half-written', () => {
      const { status, stdout, stderr } = evaluate(
        ...['--corpus', folder, '--cap', '1000', '--leave-one-source-out'],
        ...['--json', file('out.json'), '--card', file('card.md')],
      );
      assert.equal(status, 0, stderr);
      assert.match(stdout, /^## Whole documents, by length/m);
      const figures = JSON.parse(readFileSync(file('out.json'), 'utf8')) as object;
      assert.ok('baseModels' in figures && 'targets' in figures);
      const card = readFileSync(file('card.md'), 'utf8');
      assert.match(card, /460 human and 460 AI texts/);
      assert.doesNotMatch(card, /NaN|undefined|null|Infinity/);
      assert.match(readFileSync(file('reliability.svg'), 'utf8'), /^<svg /);
      assert.deepEqual(
        readdirSync(folder).filter((name) => name.endsWith('.part')),
        [],
      );
    });
  });
});
