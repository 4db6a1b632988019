import assert from 'node:assert/strict';
import { Baseline } from '../../../src/scan/baseline.ts';
import { hashedBlocksOf } from '../../../src/scan/judged.ts';
import { ConfigError } from '../../../src/scan/config.ts';

const hashesOf = (text: string): string[] => hashedBlocksOf(text).map(({ hash }) => hash);

describe('a baseline', () => {
  const [one = '', two = ''] = hashesOf('One.\n\nTwo.');

  it('recognises a passage that was moved, wrapped or formatted differently', () => {
    assert.deepEqual(
      hashesOf('New first.\r\n\r\n> “The ferry\r\n> was *late*”.\r\n  \r\nLast'),
      hashesOf('New first.\n\nThe FERRY was\nlate\n\nLast.\n'),
    );
    assert.notEqual(one, two);
    assert.deepEqual(
      hashedBlocksOf('* * *\n\nA b').map(({ start, end }) => [start, end]),
      [[7, 10]],
    );
  });

  it('contains hashes and no text, and is read back unchanged', () => {
    const baseline = new Baseline([{ file: 'b.md', hash: two }]).withHuman('a.md', one, 'Ann wrote it');
    const text = baseline.toText();
    assert.equal(
      text.split('\n')[3],
      `    {"file":"a.md","hash":"${one}","kept":true,"reason":"Ann wrote it"},`,
    );
    const read = Baseline.parse(text, 'baseline.json');
    assert.deepEqual(read.entries, baseline.entries);
    assert.deepEqual([...read.humanPassages], [[one, 'Ann wrote it']]);
    assert.equal(read.has(two), true);
    assert.throws(() => Baseline.parse('{"version": 2}', 'x.json'), ConfigError);
  });

  it('drops what is gone from the files that were scanned, and nothing of the others but deleted ones', () => {
    const [three = '', four = '', five = ''] = hashesOf('Three.\n\nFour.\n\nFive.');
    const before = new Baseline([
      { file: 'a.md', hash: one },
      { file: 'other.md', hash: two },
      { file: 'gone.md', hash: three },
    ])
      .withHuman('a.md', four, 'fine')
      .withHuman('a.md', five);
    const after = before.updated(
      new Map([
        ['a.md', { all: [three], flagged: [three] }],
        ['b.md', { all: [four], flagged: [four] }],
      ]),
      (file) => file === 'other.md',
    );
    assert.deepEqual(after.entries, [
      { file: 'a.md', hash: three },
      { file: 'b.md', hash: four, kept: true, reason: 'fine' },
      { file: 'other.md', hash: two },
    ]);
  });
});
