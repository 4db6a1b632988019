import type { BlockComment, Region, Rule, Source, StringLiteral } from './lexer.ts';

/** What the lexicons of several languages share. Sources of regular expressions: see `Rule`. */

const backslash = String.raw`\\[^]`;

export const slashes: Rule = { kind: 'line', open: '//' };
export const block: BlockComment = { kind: 'block', open: String.raw`/\*`, close: '*/' };
export const nestedBlock: BlockComment = { ...block, nested: '/*' };
export const hash: Rule = { kind: 'line', open: '#' };
/** Where `#` inside a word means something else. */
export const hashAfterSpace: Rule = { kind: 'line', open: String.raw`(?<=^|[\s;&|()])#` };

/** A string on one line, in which a backslash escapes. */
export function quoted(quote: string): StringLiteral {
  return { kind: 'string', open: quote, close: quote, escape: backslash };
}

/** A string that may hold line ends, in which a backslash escapes. */
export function multiline(open: string, close = open, escape = backslash): StringLiteral {
  return { kind: 'string', open, close, escape, isMultiline: true };
}

/** A string that may hold line ends and in which nothing escapes. */
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

/** A character, which may be a quote. What only looks like it (a lifetime, a transposed matrix) is passed over. */
export const character: Rule = {
  kind: 'skip',
  open: String.raw`(?<![\p{L}\p{N}_])(?:b|u8|[uUL])?'(?:\\[^\n]{1,10}?|[^\\'\n])'`,
};

/** A backslash in front of what would open something. */
export const escaped: Rule = { kind: 'skip', open: String.raw`\\.` };

/** A here-document: from the next line to one that holds its word. What only looks like one is passed over. */
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

/** A string that ends with what its opening says. */
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

/** Text between a bracket and its partner, brackets inside it counted: `%w(a (b) c)`. */
export function bracketed(open: string): Region {
  return {
    kind: 'region',
    open,
    end: ({ document }, _start, contentStart) => endOfBracketed(document, contentStart),
  };
}

const partners: Record<string, string> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** @param contentStart is after the opening bracket, or another mark that closes what it opens. */
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
