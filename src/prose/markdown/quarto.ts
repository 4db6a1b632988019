import type { Prose } from '../text/prose.ts';
import { htmlBlockElement } from './blocks.ts';
import { proseOfMarkdown } from './markdown.ts';
import { Finders, isLineEnd, isSpaceOrTab, TagReader, type BlockStart, type Dialect } from './syntax.ts';

/**
 * The prose of a Quarto or R Markdown document: that of Markdown without what Pandoc, Quarto and bookdown add to it,
 * which are the lines that open and close divisions, citations, attributes, shortcodes, labels, TeX, formulas, and
 * tables of other shapes with their captions. Chunks of code are fenced code.
 */
export function quartoProse(document: string): Prose {
  const blocks = new PandocBlocks(document);
  return proseOfMarkdown(document, {
    hasHtml: true,
    hasIndentedCode: true,
    hasMathFences: false,
    isPandoc: true,
    blockEnd: (line) => blocks.end(line),
    spanEnd: (at) => blocks.tagEnd(at),
    signs: '{(^',
    inlineEnd: pandocInlineEnd,
  } satisfies Dialect);
}

/** Finds where the blocks of Pandoc end that hold no text. */
class PandocBlocks {
  readonly #document: string;
  readonly #finders: Finders;
  readonly #tags: TagReader;
  /** Where the last table drawn with `+` ends. */
  #gridEnd = -1;

  constructor(document: string) {
    this.#document = document;
    this.#finders = new Finders(document);
    this.#tags = new TagReader(this.#finders);
  }

  /** Where the tag of HTML ends that begins here. */
  tagEnd(at: number): number | undefined {
    return this.#document.charAt(at) === '<' ? this.#tags.end(at, this.#document.length) : undefined;
  }

  end(line: BlockStart): number | undefined {
    switch (this.#document.charAt(line.at)) {
      case ':':
        return this.#colonEnd(line);
      case '$':
        return this.#formulaEnd(line.at);
      case '+':
        return this.#gridTableEnd(line);
      case '\\':
        return this.#environmentEnd(line.at);
      case '<':
        return this.#elementEnd(line);
      case 'T':
      case 't':
        return !line.isParagraph && matchesAt(tableCaption, this.#document, line.at)
          ? this.#paragraphEnd(line)
          : undefined;
      default:
        return undefined;
    }
  }

  /** `::: {.note}` and `:::`, alone on a line; `: the caption of a table`; of `:   a definition` the mark. */
  #colonEnd(line: BlockStart): number | undefined {
    const { at, end } = line;
    if (this.#document.startsWith(':::', at)) return end;
    if (at + 1 >= end || !isSpaceOrTab(this.#document.charCodeAt(at + 1))) return undefined;
    const isAfterGrid = this.#gridEnd >= 0 && this.#document.slice(this.#gridEnd, at).trim() === '';
    return !line.isParagraph && (line.isAfterTable || isAfterGrid) ? this.#paragraphEnd(line) : at + 1;
  }

  /** Two dollars to two dollars, without a blank line, and a label after them. */
  #formulaEnd(at: number): number | undefined {
    if (!this.#document.startsWith('$$', at)) return undefined;
    const close = this.#finders.at('$$', at + 2);
    if (close === Infinity || blankLine.test(this.#document.slice(at, close))) return undefined;
    let after = close + 2;
    while (isSpaceOrTab(this.#document.charCodeAt(after))) after++;
    const code = after < this.#document.length ? this.#document.charCodeAt(after) : 10;
    return code === openingBrace || isLineEnd(code) ? this.#lineEnd(after) : undefined;
  }

  /** A table whose lines are drawn, and its rows. */
  #gridTableEnd({ at, end }: BlockStart): number | undefined {
    if (!gridLine.test(this.#document.slice(at, end))) return undefined;
    let last = end;
    for (;;) {
      tableRow.lastIndex = last;
      if (!tableRow.test(this.#document)) break;
      last = this.#lineEnd(tableRow.lastIndex);
    }
    this.#gridEnd = last;
    return last;
  }

  /** The tag of an element that is a block, whose text is read; all of a table. */
  #elementEnd({ at, end }: BlockStart): number | undefined {
    const text = this.#document.slice(at, Math.min(end, at + 40));
    if (!htmlBlockElement.test(text)) return undefined;
    if (/^<table\b/i.test(text)) {
      const close = this.#finders.at('</table>', at);
      if (close < Infinity) return close + '</table>'.length;
    }
    return this.tagEnd(at);
  }

  #environmentEnd(at: number): number | undefined {
    environment.lastIndex = at;
    const name = environment.exec(this.#document)?.[1];
    if (name === undefined) return undefined;
    const closing = `\\end{${name}}`;
    const end = this.#finders.at(closing, at);
    return end === Infinity ? undefined : end + closing.length;
  }

  #lineEnd(at: number): number {
    while (at < this.#document.length && !isLineEnd(this.#document.charCodeAt(at))) at++;
    return at;
  }

  /** Where the lines end that a blank one follows. */
  #paragraphEnd({ end }: BlockStart): number {
    for (;;) {
      nextLine.lastIndex = end;
      if (!nextLine.test(this.#document)) return end;
      end = this.#lineEnd(nextLine.lastIndex);
    }
  }
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

const openingBrace = 123;
const blankLine = /\n[ \t]*\r?\n|\r[ \t]*\r/;
const gridLine = /^\+(?:[-=:]+\+)+[ \t]*$/;
const tableRow = /(?:\r\n|\n|\r)[ \t]*[+|]/y;
const tableCaption = /[Tt]able:\s/y;
const environment = /\\begin\{([A-Za-z]+\*?)\}/y;
/** A line end, and a line that isn't blank. */
const nextLine = /(?:\r\n|\n|\r)[ \t]*(?=[^\s])/y;

/** Where what Pandoc adds to a sentence ends, if such begins here. */
function pandocInlineEnd(text: string, at: number, end: number): number | undefined {
  const patterns = inlinePatterns[text[at]!];
  if (!patterns) return undefined;
  for (const pattern of patterns) {
    if (matchesAt(pattern, text, at) && pattern.lastIndex <= end) return pattern.lastIndex;
  }
  return undefined;
}

/** By the character they begin with. Each reads on to a bracket of its own kind at most, or the text would be read often. */
const inlinePatterns: Record<string, readonly RegExp[]> = {
  '{': [
    // `{{< shortcode >}}`
    /\{\{[<%][^{}]*\}\}/y,
    // `{#id .class width=3}`, `{=html}`, `{-}`
    /\{[ \t]*(?:[#.=%][^{}]*|-[ \t]*)\}/y,
    /\{[ \t]*[\w:-]+=(?:"[^"{}]*"|'[^'{}]*'|[^\s"'{}]+)(?:[ \t\r\n][^{}]*)?\}/y,
  ],
  '[': [
    // `[@marsh2020, p. 3; @jo]`, `[see @marsh2020]`
    /\[-?@[^[\]]*\]/y,
    /\[[^[\]@]*[\s;]-?@[\w{][^[\]]*\](?![([{])/y,
  ],
  // TeX, and bookdown's references to figures.
  '\\': [/\\@ref\([^()\s]*\)/y, /\\[A-Za-z]+\*?(?:\[[^[\]]*\]|\{(?:[^{}]|\{[^{}]*\})*\})*/y],
  // `(ref:caption)`, `(\#eq:rain)`, `(@example)`
  '(': [/\((?:ref:[\w-]+|\\#[\w:-]+|@[\w-]*)\)/y],
};
