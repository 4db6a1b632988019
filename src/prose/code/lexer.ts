import { escapeForRegExp } from '../../text/characters.ts';
import { matchFrom, PlacesAhead } from '../ahead.ts';

/**
 * Finds the comments of a source file.
 *
 * Finding comments needs only a lexer, and every parser package that was tried is too large, or too slow or unsafe
 * on a broken file. `@lezer/javascript` reads 16 kB of `/*` in 8 seconds and can throw, `@lezer/yaml` and
 * `@lezer/sass` are no better; CodeMirror's stream tokenizers are quadratic in nesting depth, and those of Kotlin,
 * Scala and Dart overflow the stack on `/*`; tree-sitter adds a WebAssembly file for each language. Lezer's
 * grammars with CodeMirror's modes add 800 KB and 45 ms to startup; this lexer adds 30 KB and 6 ms, takes time in
 * proportion to the document and never throws. It finds the same comments as TypeScript's parser in this
 * repository (`lexer.test.ts`), and as Python's in its standard library.
 */

/** A comment or a documentation string. Offsets are UTF-16 code units, end exclusive. */
export interface Comment {
  start: number;
  end: number;
  /** The range between the comment's marks. */
  contentStart: number;
  contentEnd: number;
  kind: 'line' | 'block' | 'docstring';
}

/**
 * A rule finds one kind of comment or string. Regular expressions are given as sources without capturing groups,
 * and used with the flags `m` and `u`. A longer lookbehind must come after a required character; otherwise it is
 * tried at each offset of a long line.
 */
export type Rule = LineComment | BlockComment | StringLiteral | Region | Skipped;

/** Up to the end of its line. */
interface LineComment {
  kind: 'line';
  open: string;
  /** Ends the comment before the end of the line. */
  close?: string;
}

interface BlockComment {
  kind: 'block';
  open: string;
  /** Matched literally. */
  close: string;
  /** Opens a nested comment, if the language allows them. Literal. */
  nested?: string;
}

export interface StringLiteral {
  kind: 'string';
  open: string;
  close: string;
  /** Matches text that does not close the string even if it contains `close`. */
  escape?: string;
  /** Whether the string may span lines. */
  isMultiline?: boolean;
  /** `open` starts code inside the string; the partner of `bracket` ends it. */
  code?: { open: string; bracket: '{' | '(' };
  /** Whether the string is documentation. */
  isDoc?: (document: string, start: number, end: number) => boolean;
}

/**
 * Text whose end can't be found by a fixed pattern: a here-document, or a raw string with a variable number of
 * marks.
 */
export interface Region {
  kind: 'region';
  open: string;
  /**
   * @returns the offset where the region ends.
   * @param contentStart the offset after its opening mark.
   * @param loneWords finds the end of the next line that contains only this word.
   */
  end: (document: string, start: number, contentStart: number, loneWords: () => PlacesAhead) => number;
  /** Set if the region is a comment: matches its closing mark, of up to 30 characters. */
  commentEnd?: RegExp;
}

/** Text that looks like the start of another rule, such as a character literal or an escaped quote. */
interface Skipped {
  kind: 'skip';
  open: string;
}

/** A string whose embedded code is being read. */
interface Frame {
  rule: StringLiteral;
  start: number;
  depth: number;
}

export class Lexer {
  readonly #rules: readonly Rule[];
  /** Finds the next rule that matches in code; group n belongs to rule n - 1. */
  readonly #next: RegExp;
  /** The same for code inside a string, where brackets matter too. */
  readonly #nextOrBracket: RegExp;
  readonly #ends = new Map<Rule, RegExp>();

  constructor(rules: readonly Rule[]) {
    this.#rules = rules;
    const alternatives = rules.map(({ open }) => `(${open})`).join('|');
    this.#next = new RegExp(alternatives, 'gmu');
    this.#nextOrBracket = new RegExp(`${alternatives}|[{}()]`, 'gmu');
    for (const rule of rules) {
      if (rule.kind === 'string') this.#ends.set(rule, endOfString(rule));
      if (rule.kind === 'block') this.#ends.set(rule, endOfBlock(rule));
      if (rule.kind === 'line') this.#ends.set(rule, new RegExp(rule.close ?? '$', 'gmu'));
    }
  }

