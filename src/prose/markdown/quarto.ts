import type { Prose } from '../../text/prose.ts';
import { htmlBlockElement, simpleTableLine } from './blocks.ts';
import { markdownComments, markdownProse } from './markdown.ts';
import { isLineEnd, isSpaceOrTab } from '../../text/characters.ts';
import { matchEnd, Finders } from '../ahead.ts';
import { environmentFinder, formulaEnd, tagFinder, type BlockStart, type TagFinder } from './syntax.ts';
import type { Format } from '../format.ts';

/**
 * The prose of a Quarto or R Markdown document: that of Markdown, without the lines that open and close divisions,
 * citations, attributes, shortcodes, labels, TeX, formulas, and other table formats with their captions. Code chunks
 * are fenced code.
 */
function quartoProse(document: string): Prose {
  const blocks = new PandocBlocks(document);
  return markdownProse(document, {
    isMdx: false,
    isPandoc: true,
    blockEnd: (line) => blocks.end(line),
    spanEnd: (at) => blocks.tagEnd(at),
    signs: '{(^',
    inlineEnd: pandocInlineEnd,
  });
}

export const quarto: Format = { read: quartoProse, comments: markdownComments };

/** Finds where Pandoc's blocks without text end. */
class PandocBlocks {
  readonly #document: string;
  readonly #finders: Finders;
  readonly #tags: TagFinder;
  readonly #environmentEnd: (at: number) => number | undefined;
  /** Where the last table read ended. */
  #tableEnd = -1;
  /** The last search for a table's closing line, cached: its start and its result. */
  #closing = { from: 0, end: -1 };

  constructor(document: string) {
    this.#document = document;
    this.#finders = new Finders(document);
    this.#tags = tagFinder(this.#finders);
    this.#environmentEnd = environmentFinder(document);
  }

  /** The end of the HTML tag that begins here. */
  tagEnd(at: number): number | undefined {
    return this.#document[at] === '<' ? this.#tags(at) : undefined;
  }

