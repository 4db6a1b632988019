import fc from 'fast-check';

const words =
  'the harbour was quiet that morning and we walked along wall until boats came in with nets which smelled of weed ' +
  'old rope nobody spoke much because wind had turned overnight so every captain watched sky rather than his crew';

/** A sentence of some plain English words, with a stop. */
export const sentence = fc
  .array(fc.constantFrom(...words.split(' ')), { minLength: 1, maxLength: 30 })
  .map((chosen) => `We ${chosen.join(' ')}. `);

/** What can stand in a document beside plain sentences, and what has broken detectors before. */
export const oddity = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    ...[
      '\n',
      '\n\n',
      '\r\n',
      '\r\n\r\n',
      '\r',
      '\t',
      ' ',
      '\n# Heading\n\n',
      '\n- item\n',
      '\n1. item\n',
      '> ',
      '---\n',
    ],
    ...[
      '```',
      '\n```\n',
      '\n```js\nlet x = {};\n```\n',
      '\n  ~~~~\n',
      '\n~~~\n',
      '\n> ```\n',
      '```inline```',
    ],
    ...[
      '<!--',
      '-->',
      '<!-- note -->',
      '<b>',
      '[a](b',
      '| a | b |\n|---|---|\n',
      'https://a.b/c?d',
      '**',
      '\\',
    ],
    ...[
      '\ud800',
      '\udc00',
      '😀',
      '👩‍👩‍👧',
      '\u0301',
      '\u200b',
      '\u202e',
      '\ufeff',
      'שלום עולם. ',
      '文字列。',
      '…',
      '—',
    ],
    'Der Hafen war still, und wir gingen bis zur Mauer, weil die Boote später kamen als sonst. ',
    '\nif (a[i] == null || b.c(d) !== e) { return { f: g[h], i: [j] }; }\n',
  ),
);

/** Any document: mostly prose, with all that can interrupt it. */
export const documents = fc
  .array(fc.oneof({ arbitrary: sentence, weight: 6 }, { arbitrary: oddity, weight: 1 }), {
    maxLength: 160,
    size: 'max',
  })
  .map((pieces) => pieces.join(''));

/** What an edit can put in: nothing, a letter, a sentence, an oddity, a paste of paragraphs. */
const insertions = fc.oneof(fc.constantFrom('', 'x', ' '), sentence, oddity, documents);

/** A replacement: where it begins, how much it takes away (both as shares of what there is), what it puts in. */
export interface TextEdit {
  at: number;
  removed: number;
  inserted: string;
}

export const edits: fc.Arbitrary<TextEdit> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.oneof(
    fc.constant(0),
    fc.double({ min: 0, max: 0.01, noNaN: true }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  ),
  inserted: insertions,
});

/** @returns the text with this replacement made in it. */
export function edited(text: string, { at, removed, inserted }: TextEdit): string {
  const start = Math.floor(at * text.length);
  const end = start + Math.floor(removed * (text.length - start));
  return text.slice(0, start) + inserted + text.slice(end);
}