  /**
   * The comments and docstrings of a document, in order. An unclosed comment and all text after it are left out,
   * because its intended end is unknown.
   * @param offset where code begins.
   */
  comments(document: string, offset: number): Comment[] {
    let lineEnds: PlacesAhead | undefined;
    const loneWords = (): PlacesAhead => (lineEnds ??= PlacesAhead.ofEnds(document, loneWord));
    const found: Comment[] = [];
    const frames: Frame[] = [];
    while (offset < document.length) {
      const frame = frames.at(-1);
      const match = matchFrom(frame ? this.#nextOrBracket : this.#next, document, offset);
      if (!match) break;
      const start = match.index;
      const contentStart = start + match[0].length;
      const rule =
        this.#rules[match.findIndex((group: string | undefined, i) => i > 0 && group !== undefined) - 1];
      if (rule === undefined) {
        offset = this.#bracket(document, frames, contentStart);
      } else if (rule.kind === 'skip') {
        offset = contentStart;
      } else if (rule.kind === 'line') {
        const end = matchFrom(this.#ends.get(rule)!, document, contentStart)?.index ?? document.length;
        found.push({ start, end, contentStart, contentEnd: end, kind: 'line' });
        offset = end;
      } else if (rule.kind === 'block') {
        const end = this.#endOfBlock(rule, document, contentStart);
        if (end === undefined) break;
        const contentEnd = Math.max(contentStart, end - rule.close.length);
        found.push({ start, end, contentStart, contentEnd, kind: 'block' });
        offset = end;
      } else if (rule.kind === 'region') {
        offset = Math.max(contentStart, rule.end(document, start, contentStart, loneWords));
        if (rule.commentEnd) {
          const mark = rule.commentEnd.exec(document.slice(Math.max(contentStart, offset - 30), offset));
          const contentEnd = offset - (mark?.[0].length ?? 0);
          found.push({ start, end: offset, contentStart, contentEnd, kind: 'block' });
        }
      } else {
        offset = this.#string(document, frames, { rule, start, depth: 0 }, contentStart, found);
      }
      if (offset === start) offset++;
    }
    return found;
  }

  /** A bracket in code inside a string. The last closing bracket ends the code and resumes the string. */
  #bracket(document: string, frames: Frame[], offset: number): number {
    const frame = frames.at(-1)!;
    const bracket = document[offset - 1]!;
    const { bracket: opening } = frame.rule.code!;
    if (bracket === opening) frame.depth++;
    else if (bracket === (opening === '{' ? '}' : ')') && frame.depth-- === 0) {
      frames.pop();
      return this.#string(document, frames, { ...frame, depth: 0 }, offset);
    }
    return offset;
  }

  /** Continues reading a string, up to its end or to code inside it. */
  #string(document: string, frames: Frame[], frame: Frame, from: number, found?: Comment[]): number {
    const { rule, start } = frame;
    const ends = this.#ends.get(rule)!;
    let offset = from;
    for (;;) {
      const match = matchFrom(ends, document, offset);
      if (!match) return document.length;
      offset = match.index + match[0].length;
      if (match.groups!['escape'] !== undefined) continue;
      if (match.groups!['code'] !== undefined) {
        frames.push(frame);
        return offset;
      }
      // `found` is undefined after code inside the string: a string with code is not documentation.
      if (found && rule.isDoc?.(document, start, offset)) found.push(docstring(document, start, offset));
      return offset;
    }
  }

  #endOfBlock(rule: BlockComment, document: string, contentStart: number): number | undefined {
    const marks = this.#ends.get(rule)!;
    let depth = 1;
    let offset = contentStart;
    while (depth > 0) {
      const match = matchFrom(marks, document, offset);
      if (!match) return undefined;
      depth += match[0] === rule.nested ? 1 : -1;
      offset = match.index + match[0].length;
    }
    return offset;
  }
}

function endOfString({ close, escape, isMultiline, code }: StringLiteral): RegExp {
  const parts = [
    `(?<escape>${escape ?? '(?!)'})`,
    `(?<code>${code?.open ?? '(?!)'})`,
    close,
    ...(isMultiline ? [] : ['$']),
  ];
  return new RegExp(parts.join('|'), 'gmu');
}

function endOfBlock({ close, nested }: BlockComment): RegExp {
  return new RegExp([close, ...(nested === undefined ? [] : [nested])].map(escapeForRegExp).join('|'), 'gu');
}

/** A docstring opens with a prefix and quotes and closes with the same number of quotes. */
function docstring(document: string, start: number, end: number): Comment {
  const opening = /^[~\p{L}]*("""|'''|"|')/u.exec(document.slice(start, start + 8));
  const quotes = opening?.[1]?.length ?? 0;
  const contentStart = Math.min(end, start + (opening?.[0].length ?? 0));
  return { start, end, contentStart, contentEnd: Math.max(contentStart, end - quotes), kind: 'docstring' };
}

/** A line with a single word, after which PHP may end the statement. */
const loneWord = /^[ \t]*([\p{L}_][\p{L}\p{N}_]*)[;,)]*(?=[ \t]*$)/gmu;

/** UTF-16 code units. Limits the work for each comment in a document that is one very long line. */
const maxLookBack = 1000;

/** The text before an offset on its line, at most `maxLookBack` long. */
export function lineBefore(document: string, offset: number): string {
  const before = document.slice(Math.max(0, offset - maxLookBack), offset);
  return before.slice(before.lastIndexOf('\n') + 1);
}
