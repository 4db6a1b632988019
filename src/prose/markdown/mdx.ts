import type { Prose } from '../../text/prose.ts';
import { markdownComments, proseOfMarkdown } from './markdown.ts';
import { isLineEnd, isSpaceOrTab } from '../../text/characters.ts';
import { matchEnd, Finders } from '../ahead.ts';
import { TagReader, type Dialect } from './syntax.ts';
import { htmlComment, type Format } from '../format.ts';

/**
 * The prose of an MDX document: that of Markdown, and the text between components' tags. Imports, exports, tags and
 * expressions are left out. Malformed tags and expressions, such as unfinished ones, are text.
 */
function mdxProse(document: string): Prose {
  return proseOfMarkdown(document, mdxDialect(document));
}

export const mdx: Format = {
  read: mdxProse,
  comments: {
    ...markdownComments('{/* inkling-ignore */}'),
    inline: [[/\{\s*\/\*/g, /\*\/\s*\}/g], htmlComment],
  },
};

function mdxDialect(document: string): Dialect {
  const imports = new ImportReader(document);
  const blocks = new JsxReader(document);
  const inDocument = new JsxReader(document);
  let inText = inDocument;
  const beginsJsx = (at: number): boolean => {
    const code = document.charCodeAt(at);
    return code === less || code === openingBrace;
  };
  return {
    hasHtml: false,
    hasIndentedCode: false,
    hasMathFences: true,
    isPandoc: false,
    blockEnd({ at, isParagraph, isFirstColumn }) {
      if (beginsJsx(at)) {
        const end = blocks.endOfAll(at);
        return isParagraph && end !== undefined && !isLineEndNext(document, end) ? undefined : end;
      }
      return isFirstColumn && !isParagraph ? imports.end(at) : undefined;
    },
    spanEnd: (at) => (beginsJsx(at) ? blocks.endOfAll(at) : undefined),
    signs: '{',
    inlineEnd(text, at, end) {
      const code = text.charCodeAt(at);
      if (code !== less && code !== openingBrace) return undefined;
      if (text.length === document.length) return inDocument.end(at, end);
      if (inText.text !== text) inText = new JsxReader(text);
      return inText.end(at, end);
    },
  };
}

function isLineEndNext(text: string, at: number): boolean {
  while (isSpaceOrTab(text.charCodeAt(at))) at++;
  return at >= text.length || isLineEnd(text.charCodeAt(at));
}

/** Finds where tags, expressions and comments end. In expressions only braces are counted. */
class JsxReader {
  readonly text: string;
  readonly #finders: Finders;
  readonly #tags: TagReader;
  #braceEnds: ReadonlyMap<number, number> | undefined;

  constructor(text: string) {
    this.text = text;
    this.#finders = new Finders(text);
    this.#tags = new TagReader(this.#finders);
  }

  /** Where the tag, expression or comment that begins here ends. */
  end(at: number, end: number): number | undefined {
    const found = this.#end(at, end);
    return found !== undefined && found <= end ? found : undefined;
  }

  #end(at: number, end: number): number | undefined {
    if (this.text.charCodeAt(at) === openingBrace) return this.#braceEnd(at);
    // HTML comments are not MDX, but are common in it.
    if (this.text.startsWith('<!--', at)) return this.#finders.at('-->', at + 4) + 3;
    return this.#tags.end(at, end, (brace) => this.#braceEnd(brace));
  }

  /** Where the last of several adjacent tags and expressions ends. */
  endOfAll(at: number): number | undefined {
    let last: number | undefined;
    for (let next = at; ;) {
      const end = this.end(next, this.text.length);
      if (end === undefined) return last;
      last = next = end;
      while (isSpaceOrTab(this.text.charCodeAt(next))) next++;
      const code = this.text.charCodeAt(next);
      if (code !== less && code !== openingBrace) return last;
    }
  }

  #braceEnd(at: number): number | undefined {
    this.#braceEnds ??= braceEndsOf(this.text);
    return this.#braceEnds.get(at);
  }
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
class ImportReader {
  readonly #document: string;
  /** Set once a bracket remained open to the document's end, to avoid repeating that search. */
  #staysOpen = false;

  constructor(document: string) {
    this.#document = document;
  }

  end(at: number): number | undefined {
    if (matchEnd(keyword, this.#document, at) === undefined) return undefined;
    let firstBlank: number | undefined;
    let depth = 0;
    /** Where the last non-blank line ended. */
    let lineEnd = at;
    let isBlank = false;
    for (let i = at; i < this.#document.length; i++) {
      const code = this.#document.charCodeAt(i);
      if (isLineEnd(code)) {
        if (!isBlank) lineEnd = i;
        else if (!this.#document.startsWith('\r\n', i - 1)) {
          if (depth <= 0) return lineEnd;
          firstBlank ??= lineEnd;
          if (this.#staysOpen) return firstBlank;
        }
        isBlank = true;
      } else if (!isSpaceOrTab(code)) {
        isBlank = false;
        if ('{[('.includes(this.#document[i]!)) depth++;
        else if ('}])'.includes(this.#document[i]!)) depth--;
      }
    }
    if (depth <= 0) return isBlank ? lineEnd : this.#document.length;
    this.#staysOpen = true;
    return firstBlank ?? this.#document.length;
  }
}

const keyword = /(?:import|export) /y;
const less = 60;
const openingBrace = 123;
