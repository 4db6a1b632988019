import type { CodeLanguage } from '../languageOf.ts';
import type { Format } from '../format.ts';
import { codeProse } from './codeProse.ts';
import { Lexer, lineBefore, type Comment, type Region, type Rule, type StringLiteral } from './lexer.ts';

/** Rules shared by several languages. */

const slashes: Rule = { kind: 'line', open: '//' };
const block: Rule = { kind: 'block', open: String.raw`/\*`, close: '*/' };
const nestedBlock: Rule = { ...block, nested: '/*' };
const hash: Rule = { kind: 'line', open: '#' };
/** For languages where `#` inside a word is not a comment. */
const hashAfterSpace: Rule = { kind: 'line', open: String.raw`(?<=^|[\s;&|()])#` };
const dashes: Rule = { kind: 'line', open: '--' };

const backslash = String.raw`\\[^]`;

/** A string on one line with backslash escapes. */
function quoted(quote: string): StringLiteral {
  return { kind: 'string', open: quote, close: quote, escape: backslash };
}

/** A string that may span lines, by default with backslash escapes. */
function multiline(open: string, close = open, escape = backslash): StringLiteral {
  return { kind: 'string', open, close, escape, isMultiline: true };
}

/** A string that may span lines and has no escapes. */
function raw(open: string, close = open): StringLiteral {
  return { kind: 'string', open, close, isMultiline: true };
}

/** A string with code inside it. */
function interpolated(quote: string, codeOpen: string, isMultiline = false): StringLiteral {
  const bracket = codeOpen.endsWith('(') ? '(' : '{';
  const code = { open: codeOpen, bracket } as const;
  const escape = String.raw`(?!${codeOpen})\\[^]`;
  return { kind: 'string', open: quote, close: quote, escape, isMultiline, code };
}

const codeInBraces = String.raw`\$\{`;
const codeInParentheses = String.raw`\$\(`;
const rubyCode = String.raw`#\{`;

/** A regular expression between slashes. */
function slashed(open: string): StringLiteral {
  return { kind: 'string', open, close: '/', escape: String.raw`\\.|\[(?:[^\]\\\n]|\\.){0,200}\]` };
}

/** A character literal, which may contain a quote. Lifetimes and transposed matrices do not match. */
const character: Rule = {
  kind: 'skip',
  open: String.raw`(?<![\p{L}\p{N}_])(?:b|u8|[uUL])?'(?:\\[^\n]{1,10}?|[^\\'\n])'`,
};

/** An escaped character, which begins no comment or string. */
const escaped: Rule = { kind: 'skip', open: String.raw`\\.` };

/**
 * A here-document: up to the line that contains only its word. If there is no such line, it is not a here-document
 * and is skipped.
 */
function hereDocument(open: string): Region {
  return {
    kind: 'region',
    open,
    end: (document, start, contentStart, loneWords) => {
      const word = /[\p{L}_][\p{L}\p{N}_]*/u.exec(document.slice(start, contentStart))?.[0] ?? '';
      return loneWords().next(word, contentStart + 1) ?? contentStart;
    },
  };
}

/** A string whose closing mark depends on its opening mark. */
function closedBy(open: string, closeOf: (opened: string) => string): Region {
  return {
    kind: 'region',
    open,
    end: (document, start, contentStart) =>
      endOf(document, closeOf(document.slice(start, contentStart)), contentStart),
  };
}

/** Text between a bracket and its partner, with nested brackets: `%w(a (b) c)`. */
function bracketed(open: string): Region {
  return {
    kind: 'region',
    open,
    end: (document, _start, contentStart) => endOfBracketed(document, contentStart),
  };
}

