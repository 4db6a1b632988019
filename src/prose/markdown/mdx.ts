import type { Prose } from '../../text/prose.ts';
import { markdownComments, markdownProse } from './markdown.ts';
import { isLineEnd } from '../../text/characters.ts';
import { matchEnd, matchFrom, Finders } from '../ahead.ts';
import { afterBlanks, tagFinder, type Dialect, type TagFinder } from './syntax.ts';
import { htmlComment, type Format } from '../format.ts';

/**
 * The prose of an MDX document: that of Markdown, and the text between components' tags. Imports, exports, tags
 * and expressions are left out. Malformed or unfinished tags and expressions are read as text.
 */
function mdxProse(document: string): Prose {
  return markdownProse(document, mdxDialect(document));
}

export const mdx: Format = {
  read: mdxProse,
  comments: {
    ...markdownComments,
    example: '{/* inkling-ignore */}',
    inline: [[/\{\s*\/\*/g, /\*\/\s*\}/], htmlComment],
  },
};

function mdxDialect(document: string): Dialect {
  const importEnd = importFinder(document);
  const jsxEnd = jsxFinder(document);
  /** The paragraph that was read last, and its tags. */
  let paragraph = '';
  let inParagraph = jsxFinder(paragraph);
  return {
    isMdx: true,
    isPandoc: false,
    blockEnd({ at, isParagraph, isFirstColumn }) {
      if (!beginsJsx(document, at)) return isFirstColumn && !isParagraph ? importEnd(at) : undefined;
      const end = endOfAll(document, jsxEnd, at);
      if (!isParagraph || end === undefined) return end;
      const next = afterBlanks(document, end);
      return next >= document.length || isLineEnd(document.charCodeAt(next)) ? end : undefined;
    },
    spanEnd: (at) => endOfAll(document, jsxEnd, at),
    signs: '{',
    inlineEnd(text, at) {
      if (!beginsJsx(text, at)) return undefined;
      if (paragraph !== text) {
        paragraph = text;
        inParagraph = jsxFinder(text);
      }
      return inParagraph(at);
    },
  };
}

function beginsJsx(text: string, at: number): boolean {
  return text[at] === '<' || text[at] === '{';
}

/** Finds where the tag, expression or comment that begins at an offset ends. In expressions only braces are counted. */
function jsxFinder(text: string): TagFinder {
  const finders = new Finders(text);
  let braceEnds: ReadonlyMap<number, number> | undefined;
  const braceEnd: TagFinder = (at) => (braceEnds ??= braceEndsOf(text)).get(at);
  const tagEnd = tagFinder(finders, braceEnd);
  return (at) => {
    if (text[at] === '{') return braceEnd(at);
    if (!text.startsWith('<!--', at)) return tagEnd(at);
    // HTML comments are not MDX, but are common in it.
    const close = finders.at('-->', at + 4);
    return close === Infinity ? undefined : close + 3;
  };
}

/** Where the last of several adjacent tags and expressions ends. */
function endOfAll(text: string, jsxEnd: TagFinder, at: number): number | undefined {
  let last: number | undefined;
  while (beginsJsx(text, at)) {
    const end = jsxEnd(at);
    if (end === undefined) break;
    last = end;
    at = afterBlanks(text, end);
  }
  return last;
}

/** For each opening brace, the offset after its closing one. */
function braceEndsOf(text: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (const { 0: brace, index } of text.matchAll(/[{}]/g)) {
    if (brace === '{') open.push(index);
    else if (open.length > 0) ends.set(open.pop()!, index + 1);
  }
  return ends;
}

/**
 * Finds where imports and exports end: at the first blank line outside all brackets, or, if a bracket is never
 * closed, at the first blank line.
 */
function importFinder(document: string): TagFinder {
  /** Set after a bracket remained open to the document's end, so that this search is not repeated. */
  let staysOpen = false;
  return (at) => {
    if (matchEnd(keyword, document, at) === undefined) return undefined;
    let firstBlank: number | undefined;
    let depth = 0;
    for (let match, next = at; (match = matchFrom(bracketOrBlankLine, document, next));) {
      const { index, 0: mark } = match;
      next = index + mark.length;
      if ('{[('.includes(mark)) depth++;
      else if ('}])'.includes(mark)) depth--;
      else if (depth <= 0 || staysOpen) return index;
      else firstBlank ??= index;
    }
    if (depth <= 0) return document.length;
    staysOpen = true;
    return firstBlank ?? document.length;
  };
}

/** A blank line begins at the end of the line above it. */
const bracketOrBlankLine = /[{}[\]()]|(?:\r\n|\n|\r)[ \t]*(?:[\r\n]|$)/g;
const keyword = /(?:import|export) /y;
