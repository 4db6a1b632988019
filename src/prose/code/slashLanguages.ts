import type { Lexicon, Rule } from './lexer.ts';
import {
  block,
  character,
  closedBy,
  hereDocument,
  interpolated,
  multiline,
  nestedBlock,
  quoted,
  raw,
  slashes,
} from './rules.ts';

/** The languages that comment as C does: `//` and `/*`. */

const cStrings: Rule[] = [quoted('"'), character, { kind: 'skip', open: String.raw`(?<=[0-9a-fA-F])'` }];
const codeInBraces = String.raw`\$\{`;

/**
 * A slash begins a regular expression after an operator, an opening bracket or one of these words. `!` after a value
 * is TypeScript's assertion, so a slash after it divides.
 */
const regularExpression: Rule = {
  kind: 'string',
  open: String.raw`/(?![*/>])(?<=(?:^|[=(,:;&|?{}\[*%~^]|(?<![\p{L}\p{N}_$)\]])!|(?<!\+)\+|(?<!-)-|=>|\b(?:return|typeof|case|in|of|do|else|void|throw|await|yield))[ \t]*/)`,
  close: '/',
  escape: String.raw`\\.|\[(?:[^\]\\\n]|\\.){0,200}\]`,
};

/** The slashes of a web address in JSX text do not begin a comment. */
const slashesOffAddress: Rule = { kind: 'line', open: String.raw`(?<!\b(?:https?|file|ftp|wss?):)//` };

/** JavaScript and TypeScript, with JSX. An apostrophe after a letter, as in JSX text, does not open a string. */
export const javascript: Lexicon = {
  rules: [
    slashesOffAddress,
    block,
    interpolated('`', codeInBraces, { isMultiline: true }),
    quoted('"'),
    {
      kind: 'string',
      open: String.raw`(?<![\p{L}\p{N}])'|(?<=\b(?:from|import|case|return|typeof|in|of))'`,
      close: "'",
      escape: String.raw`\\[^]`,
    },
    regularExpression,
  ],
};

export const c: Lexicon = {
  rules: [
    slashes,
    block,
    // R"mark( ... )mark"
    closedBy(
      String.raw`(?<![\p{L}\p{N}_])(?:u8|[uUL])?R"[^()\\\s"]{0,16}\(`,
      (opened) => `)${opened.slice(opened.indexOf('"') + 1, -1)}"`,
    ),
    ...cStrings,
  ],
};

export const java: Lexicon = { rules: [slashes, block, multiline('"""'), ...cStrings] };

export const csharp: Lexicon = {
  rules: [
    slashes,
    block,
    closedBy(String.raw`\${0,4}"{3,}`, (opened) => opened.slice(opened.indexOf('"'))),
    // In a verbatim string a quote is doubled.
    multiline(String.raw`(?:@\$?|\$@)"`, '"', '""'),
    {
      kind: 'string',
      open: String.raw`\$"`,
      close: '"',
      escape: String.raw`\\[^]|\{\{`,
      code: { open: String.raw`\{`, bracket: '{' },
    },
    ...cStrings,
  ],
};

export const go: Lexicon = { rules: [slashes, block, raw('`'), ...cStrings] };

export const rust: Lexicon = {
  rules: [
    slashes,
    nestedBlock,
    closedBy(
      String.raw`(?<![\p{L}\p{N}_])(?:br|cr|r)#{0,20}"`,
      (opened) => `"${'#'.repeat(opened.split('#').length - 1)}`,
    ),
    multiline('"'),
    character,
  ],
};

/** Kotlin and Scala. */
export const kotlin: Lexicon = {
  rules: [slashes, nestedBlock, raw('"""'), interpolated('"', codeInBraces), character],
};

export const groovy: Lexicon = {
  rules: [slashes, block, multiline("'''"), multiline('"""'), interpolated('"', codeInBraces), quoted("'")],
};

const swiftCode = String.raw`\\\(`;
export const swift: Lexicon = {
  rules: [
    slashes,
    nestedBlock,
    closedBy(
      '#{1,8}"{3}|#{1,8}"',
      (opened) => `${opened.slice(opened.indexOf('"'))}${'#'.repeat(opened.indexOf('"'))}`,
    ),
    interpolated('"""', swiftCode, { bracket: '(', isMultiline: true }),
    interpolated('"', swiftCode, { bracket: '(' }),
  ],
};

export const dart: Lexicon = {
  rules: [
    slashes,
    nestedBlock,
    ...["'''", '"""'].flatMap((quotes) => [
      raw(String.raw`\br${quotes}`, quotes),
      interpolated(quotes, codeInBraces, { isMultiline: true }),
    ]),
    ...["'", '"'].flatMap((quote): Rule[] => [
      { kind: 'string', open: String.raw`\br${quote}`, close: quote },
      interpolated(quote, codeInBraces),
    ]),
  ],
};

/** Text outside `<?php ... ?>` is not code. */
export const php: Lexicon = {
  codeStart: (document) => afterPhpTag(document, 0),
  rules: [
    {
      kind: 'region',
      open: String.raw`\?>`,
      end: ({ document }, _start, contentStart) => afterPhpTag(document, contentStart),
    },
    { kind: 'line', open: '//', close: String.raw`$|(?=\?>)` },
    { kind: 'line', open: String.raw`#(?!\[)`, close: String.raw`$|(?=\?>)` },
    block,
    hereDocument(String.raw`<<<[ \t]*["']?[\p{L}_][\p{L}\p{N}_]{0,80}["']?`),
    multiline('"'),
    multiline("'"),
  ],
};

function afterPhpTag(document: string, from: number): number {
  const tag = document.indexOf('<?', from);
  return tag < 0 ? document.length : tag + 2;
}

const cssStrings: Rule[] = [quoted('"'), quoted("'")];
export const css: Lexicon = { rules: [block, ...cssStrings] };
export const scss: Lexicon = {
  rules: [
    { kind: 'string', open: String.raw`\burl\((?=[^"'])`, close: String.raw`\)` },
    slashes,
    block,
    ...cssStrings,
  ],
};
