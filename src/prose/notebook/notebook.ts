import { createScanner } from 'jsonc-parser';
import { ProseBuilder, type Prose } from '../../text/prose.ts';
import { markdownCode, markdownProse } from '../markdown/markdown.ts';
import { takeNested, type Range } from '../../text/ranges.ts';
import { htmlComment, type Format } from '../format.ts';

/**
 * The prose of a Jupyter notebook's file: its Markdown cells (nbformat 3 and 4). Reads token by token, so that deep
 * nesting is safe and a broken file still yields the cells before the error.
 */
function notebookProse(document: string): Prose {
  const builder = new ProseBuilder(document);
  for (const cell of markdownCells(document)) {
    const source = decoded(document, cell);
    const prose = markdownProse(source.text);
    if (prose.text === '') continue;
    if (!builder.isEmpty) builder.add('\n\n');
    takeNested(builder, source, prose);
  }
  return builder.build();
}

export const ipynb: Format = {
  read: notebookProse,
  // No `ownLine`: a comment line would have to be a JSON string.
  comments: {
    inline: [htmlComment],
    code: markdownCode,
    hasCodeSpans: true,
    hasOwnBlocks: true,
    example: '<!-- inkling-ignore -->',
  },
};

/** A cell that is being read. `source` contains the ranges of its strings, without quotes. */
interface Cell {
  depth: number;
  isMarkdown: boolean;
  source: Range[];
}

function markdownCells(document: string): Range[][] {
  const scanner = createScanner(document, true);
  const cells: Range[][] = [];
  /** The property that contains each open object or list. */
  const path: (string | undefined)[] = [];
  let cell: Cell | undefined;
  let property: string | undefined;
  let lastString = '';
  for (;;) {
    scanner.scan();
    const start = scanner.getTokenOffset();
    const end = start + scanner.getTokenLength();
    if (start === end) return cells;
    switch (document.charAt(start)) {
      case '{':
      case '[':
        path.push(property);
        if (document[start] === '{' && path.at(-2) === 'cells' && path.at(-1) === undefined) {
          cell ??= { depth: path.length, isMarkdown: false, source: [] };
        }
        property = undefined;
        break;
      case '}':
      case ']':
        if (cell?.depth === path.length) {
          if (cell.isMarkdown) cells.push(cell.source);
          cell = undefined;
        }
        path.pop();
        property = undefined;
        break;
      case '"': {
        lastString = scanner.getTokenValue();
        if (!cell || document[end - 1] !== '"') break;
        const isOwn = path.length === cell.depth;
        if (isOwn && property === 'cell_type') cell.isMarkdown = lastString === 'markdown';
        const isLine = path.length === cell.depth + 1 && path.at(-1) === 'source';
        if ((isOwn && property === 'source') || isLine) cell.source.push({ start: start + 1, end: end - 1 });
        break;
      }
      case ':':
        property = lastString;
        break;
      case ',':
        property = undefined;
    }
  }
}

/** The joined content of JSON strings. Text is copied from the document; escapes are decoded. */
function decoded(document: string, strings: readonly Range[]): Prose {
  const builder = new ProseBuilder(document);
  for (const { start, end } of strings) {
    let from = start;
    const text = document.slice(start, end);
    for (const { index, 0: escape } of text.matchAll(/\\(?:u[\dA-Fa-f]{4}|["\\/bfnrt])/g)) {
      builder.take(from, start + index);
      builder.add(JSON.parse(`"${escape}"`) as string);
      from = start + index + escape.length;
    }
    builder.take(from, end);
  }
  return builder.build();
}
