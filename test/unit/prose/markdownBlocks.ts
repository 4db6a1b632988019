import fc from 'fast-check';

/** Blocks, and beginnings of some, of which a document is put together. */
const blocks = [
  'It rained',
  'It rained *all* day',
  'We went _out_ [early](http://x.y)',
  '# A heading',
  'A heading\n=',
  '- one\n- two\n\n  more of two\n- three',
  '1. one\n\n   ```\n   code',
  '> quoted\n> words\n\n> more',
  '```js\nlet a;\n\nText in code\n```',
  '```\nopen code',
  '~~~\n```\n~~~',
  ' ```\nText behind a space',
  '    indented code',
  '<div>\n\nText in it\n\n</div>',
  '<!-- a comment\n\nText in it',
  '-->',
  '$$\nx^2\n\nText in it\n$$',
  '| a | b |\n|--|--|\n| c | d |',
  'Name | Age\n--|--\nAnn | 7',
  '[^1]: a note\n\n    more of it',
  'See [it] and [^1]',
  '[it]: http://z',
  '---\ntitle: x\n---',
  '---',
  'www.example.org<br>word',
  'Ünder the pier 🐝',
  '\uFEFFWords',
];
const breaks = ['\n', '\n\n', '\n \t\n', '\r\n\r\n', '\n\n\n', '\r\r'];

/** Markdown of many blocks, which is where it may be cut into pieces. */
export const markdownDocuments = fc
  .array(fc.tuple(fc.constantFrom(...blocks), fc.constantFrom(...breaks), fc.nat(3)), { maxLength: 12 })
  // Letters in front of a line end change which lines begin a piece.
  .map((parts) => parts.map(([block, end, more]) => block + 'x'.repeat(more) + end).join(''));
