import type { BlockComment, Region, Rule, Source, StringLiteral } from './lexer.ts';

/** Rules shared by several languages. Patterns are sources of regular expressions: see `Rule`. */

const backslash = String.raw`\\[^]`;

export const slashes: Rule = { kind: 'line', open: '//' };
export const block: BlockComment = { kind: 'block', open: String.raw`/\*`, close: '*/' };
export const nestedBlock: BlockComment = { ...block, nested: '/*' };
export const hash: Rule = { kind: 'line', open: '#' };
/** For languages where `#` inside a word is not a comment. */
export const hashAfterSpace: Rule = { kind: 'line', open: String.raw`(?<=^|[\s;&|()])#` };

/** A string on one line with backslash escapes. */
export function quoted(quote: string): StringLiteral {
  return { kind: 'string', open: quote, close: quote, escape: backslash };
}

/** A string that may span lines, by default with backslash escapes. */
export function multiline(open: string, close = open, escape = backslash): StringLiteral {
  return { kind: 'string', open, close, escape, isMultiline: true };
}

/** A string that may span lines and has no escapes. */
export function raw(open: string, close = open): StringLiteral {
  return { kind: 'string', open, close, isMultiline: true };
}

/** A string with code inside it. */
export function interpolated(
  quote: string,
  codeOpen: string,
  { bracket = '{', isMultiline = false }: { bracket?: '{' | '('; isMultiline?: boolean } = {},
): StringLiteral {
  return {
    kind: 'string',
    open: quote,
    close: quote,
    escape: String.raw`(?!${codeOpen})\\[^]`,
    isMultiline,
    code: { open: codeOpen, bracket },
  };
}

/** A character literal, which may contain a quote. Lifetimes and transposed matrices do not match. */
export const character: Rule = {
  kind: 'skip',
  open: String.raw`(?<![\p{L}\p{N}_])(?:b|u8|[uUL])?'(?:\\[^\n]{1,10}?|[^\\'\n])'`,
};

/** An escaped character, which begins no comment or string. */
export const escaped: Rule = { kind: 'skip', open: String.raw`\\.` };

/**
 * A here-document: up to the line that contains only its word. If there is no such line, it is not a here-document
 * and is skipped.
 */
export function hereDocument(open: string): Region {
  return {
    kind: 'region',
    open,
    end: (source: Source, start: number, contentStart: number) => {
      const word = /[\p{L}_][\p{L}\p{N}_]*/u.exec(source.document.slice(start, contentStart))?.[0] ?? '';
      return source.endOfLineHolding(word, contentStart) ?? contentStart;
    },
  };
}

/** A string whose closing mark depends on its opening mark. */
export function closedBy(open: string, closeOf: (opened: string) => string): Region {
  return {
    kind: 'region',
    open,
    end: ({ document }, start, contentStart) => {
      const close = closeOf(document.slice(start, contentStart));
      const end = document.indexOf(close, contentStart);
      return end < 0 ? document.length : end + close.length;
    },
  };
}

/** Text between a bracket and its partner, with nested brackets: `%w(a (b) c)`. */
export function bracketed(open: string): Region {
  return {
    kind: 'region',
    open,
    end: ({ document }, _start, contentStart) => endOfBracketed(document, contentStart),
  };
}

const partners: Record<string, string> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** @param contentStart offset after the opening bracket, or after a mark that also closes. */
export function endOfBracketed(document: string, contentStart: number): number {
  const open = document[contentStart - 1]!;
  const close = partners[open] ?? open;
  let depth = 1;
  for (let i = contentStart; i < document.length; i++) {
    const char = document[i];
    if (char === '\\') i++;
    else if (char === close) {
      if (--depth === 0) return i + 1;
    } else if (char === open) depth++;
  }
  return document.length;
}
