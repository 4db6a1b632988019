import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

const evaluate = (...options: string[]): { status: number | null; stderr: string } =>
  spawnSync(process.execPath, ['src/training/evaluate.ts', ...options], { encoding: 'utf8' });

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
});