  end(line: BlockStart): number | undefined {
    switch (this.#document.charAt(line.at)) {
      case ':':
        return this.#colonEnd(line);
      case '$':
        return this.#document.startsWith('$$', line.at)
          ? formulaEnd(this.#finders, line.at, '$$')
          : undefined;
      case '+':
        return this.#gridTableEnd(line);
      case '-':
        return line.isParagraph ? undefined : (this.#metadataEnd(line) ?? this.#dashedTableEnd(line));
      case '\\':
        return this.#document.startsWith('\\[', line.at)
          ? formulaEnd(this.#finders, line.at, '\\]')
          : this.#environmentEnd(line.at);
      case '<':
        return this.#elementEnd(line);
      case 'T':
      case 't':
        return !line.isParagraph && matchEnd(tableCaption, this.#document, line.at) !== undefined
          ? this.#paragraphEnd(line)
          : undefined;
      default:
        return undefined;
    }
  }

  /** `::: {.note}` and `:::`, alone on a line; `: the caption of a table`. */
  #colonEnd(line: BlockStart): number | undefined {
    const { at, end } = line;
    if (this.#document.startsWith(':::', at)) return end;
    if (at + 1 >= end || !isSpaceOrTab(this.#document.charCodeAt(at + 1))) return undefined;
    const isAfterOwn = this.#tableEnd >= 0 && this.#document.slice(this.#tableEnd, at).trim() === '';
    return !line.isParagraph && (line.isAfterTable || isAfterOwn) ? this.#paragraphEnd(line) : undefined;
  }

  /** A table with drawn borders, and its rows. */
  #gridTableEnd({ at, end }: BlockStart): number | undefined {
    if (!gridLine.test(this.#document.slice(at, end))) return undefined;
    let last = end;
    for (let row; (row = matchEnd(tableRow, this.#document, last)) !== undefined;) last = this.#lineEnd(row);
    this.#tableEnd = last;
    return last;
  }

  /** A YAML block, as in front matter, anywhere in the document. */
  #metadataEnd({ at, end }: BlockStart): number | undefined {
    if (!/^---[ \t]*$/.test(this.#document.slice(at, end))) return undefined;
    for (let pattern = firstSetting; ; pattern = setting) {
      const start = this.#document.startsWith('\r\n', end) ? end + 2 : end + 1;
      if (start >= this.#document.length) return undefined;
      end = this.#lineEnd(start);
      const line = this.#document.slice(start, end);
      if (/^(?:---|\.\.\.)[ \t]*$/.test(line)) return end;
      if (!pattern.test(line)) return undefined;
    }
  }

  /**
   * A table between two lines of dashes, which may contain blank lines. It starts with its head, above a line that
   * has dashes for each column, or with that line.
   */
  #dashedTableEnd({ at, end }: BlockStart): number | undefined {
    if (!dashes.test(this.#document.slice(at, end))) return undefined;
    let head = end;
    for (let i = 0; !simpleTableLine.test(this.#document.slice(at, head).trimStart()); i++) {
      const next = matchEnd(nextLine, this.#document, head);
      if (i > maxHeadLines || next === undefined) return undefined;
      at = next;
      head = this.#lineEnd(at);
    }
    if (this.#closing.end <= head || this.#closing.from > head) {
      this.#closing = { from: head, end: matchEnd(tableClosing, this.#document, head) ?? Infinity };
    }
    if (this.#closing.end === Infinity) return undefined;
    this.#tableEnd = this.#closing.end;
    return this.#tableEnd;
  }

  /** The tag of a block element, whose text is read, or a whole table. */
  #elementEnd({ at, end }: BlockStart): number | undefined {
    const text = this.#document.slice(at, Math.min(end, at + 40));
    if (!htmlBlockElement.test(text)) return undefined;
    if (/^<table\b/i.test(text)) {
      const close = this.#finders.at('</table>', at);
      if (close < Infinity) return close + '</table>'.length;
    }
    return this.tagEnd(at);
  }

  #lineEnd(at: number): number {
    while (at < this.#document.length && !isLineEnd(this.#document.charCodeAt(at))) at++;
    return at;
  }

  /** The end of the lines before the next blank one. */
  #paragraphEnd({ end }: BlockStart): number {
    for (let next; (next = matchEnd(nextLine, this.#document, end)) !== undefined;) end = this.#lineEnd(next);
    return end;
  }
}

const gridLine = /^\+(?:[-=:]+\+)+[ \t]*$/;
const firstSetting = /^[\w-]+:(?:[ \t]|$)/;
/** Excludes YAML comments, which look like headings. */
const setting = /^(?:[\w-]+:(?:[ \t]|$)|[ \t]|- |$)/;
const dashes = /^-{2,}(?:[ \t]+-+)*[ \t]*$/;
/** A line of dashes before a blank line. */
const tableClosing = /[\r\n][ \t]{0,3}-{2,}(?:[ \t]+-+)*[ \t]*(?=(?:\r\n|\n|\r(?!\n))[ \t]*(?:[\r\n]|$)|$)/g;
/** Limits a table's head, since the search runs for each `---`. */
const maxHeadLines = 20;
const tableRow = /(?:\r\n|\n|\r)[ \t]*[+|]/y;
const tableCaption = /[Tt]able:\s/y;
/** A line break before a non-blank line. */
const nextLine = /(?:\r\n|\n|\r)[ \t]*(?=[^\s])/y;

/** The end of inline Pandoc syntax that begins here, if any. */
function pandocInlineEnd(text: string, at: number): number | undefined {
  for (const pattern of inlinePatterns[text[at]!] ?? []) {
    const end = matchEnd(pattern, text, at);
    if (end !== undefined) return end;
  }
  return undefined;
}

/** By first character. Each pattern stops at the next bracket of its kind, so that text is not read repeatedly. */
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
    /\[-?@[^[\]]*\](?!\()/y,
    /\[[^[\]@;]*\s-?@[\w{][^[\]]*\](?![([{])/y,
  ],
  // TeX, and bookdown's figure references.
  '\\': [/\\@ref\([^()\s]*\)/y, /\\[A-Za-z]+\*?(?:\[[^[\]]*\]|\{(?:[^{}]|\{[^{}]*\})*\})*/y],
  // `(ref:caption)`, `(\#eq:rain)`, `(@example)`
  '(': [/\((?:ref:[\w-]+|\\#[\w:-]+|@[\w-]*)\)/y],
};
