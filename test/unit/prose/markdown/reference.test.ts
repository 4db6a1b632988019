import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { root } from '../../../rig/paths.ts';
import { isThorough, runs } from '../../../runs.ts';
import { assertLiteral, proseOf } from '../checks.ts';
import { wordsByMicromark, wordsOf } from './micromark.ts';

/** How many of these words are among those, each as often as it stands there. */
function shared(words: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1);
  return words.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  }).length;
}

/** Our words without the marks of quotations and items, which micromark's have not. */
function ownWords(document: string): string[] {
  return wordsOf(proseOf(document, 'markdown').text.replace(/^(?:> |- )/gm, ''));
}

describe('the words of Markdown, as micromark finds them', () => {
  it('are found in what comes with this project’s dependencies, and no others', () => {
    const paths = globSync('node_modules/{*,@*/*}/{README,CHANGELOG,LICENSE}.{md,markdown}', { cwd: root })
      .sort()
      .filter((_, i) => isThorough || i % 25 === 0);
    let own = 0;
    let others = 0;
    let both = 0;
    for (const path of paths) {
      const document = readFileSync(join(root, path), 'utf8');
      assertLiteral(document, proseOf(document, 'markdown'));
      const words = ownWords(document);
      const reference = wordsByMicromark(document);
      own += words.length;
      others += reference.length;
      both += shared(words, reference);
    }
    assert.ok(own > 4000, 'there is something to read');
    assert.ok(both / own >= 0.999, `precision is ${both / own}`);
    assert.ok(both / others >= 0.999, `recall is ${both / others}`);
  }).timeout(120_000);

  /** Names of parts of a line, and whole lines, of which documents are put together. */
  const inline = [
    '*',
    '**',
    '_',
    '__',
    '~',
    '~~',
    '`',
    '``',
    '[',
    ']',
    '(x)',
    '(<y> "t")',
    '[r]',
    '[]',
    '![',
    '\\',
  ]
    .concat([
      '&amp;',
      '&nope;',
      '<b>',
      '<b c="d">',
      '</b>',
      '<br>',
      '<!-- x -->',
      '<http://a.b>',
      '  \n',
      '\\\n',
    ])
    .concat(['\n', ' ', '.', '!', '(', ')', ':', 'a', 'b c', 'It rained', '[^n]', 'w', '|']);
  const lines = [
    '# ',
    '> ',
    '- ',
    '* ',
    '1. ',
    '2. ',
    '1) ',
    '  ',
    '   ',
    '```\n',
    '~~~\n',
    '---\n',
    '***\n',
    '===\n',
  ]
    .concat([
      '| a | b |\n',
      '|--|--|\n',
      'a | b\n',
      '[r]: x\n',
      '[r]: x "t"\n',
      '[^n]: a\n',
      '<div>\n',
      '</div>\n',
    ])
    .concat(['<!--\n', '-->\n', '\n', 'a\n', 'b c\n', 'It rained\n', 'It *rained*  \n']);
  const documents: [what: string, made: fc.Arbitrary<string>][] = [
    [
      'what stands in a line',
      fc
        .array(fc.constantFrom(...inline), { maxLength: 14 })
        .map((parts) => `a ${parts.join('')}\n\n[r]: z\n[^n]: z\n`),
    ],
    [
      'what lines begin with',
      fc.array(fc.constantFrom(...lines), { maxLength: 14 }).map((parts) => `a\n\n${parts.join('')}`),
    ],
  ];
  for (const [what, made] of documents) {
    it(`are the same whatever ${what.replace('what ', '')}`, () => {
      fc.assert(
        fc.property(made, (document) => {
          fc.pre(!differs.test(document));
          const ignored = hasRunsOfTwoLengths(document) ? '>-*_' : '>-';
          const [own, others] = [ownWords(document), wordsByMicromark(document)].map((words) =>
            words.filter((word) => !ignored.includes(word)).join(''),
          );
          assert.equal(own, others);
        }),
        { numRuns: runs(1500, 200) },
      );
    });
  }
});

/**
 * Where micromark strays from CommonMark, at an item in the line after a paragraph that begins another container or
 * near indented code; and where none says what is right: a note in an image, an address in brackets, `~` that
 * crosses emphasis.
 */
const differs =
  /(?:[-*>]|\d[.)]|\]:)[ \t]*(?:[-*]|\d[.)])(?:\s|$)|^ {4}|(?:[-*]|\d[.)]) {5}|!\[\^|\[[^]*<http|[*_][^]*~|~[^]*[*_]/m;

/**
 * Whether micromark may leave other marks of emphasis over: of a run that is partly used, it counts only the rest, where
 * CommonMark counts all.
 */
function hasRunsOfTwoLengths(document: string): boolean {
  return [/\*+/g, /_+/g].some((run) => new Set(document.match(run)).size > 1);
}
