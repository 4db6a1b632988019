import { BlockWriter } from '../blockWriter.ts';
import type { Line } from '../../text/lines.ts';
import type { Prose } from '../../text/prose.ts';
import { BlockReader } from './blocks.ts';
import { InlineWriter } from './inlines.ts';
import { environmentFinder, type Dialect } from './syntax.ts';
import { htmlComment, blockUntil, type CommentSyntax, type Format, type LineState } from '../format.ts';

/** CommonMark, GitHub's extensions, front matter, TeX formulas. */
function commonDialect(document: string): Dialect {
  const environmentEnd = environmentFinder(document);
  return { isMdx: false, isPandoc: false, blockEnd: ({ at }) => environmentEnd(at) };
}

/** In a notebook, lines begin with a quotation mark. */
export function markdownCode({ text }: Line): LineState | undefined {
  const fence = /^[ \t>"]*(?:(?:[-*+]|\d+[.)])[ \t]+)?(`{3,}|~{3,})/.exec(text)?.[1];
  if (fence === undefined) return undefined;
  return blockUntil((line) => line.text.replace(/^[ \t>"]+/, '').startsWith(fence));
}

/** Comments in Markdown are separate blocks, in the list or quotation of the next block. */
export const markdownComments: CommentSyntax = {
  inline: [htmlComment],
  code: markdownCode,
  hasCodeSpans: true,
  item: /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)+(?:\[[ xX]\][ \t]+)?$/,
  example: '<!-- inkling-ignore -->',
  ownLine: 'apart',
};

export const markdown: Format = { read: markdownProse, comments: markdownComments };

/** A list with fewer links may be an ordinary list. */
const minLinks = 3;

/**
 * The prose of a Markdown document: paragraphs, headings, list items, quotes and footnotes. Blank lines separate
 * blocks, each list item is one line, and wrapped lines are joined by a space. Takes time in proportion to the
 * document's length.
 */
export function markdownProse(document: string, dialect = commonDialect(document)): Prose {
  const blocks = new BlockReader(document, dialect).read();
  const writer = new BlockWriter(document);
  const inlines = new InlineWriter(document, blocks, writer, dialect);
  let listDepth = 0;
  let removeList = writer.checkpoint();
  for (const event of blocks.events) {
    switch (event.kind) {
      case 'text':
        inlines.write(event.lines, event.beginsItem);
        break;
      case 'openQuote':
        writer.openQuote();
        break;
      case 'closeQuote':
        writer.closeQuote();
        break;
      case 'openList':
        if (listDepth++ === 0) {
          removeList = writer.checkpoint();
          inlines.links = 0;
          inlines.hasText = false;
        }
        writer.openList();
        break;
      case 'closeList':
        writer.closeList();
        // A list of only links, such as a table of contents, is not prose.
        if (--listDepth === 0 && inlines.links >= minLinks && !inlines.hasText) removeList();
    }
  }
  return writer.build();
}