const partners: Record<string, string> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** @param contentStart offset after the opening bracket, or after a mark that also closes. */
function endOfBracketed(document: string, contentStart: number): number {
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

/** The offset after the next occurrence of a mark, or the document's end. */
function endOf(document: string, mark: string, from: number): number {
  const at = document.indexOf(mark, from);
  return at < 0 ? document.length : at + mark.length;
}

/** The same mark as often as it occurs in a text: `##`. */
function repeated(mark: string, text: string): string {
  return mark.repeat(text.split(mark).length - 1);
}

/** Languages with C-style comments. */

const cStrings: Rule[] = [quoted('"'), character, { kind: 'skip', open: String.raw`(?<=[0-9a-fA-F])'` }];
const cssStrings: Rule[] = [quoted('"'), quoted("'")];

/** JavaScript and TypeScript, with JSX. */
const javascript: Rule[] = [
  // The slashes of a web address in JSX text do not begin a comment.
  { kind: 'line', open: String.raw`(?<!\b(?:https?|file|ftp|wss?):)//` },
  block,
  interpolated('`', codeInBraces, true),
  quoted('"'),
  // An apostrophe after a letter, as in JSX text, does not open a string.
  {
    ...quoted("'"),
    open: String.raw`(?<![\p{L}\p{N}])'|(?<=\b(?:from|import|case|return|typeof|in|of))'`,
  },
  // A slash begins a regular expression after an operator, an opening bracket or one of these words. `!` after a value
  // is TypeScript's assertion, so a slash after it divides.
  slashed(
    String.raw`/(?![*/>])(?<=(?:^|[=(,:;&|?{}\[*%~^]|(?<![\p{L}\p{N}_$)\]])!|(?<!\+)\+|(?<!-)-|=>|\b(?:return|typeof|case|in|of|do|else|void|throw|await|yield))[ \t]*/)`,
  ),
];

const c: Rule[] = [
  slashes,
  block,
  // R"mark( ... )mark"
  closedBy(
    String.raw`(?<![\p{L}\p{N}_])(?:u8|[uUL])?R"[^()\\\s"]{0,16}\(`,
    (opened) => `)${opened.slice(opened.indexOf('"') + 1, -1)}"`,
  ),
  ...cStrings,
];

const java: Rule[] = [slashes, block, multiline('"""'), ...cStrings];

const csharp: Rule[] = [
  slashes,
  block,
  closedBy(String.raw`\${0,4}"{3,}`, (opened) => opened.slice(opened.indexOf('"'))),
  // In a verbatim string a quote is doubled.
  multiline(String.raw`(?:@\$?|\$@)"`, '"', '""'),
  { ...interpolated('"', String.raw`\{`), open: String.raw`\$"`, escape: String.raw`\\[^]|\{\{` },
  ...cStrings,
];

const go: Rule[] = [slashes, block, raw('`'), ...cStrings];

const rust: Rule[] = [
  slashes,
  nestedBlock,
  closedBy(String.raw`(?<![\p{L}\p{N}_])(?:br|cr|r)#{0,20}"`, (opened) => `"${repeated('#', opened)}`),
  multiline('"'),
  character,
];

/** Kotlin and Scala. */
const kotlin: Rule[] = [slashes, nestedBlock, raw('"""'), interpolated('"', codeInBraces), character];

const groovy: Rule[] = [
  slashes,
  block,
  multiline("'''"),
  multiline('"""'),
  interpolated('"', codeInBraces),
  quoted("'"),
];

const swiftCode = String.raw`\\\(`;
const swift: Rule[] = [
  slashes,
  nestedBlock,
  closedBy('#{1,8}"{3}|#{1,8}"', (opened) => `${opened.slice(opened.indexOf('"'))}${repeated('#', opened)}`),
  interpolated('"""', swiftCode, true),
  interpolated('"', swiftCode),
];

const dart: Rule[] = [
  slashes,
  nestedBlock,
  ...["'''", '"""', "'", '"'].flatMap((quotes): Rule[] => {
    const isMultiline = quotes.length === 3;
    return [
      { kind: 'string', open: String.raw`\br${quotes}`, close: quotes, isMultiline },
      interpolated(quotes, codeInBraces, isMultiline),
    ];
  }),
];

const php: Rule[] = [
  // Text outside `<?php ... ?>` is not code.
  {
    kind: 'region',
    open: String.raw`\?>`,
    end: (document, _start, contentStart) => endOf(document, '<?', contentStart),
  },
  { kind: 'line', open: '//', close: String.raw`$|(?=\?>)` },
  { kind: 'line', open: String.raw`#(?!\[)`, close: String.raw`$|(?=\?>)` },
  block,
  hereDocument(String.raw`<<<[ \t]*["']?[\p{L}_][\p{L}\p{N}_]{0,80}["']?`),
  multiline('"'),
  multiline("'"),
];

const css: Rule[] = [block, ...cssStrings];
const scss: Rule[] = [
  { kind: 'string', open: String.raw`\burl\((?=[^"'])`, close: String.raw`\)` },
  slashes,
  block,
  ...cssStrings,
];

/** Languages whose comments begin with `#`, `--` or marks of their own. */

const python: Rule[] = [
  hash,
  ...['"""', "'''", '"', "'"].map((quotes): Rule => ({
    ...quoted(quotes),
    open: String.raw`(?:(?<![\p{L}\p{N}_])[rRuUbBfFtT]{1,2})?${quotes}`,
    isMultiline: quotes.length === 3,
    isDoc: isDocstring,
  })),
];

/** A slash begins a regular expression after an operator or a word that a value must follow. */
const beforeValue = String.raw`(?:^|[=(,:;!&|?{\[~]|\b(?:if|unless|when|and|or|not|return|split|match|gsub|sub|scan))[ \t]*`;

const ruby: Rule[] = [
  { kind: 'block', open: String.raw`^=begin\b`, close: '\n=end' },
  { kind: 'region', open: String.raw`^__END__$`, end: (document) => document.length },
  { kind: 'skip', open: String.raw`(?<![\p{L}\p{N}_)\]])\?["'#/${'`'}]|\$["'#/${'`'}]` },
  hash,
  hereDocument(String.raw`<<[~\-]?(?:[A-Z_][A-Z0-9_]{0,80}\b|["'][\p{L}_][^"'\n]{0,80}["'])`),
  interpolated('"', rubyCode, true),
  interpolated('`', rubyCode, true),
  multiline("'"),
  // `%w[...]`, `%(...)`: not the remainder operator, which follows a value or has spaces on both sides.
  bracketed(String.raw`(?<=^|[\s(,=\[{+<|&!])%(?:[qQwWiIrsx][^\p{L}\p{N}\s]|[(\[{<|!])`),
  // A slash between two words also begins a regular expression, as a method's argument.
  slashed(
    String.raw`/(?!=)(?<=(?:${beforeValue}|(?<![\p{L}\p{N}_@$.)\]])[\p{L}_][\p{L}\p{N}_]*[?!]?[ \t]+(?=/[^\s/]))/)`,
  ),
];

const shell: Rule[] = [
  escaped,
  hashAfterSpace,
  multiline(String.raw`\$'`, "'"),
  raw("'"),
  interpolated('"', codeInParentheses, true),
  // Not `<<<`, and not a shift inside `$(( ))`.
  hereDocument(String.raw`(?<!<)<<-?[ \t]*["'\\]?[\p{L}_][\p{L}\p{N}_]{0,80}["']?`),
];

const powershell: Rule[] = [
  { kind: 'skip', open: '`.' },
  { kind: 'block', open: '<#', close: '#>' },
  { kind: 'line', open: String.raw`(?<![\p{L}\p{N}_$])#` },
  raw(String.raw`@"(?=[ \t]*\r?$)`, String.raw`^"@`),
  raw(String.raw`@'(?=[ \t]*\r?$)`, String.raw`^'@`),
  { ...interpolated('"', codeInParentheses, true), escape: '`[^]|""' },
  raw("'"),
];

/** `[[ ... ]]`, `[==[ ... ]==]`. */
function longBracket(mark = ''): Region {
  return closedBy(String.raw`${mark}\[={0,20}\[`, (opened) => `]${repeated('=', opened)}]`);
}

const lua: Rule[] = [
  { ...longBracket('--'), commentEnd: /\]=*\]$/ },
  dashes,
  longBracket(),
  quoted('"'),
  quoted("'"),
];

