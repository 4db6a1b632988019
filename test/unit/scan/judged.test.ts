import assert from 'node:assert/strict';
import { extractProse } from '../../../src/prose/extract.ts';
import {
  hashedBlocksOf,
  judgedProse,
  noRules,
  wholeAsProse,
  type HashedBlock,
} from '../../../src/scan/judged.ts';
import { notesOf } from '../../../src/scan/notes.ts';

const document = `The first paragraph is old.

> Somebody else said this.

<!-- inkling-ignore -->
This one is ignored.

I wrote this one myself.

The last paragraph is new.
`;

const [{ hash }] = hashedBlocksOf('I wrote this one myself.') as [HashedBlock];
const humanPassages = new Map([[hash, 'mine']]);
const old = { time: Date.UTC(2019, 5) / 1000, agent: null };
const origins = document.split('\n').map((_, line) => (line === 0 ? old : null));

describe('what of a document is judged', () => {
  const extracted = extractProse(document, 'markdown');
  assert.ok(extracted);

  it('excludes what a comment, the baseline or git’s dates leave out, and counts each', () => {
    const judged = judgedProse(document, extracted, { humanPassages, scoreQuotes: false }, [], origins);
    assert.equal(judged.prose.text, '> Somebody else said this.\n\nThe last paragraph is new.');
    assert.deepEqual(
      judged.ignored.map(({ by, words }) => [by, words]),
      [
        ['comment', 4],
        ['baseline', 5],
        ['history', 5],
      ],
    );
    const notes = notesOf(judged, true);
    assert.deepEqual(
      notes?.reasons.map(({ code }) => code),
      ['left_out_history', 'left_out_vouched', 'left_out_ignored', 'read_as_windows_1252'],
    );
  });

  it('includes quotations only if the folder’s rules say so', () => {
    const judged = judgedProse(document, extracted, { ...noRules, scoreQuotes: true }, []);
    assert.match(judged.prose.text, /^Somebody else said this\.$/m);
    assert.match(judgedProse(document, extracted, noRules, []).prose.text, /^> Somebody else said this\.$/m);
  });

  it('is limited to a selection, without its old parts, so that live mode works on the rest', () => {
    const ranges = [{ start: 0, end: document.indexOf('<!--') }];
    const selected = extractProse(document, 'markdown', ranges);
    assert.ok(selected);
    const judged = judgedProse(document, selected, noRules, ranges, origins);
    assert.equal(judged.prose.text, '> Somebody else said this.');
    assert.deepEqual(
      judged.ranges.map(({ start, end }) => document.slice(start, end).trim()),
      ['> Somebody else said this.'],
    );
  });

  it('is a text as it is where all of it is prose', () => {
    assert.equal(
      judgedProse('> Said.\n\nMine.', wholeAsProse('> Said.\n\nMine.'), noRules, []).prose.text,
      '> Said.\n\nMine.',
    );
    assert.equal(notesOf({ ignored: [] }), undefined);
  });
});

describe('Markdown in a document that is none', () => {
  const text = 'The **tide** rose.\n\n## Result\n\nIt **fell** again.\n';
  const marksIn = (document: string, languageId: string | null): string[] | undefined => {
    const extracted = languageId === null ? wholeAsProse(document) : extractProse(document, languageId)!;
    const { prose, notes } = judgedProse(document, extracted, noRules, []);
    return notes.evidence[0]?.spans.map(({ start, end }) => prose.text.slice(start, end));
  };

  it('is shown, with its places, in LaTeX and in what is read out of Word files', () => {
    assert.deepEqual(marksIn(text, null), ['**tide**', '## Result', '**fell**']);
    assert.deepEqual(marksIn('The **tide** rose. It **fell** again.\n', 'latex'), ['**tide**', '**fell**']);
  });

  it('is none where Markdown is at home, and once it may be anything', () => {
    for (const languageId of ['markdown', 'plaintext']) assert.equal(marksIn(text, languageId), undefined);
    assert.equal(marksIn('The **tide** rose.\n', null), undefined);
    assert.equal(marksIn('It is $a ** b ** c$ and 2**3, 4 ** 5.\n', 'latex'), undefined);
  });
});
