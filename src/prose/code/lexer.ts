import { matchFrom, PlacesAhead } from '../ahead.ts';

/**
 * Finds the comments of a source file.
 *
 * Why not a grammar from a package: a comment is a matter of the lexer alone, and no parser that was tried keeps its
 * time on a broken file. `@lezer/javascript` reads 16 kB of `/*` in 8 seconds and can throw, `@lezer/yaml` and
 * `@lezer/sass` are no better; CodeMirror's stream tokenizers take time in the square of nesting, and those of Kotlin,
 * Scala and Dart overflow the stack on `/*`; tree-sitter adds a WebAssembly file for each language. Lezer's grammars
 * with CodeMirror's modes are 800 KB and 45 ms at start; this is 30 KB and 6 ms, takes time in proportion to the document and
 * never throws. It finds the same comments as TypeScript's parser in this repository (`lexer.test.ts`), and as
 * Python's in its standard library.
 */

/** A comment, or a string that documents what follows or holds it. Offsets are UTF-16 code units, end exclusive. */
export interface Comment {
  start: number;
  end: number;
  /** What stands between its marks. */
  contentStart: number;
  contentEnd: number;
  kind: 'line' | 'block' | 'docstring';
}

/**
 * Regular expressions are given as sources without capturing groups, read with the flags `m` and `u`. What looks back
 * over more than one character stands after a character that it needs, or it is tried at each place of a long line.
 */
export type Rule = LineComment | BlockComment | StringLiteral | Region | Skipped;

/** Up to the end of its line. */
interface LineComment {
  kind: 'line';
  open: string;
  /** What ends it before its line does. */
  close?: string;
}

export interface BlockComment {
  kind: 'block';
  open: string;
  /** Literal. */
  close: string;
  /** What opens another comment inside it, where the language nests them. Literal. */
  nested?: string;
}

export interface StringLiteral {
  kind: 'string';
  open: string;
  close: string;
  /** What in it does not close it, though it may hold `close`. */
  escape?: string;
  /** Whether it goes on after the end of a line. */
  isMultiline?: boolean;
  /** What opens code inside it, which a bracket closes. */
  code?: { open: string; bracket: '{' | '(' };
  /** Whether the string is documentation. */
  isDoc?: (document: string, start: number, end: number) => boolean;
}

/** Something whose end no pattern tells: a here-document, a raw string that counts its marks. */
export interface Region {
  kind: 'region';
  open: string;
  /** @returns where it ends; `contentStart` is after what opened it. */
  end: (source: Source, start: number, contentStart: number) => number;
  /** Where it is a comment: how long what closes it is, if what opens it has this length and it ends here. */
  closeLength?: (openLength: number, source: Source, end: number) => number;
}

/** What looks like the start of something else: a character literal, an escaped quote. */
interface Skipped {
  kind: 'skip';
  open: string;
}

export interface Lexicon {
  rules: readonly Rule[];
  /** Where code begins in a file that begins with something else. */
  codeStart?: (document: string) => number;
}

/** A string that waits for the code inside it to end. */
interface Frame {
  rule: StringLiteral;
  start: number;
  depth: number;
}

export class Lexer {
  readonly #rules: readonly Rule[];
  readonly #codeStart: (document: string) => number;
  /** Finds what begins next in code: the number of the group that matched is the rule's. */
  readonly #next: RegExp;
  /** The same in code inside a string, where brackets count. */
  readonly #nextOrBracket: RegExp;
  readonly #ends = new Map<Rule, RegExp>();

  constructor({ rules, codeStart }: Lexicon) {
    this.#rules = rules;
    this.#codeStart = codeStart ?? (() => 0);
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
   * The comments and docstrings of a document, in order. One that is never closed is left out with all after it:
   * where it was meant to end can't be known.
   */
  comments(document: string): Comment[] {
    const source = new Source(document);
    const found: Comment[] = [];
    const frames: Frame[] = [];
    let offset = this.#codeStart(document);
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
        offset = Math.max(contentStart, rule.end(source, start, contentStart));
        if (rule.closeLength) {
          const closeLength = rule.closeLength(contentStart - start, source, offset);
          const contentEnd = Math.max(contentStart, offset - closeLength);
          found.push({ start, end: offset, contentStart, contentEnd, kind: 'block' });
        }
      } else {
        offset = this.#string(document, frames, { rule, start, depth: 0 }, contentStart, found);
      }
      if (offset === start) offset++;
    }
    return found;
  }

  /** A bracket in code inside a string. The last one closed leads back into the string. */
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

  /** Reads a string on, up to its end or to code inside it. */
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
      // With code inside it a string is no documentation that a person wrote as a text.
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

function escapeForRegExp(literal: string): string {
  return literal.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** A docstring's marks are its prefix and as many quotes as it opens with. */
function docstring(document: string, start: number, end: number): Comment {
  const opening = /^[~\p{L}]*("""|'''|"|')/u.exec(document.slice(start, start + 8));
  const quotes = opening?.[1]?.length ?? 0;
  const contentStart = Math.min(end, start + (opening?.[0].length ?? 0));
  return { start, end, contentStart, contentEnd: Math.max(contentStart, end - quotes), kind: 'docstring' };
}

/** A line with a word alone; PHP ends the statement after it. */
const loneWord = /^[ \t]*([\p{L}_][\p{L}\p{N}_]*)[;,)]*(?=[ \t]*$)/gmu;

/** A document whose lines can be looked up, each in no time, however often. */
export class Source {
  readonly document: string;
  #ends: PlacesAhead | undefined;

  constructor(document: string) {
    this.document = document;
  }

  /** The end of the first line after `offset` that holds `word` alone; `undefined` where there is none. */
  endOfLineHolding(word: string, offset: number): number | undefined {
    this.#ends ??= PlacesAhead.ofEnds(this.document, loneWord);
    return this.#ends.next(word, offset + 1);
  }
}

/** UTF-16 code units. A document of one line has millions, and is asked at each of its comments. */
const maxLookBack = 1000;

/** What stands before an offset on its line, as far as it is worth looking at. */
export function lineBefore(document: string, offset: number): string {
  const before = document.slice(Math.max(0, offset - maxLookBack), offset);
  return before.slice(before.lastIndexOf('\n') + 1);
}