const r: Rule[] = [
  hash,
  closedBy(
    String.raw`(?<![\p{L}\p{N}_.])[rR]["']-{0,20}\(`,
    (opened) => `)${repeated('-', opened)}${opened[1]!}`,
  ),
  multiline('"'),
  multiline("'"),
  multiline('`'),
];

const julia: Rule[] = [
  { kind: 'block', open: '#=', close: '=#', nested: '#=' },
  hash,
  { ...multiline('"""'), isDoc: isJuliaDoc },
  interpolated('"', codeInParentheses, true),
  character,
];

const haskell: Rule[] = [
  { kind: 'region', open: String.raw`\{-#`, end: (document, start) => endOf(document, '#-}', start) },
  { kind: 'block', open: String.raw`\{-`, close: '-}', nested: '{-' },
  // `-->` and `|--` are operators.
  {
    kind: 'line',
    open: String.raw`(?<![!#$%&*+./<=>?@\\^|~:\-])-{2,}(?![!#$%&*+./<=>?@\\^~:])(?!\|[^ \t])`,
  },
  multiline('"'),
  character,
];

const sql: Rule[] = [
  dashes,
  // MySQL's executable comments and Oracle's hints.
  { kind: 'region', open: String.raw`/\*[!+]`, end: (document, start) => endOf(document, '*/', start) },
  block,
  raw("'"),
  raw('"'),
  raw('`'),
];

