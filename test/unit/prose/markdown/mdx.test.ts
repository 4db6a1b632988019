import assert from 'node:assert/strict';
import { itReads, marked } from '../checks.ts';

describe('the prose of MDX', () => {
  itReads('mdx', [
    ['Markdown', '# Pier\n\nIt *rained*.', 'Pier\n\nIt rained.'],
    ['nothing', 'import A from "a"\n', ''],
    ['front matter', '---\ntitle: x\n---\n\nIt rained.', 'It rained.'],
    ['an import', 'import { A } from "a"\nimport B from "b"\n\nIt rained.', 'It rained.'],
    ['an export', 'export const a = 1\n\nIt rained.', 'It rained.'],
    ['an export with blank lines', 'export const a = {\n  b: 1,\n\n  c: [2]\n}\n\nIt rained.', 'It rained.'],
    ['an export that is never closed', 'export const a = {\n\nIt rained.', 'It rained.'],
    [
      'words that begin like an import',
      'Important: it rained.\n\nexported goods',
      'Important: it rained.\n\nexported goods',
    ],
    ['a component in a sentence', 'It <Wet depth={2}>really</Wet> rained.', 'It really rained.'],
    [
      'a component without text',
      'It rained.\n\n<Chart data={[1, 2]} />\n\nIt stopped.',
      'It rained.\n\nIt stopped.',
    ],
    ['a component around text', '<Note>\n  It *rained*.\n</Note>', 'It rained.'],
    ['a component around blocks', '<Note>\n\n- One.\n- Two.\n\n</Note>', 'One.\nTwo.'],
    ['attributes', '<Note title="It {x} rained" {...rest}>\n  It rained.\n</Note>', 'It rained.'],
    ['an expression in a sentence', 'It rained {days} days.', 'It rained days.'],
    ['an expression at the end', 'It rained on {place}.', 'It rained on.'],
    ['an expression of its own', '{list.map(a => {\n  return a\n})}\n\nIt rained.', 'It rained.'],
    ['a comment', '{/* It leaned. */}\n\nIt rained.', 'It rained.'],
    ['fragments', '<>It rained.</>', 'It rained.'],
    ['code', 'It rained.\n\n```jsx\n<A />\n```\n', 'It rained.'],
    [
      'what follows code in components',
      '<Steps>\n  <Step>\n    ```sh\n    open\n    ```\n    It rained.\n  </Step>\n</Steps>',
      'It rained.',
    ],
    ['indented text, which is no code', '<Note>\n    It rained.\n</Note>', 'It rained.'],
    ['JSX that is broken', 'It rained.\n\n<Note\n\nIt stopped.', 'It rained.\n\n<Note\n\nIt stopped.'],
    ['an import beside broken JSX', 'import A from "a"\n\nIt rained {always.', 'It rained {always.'],
    [
      'broken JSX beside whole',
      'It {days} rained <Wet.\n\n<A>It</A> stopped.',
      'It rained <Wet.\n\nIt stopped.',
    ],
    ['an expression over blank lines', '<Chart data={[\n\n1]}\n/>\n\n{[\n\n2]}\n\nIt rained.', 'It rained.'],
    ['text behind a tag of several lines', '<Note\n  title="x">It rained.</Note>', 'It rained.'],
    [
      'a tag in the middle of a paragraph whose last line looks like a quotation',
      'It rained.\n<Link\n  to="/pier"\n>It stopped.</Link>\n\nWe left.',
      'It rained. It stopped.\n\nWe left.',
    ],
    ['an expression in it whose lines look like a list', 'It rained\n{days\n- 1\n} days.', 'It rained days.'],
    ['a tag that parts two paragraphs', 'It rained.\n<Line />\nIt stopped.', 'It rained.\n\nIt stopped.'],
    ['a comparison', 'It rained if a < b.', 'It rained if a < b.'],
    ['HTML comments, which are no MDX', '<!-- no -->\n\nIt rained.', 'It rained.'],
    ['math and tables', 'It rained.\n\n$$\nx\n$$\n\n| a |\n|---|\n| b |\n', 'It rained.'],
  ]);

  it('marks a sentence through the tags inside it', () => {
    const document = 'import A from "a"\n\nFirst. It <A b="c">really</A> rained. Third.';
    assert.deepEqual(marked(document, 'mdx', 'It really rained.'), ['It <A b="c">really</A> rained.']);
  });
});
