import assert from 'node:assert/strict';
import { once } from 'node:events';
import * as v from 'valibot';
import { Confidence, Probability, Verdict } from '../../../src/api/report.ts';
import { folderWith, inkling, start } from './run.ts';

const Score = v.strictObject({
  id: v.union([v.string(), v.number()]),
  score: Probability,
  verdict: Verdict,
  confidence: Confidence,
  words: v.number(),
});

function scoresOf(stdout: string): v.InferOutput<typeof Score>[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => v.parse(Score, JSON.parse(line)));
}

describe('inkling score', () => {
  const folder = folderWith({});

  it('answers every line in order, with any id and length', async () => {
    const lines = [
      { id: 'a', text: 'It rained on the pier, and nobody minded.' },
      { id: 7, text: '' },
      { id: 'ünï', text: 'Line\u2028separator and \uD800 a lone surrogate.' },
    ];
    const { code, stdout, stderr } = await inkling(
      ['score'],
      folder(),
      lines.map((line) => JSON.stringify(line)).join('\n'),
    );
    assert.equal(stderr, '');
    assert.equal(code, 0);
    const scores = scoresOf(stdout);
    assert.deepEqual(
      scores.map(({ id }) => id),
      ['a', 7, 'ünï'],
    );
    assert.equal(scores[0]?.words, 8);
    assert.equal(scores[0].verdict, 'uncertain', 'eight words are too few for a verdict');
  });

  it('reports a broken line by its number, skips it, and ends with 1', async () => {
    const good = JSON.stringify({ id: 1, text: 'Fine.' });
    const input = Buffer.concat([
      Buffer.from(`${good}\n{"id": 2,\n{"id": 3}\n`),
      Buffer.from([0x7b, 0xff, 0x7d, 0x0a]),
      Buffer.from(`\n${good}\n`),
    ]);
    const { code, stdout, stderr } = await inkling(['score'], folder(), input);
    assert.equal(code, 1);
    assert.equal(scoresOf(stdout).length, 2);
    assert.deepEqual(
      [...stderr.matchAll(/line (\d+) skipped/g)].map(([, number]) => number),
      ['2', '3', '4'],
    );
  });

  it('gives a number back as it came, past what JavaScript can count: or its answer could not be joined', async () => {
    const input = ['9007199254740993', '1e3', '-0', '0.10'].map(
      (id) => `{"id":${id},"text":"hi","more":{"id":7}}`,
    );
    const { code, stdout } = await inkling(['score'], folder(), input.join('\n'));
    assert.equal(code, 0);
    assert.deepEqual(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => /^\{"id":([^,]*),/.exec(line)?.[1]),
      ['9007199254740993', '1e3', '-0', '0.10'],
    );
  });

  it('passes over blank lines: an editor that adds one must not fail a job', async () => {
    const { code, stdout, stderr } = await inkling(
      ['score'],
      folder(),
      '\n{"id":1,"text":"hi"}\r\n \t\r\n\n',
    );
    assert.deepEqual(
      { code, stderr, lines: stdout.trimEnd().split('\n').length },
      { code: 0, stderr: '', lines: 1 },
    );
  });

  it('answers thousands of lines in order', async () => {
    const count = 3000;
    const input = Array.from({ length: count }, (_, id) => JSON.stringify({ id, text: `Line ${id}.` }));
    const { code, stdout } = await inkling(['score'], folder(), input.join('\n'));
    assert.equal(code, 0);
    assert.deepEqual(
      scoresOf(stdout).map(({ id }) => id),
      input.map((_, id) => id),
    );
  });

  it('ends in peace when its reader has read enough, as `head` does', async () => {
    const child = start(['score'], folder());
    child.stdin.on('error', () => undefined);
    child.stdin.end(`${JSON.stringify({ id: 1, text: 'It rained.' })}\n`.repeat(50_000));
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.stdout.once('data', () => child.stdout.destroy());
    const [code] = (await once(child, 'close')) as [number | null];
    assert.equal(stderr, '');
    assert.equal(code, 0);
  });

  it('gives no answer for no lines', async () => {
    const { code, stdout } = await inkling(['score'], folder());
    assert.equal(code, 0);
    assert.equal(stdout, '');
  });
});