/** In YAML a quote opens a string only at the start of a value; a plain value may contain quotes. */
function atYamlValue(quote: string): string {
  return String.raw`${quote}(?<=(?:^[ \t]*|[:\-?][ \t]+|[\[{,][ \t]*)${quote})`;
}

const yaml: Rule[] = [
  {
    kind: 'region',
    open: String.raw`[|>](?<=[:\-?][ \t]+(?:[!&]\S{1,100}[ \t]+){0,2}[|>])[+\-\d]{0,2}(?=[ \t]*(?:#.*)?$)`,
    end: endOfIndented,
  },
  hashAfterSpace,
  multiline(atYamlValue('"'), '"'),
  multiline(atYamlValue("'"), "'", "''"),
];

const toml: Rule[] = [
  hash,
  multiline('"""'),
  raw("'''"),
  quoted('"'),
  { kind: 'string', open: "'", close: "'" },
];

/** A comment in a Dockerfile is always on its own line. */
const dockerfile: Rule[] = [{ kind: 'line', open: String.raw`^[ \t]*#` }];

const makefile: Rule[] = [escaped, { kind: 'line', open: String.raw`(?<=^|\s)#` }];

const perl: Rule[] = [
  escaped,
  // POD ends with `=cut` or with the document.
  {
    kind: 'region',
    open: String.raw`^(?==(?!cut\b)[a-z])`,
    end: (document, start) => endOf(document, '\n=cut', start),
    commentEnd: /\n=cut$/,
  },
  // Text after the end of a program is data up to the first POD command.
  {
    kind: 'region',
    open: String.raw`^__(?:END|DATA)__$`,
    end: (document, _start, contentStart) => {
      const pod = document.slice(contentStart).search(/^=[a-z]/m);
      return pod < 0 ? document.length : contentStart + pod;
    },
  },
  { kind: 'skip', open: String.raw`\$[#"'${'`'}]` },
  hereDocument(String.raw`<<~?(?:[A-Z_][A-Z0-9_]{0,80}\b|["'][\p{L}_][^"'\n]{0,80}["'])`),
  {
    kind: 'region',
    open: String.raw`(?<![\p{L}\p{N}_$@%&>{\-])(?:s|tr|y)[^\p{L}\p{N}\s_,;=)>]`,
    end: endOfSubstitution,
  },
  bracketed(String.raw`(?<![\p{L}\p{N}_$@%&>{\-])(?:q[qwrx]?|m)(?:[^\p{L}\p{N}\s_,;=)>]|[ \t]+[({[<])`),
  slashed(String.raw`/(?!=)(?<=${beforeValue}/)`),
  { kind: 'line', open: String.raw`(?<=^|[\s;{}(),])#` },
  multiline('"'),
  multiline("'"),
];

const elixir: Rule[] = [
  { kind: 'skip', open: String.raw`\?["'#\\]` },
  { ...multiline('(?:~[sScC])?"""', '"""'), isDoc: isElixirDoc },
  { ...multiline("(?:~[sScC])?'''", "'''"), isDoc: isElixirDoc },
  bracketed(String.raw`~[a-zA-Z]+[(\[{<|/"']`),
  { ...interpolated('"', rubyCode, true), isDoc: isElixirDoc },
  multiline("'"),
  hash,
];

/** `s/a/b/`, `tr{a}{b}`: two parts. */
function endOfSubstitution(document: string, _start: number, contentStart: number): number {
  const open = document[contentStart - 1]!;
  const second = endOfBracketed(document, contentStart);
  if (!'([{<'.includes(open)) return endOfBracketed(document, second);
  const next = /\S/.exec(document.slice(second, second + 200));
  return next ? endOfBracketed(document, second + next.index + 1) : second;
}

/** A block of YAML text ends before the first line that is not indented further than the one that opens the block. */
function endOfIndented(document: string, start: number): number {
  const lineStart = document.lastIndexOf('\n', start - 1) + 1;
  const indent = /^ */.exec(document.slice(lineStart, start))![0].length;
  let end = document.indexOf('\n', start);
  while (end >= 0) {
    const next = document.indexOf('\n', end + 1);
    const line = document.slice(end + 1, next < 0 ? undefined : next);
    if (line.trim() !== '' && line.search(/[^ ]/) <= indent) return end;
    end = next;
  }
  return document.length;
}

/** Python: the first statement of a module, class or function (PEP 257). */
export function isDocstring(document: string, start: number, end: number): boolean {
  if (/^(?:[bBfFtT]|[rR][bBfFtT])/.test(document.slice(start, start + 2))) return false;
  const isWholeStatement =
    /^\uFEFF?[ \t]*$/.test(lineBefore(document, start)) &&
    /^[ \t]*(?:[;#]|\r|\n|$)/.test(document.slice(end, end + 100));
  if (!isWholeStatement) return false;
  const before = previousLine(document, start);
  return before === undefined || /^(?:(?:async\s+)?def|class)\b.*:$|\)[^()]*:$|^\]\s*:$/.test(before);
}

/** The nearest line above that is not blank or a comment, without its trailing comment; `undefined` if there is none. */
function previousLine(document: string, start: number): string | undefined {
  let lineEnd = document.lastIndexOf('\n', start - 1);
  for (let lines = 0; lineEnd >= 0 && lines < 200; lines++) {
    const lineStart = lineEnd === 0 ? 0 : document.lastIndexOf('\n', lineEnd - 1) + 1;
    const line = document.slice(Math.max(lineStart, lineEnd - 1000), lineEnd).trim();
    if (line !== '' && !/^\uFEFF?#/.test(line)) return line.replace(/\s*#[^'"]*$/, '');
    lineEnd = lineStart - 1;
  }
  return lineEnd < 0 ? undefined : '';
}

/** Elixir: the argument of `@doc`, `@moduledoc` or `@typedoc`. */
export function isElixirDoc(document: string, start: number): boolean {
  return /@(?:doc|moduledoc|typedoc)[ \t(]+$/.test(document.slice(Math.max(0, start - 40), start));
}

/** Julia: a string in triple quotes on separate lines, with the code it documents on the next. */
export function isJuliaDoc(document: string, start: number, end: number): boolean {
  return (
    /(?:^|\n)[ \t]*(?:@doc[ \t]+)?$/.test(document.slice(Math.max(0, start - 40), start)) &&
    /^[ \t]*\r?\n[ \t]*[\p{L}@]/u.test(document.slice(end, end + 100))
  );
}

/** The rules that find comments and strings in each language. The first rule that matches at an offset is used. */
const lexicons: Record<CodeLanguage, readonly Rule[]> = {
  ...{ javascript, javascriptreact: javascript, typescript: javascript, typescriptreact: javascript },
  ...{ c, cpp: c, 'cuda-cpp': c, 'objective-c': c, 'objective-cpp': c },
  ...{ java, csharp, go, rust, kotlin, scala: kotlin, groovy, swift, dart, php, css, scss, less: scss },
  ...{ python, ruby, shellscript: shell, powershell, lua, r, julia, haskell, sql, yaml, dockercompose: yaml },
  ...{ toml, dockerfile, makefile, perl, elixir },
};

/** The format of each language, by VS Code's language id. */
export const codeFormats = Object.fromEntries(
  Object.entries(lexicons).map(([languageId, rules]) => [languageId, formatOf(rules)]),
) as Record<CodeLanguage, Format>;

/** Builds the lexer when the language is first read, to keep startup fast. */
function formatOf(rules: readonly Rule[]): Format {
  let lexer: Lexer | undefined;
  const commentsIn = (document: string): Comment[] => {
    lexer ??= new Lexer(rules);
    return lexer.comments(document, rules === php ? endOf(document, '<?', 0) : 0);
  };
  return { read: (document) => codeProse(document, commentsIn(document)), comments: commentsIn };
}
