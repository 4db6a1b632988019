import { lineBefore, type Lexicon, type Rule, type Source } from './lexer.ts';
import {
  block,
  bracketed,
  character,
  closedBy,
  endOfBracketed,
  escaped,
  hash,
  hashAfterSpace,
  hereDocument,
  interpolated,
  multiline,
  quoted,
  raw,
} from './rules.ts';

/** The languages that comment with `#`, `--` or marks of their own. */

export const python: Lexicon = {
  rules: [
    hash,
    ...['"""', "'''", '"', "'"].map((quotes): Rule => ({
      kind: 'string',
      open: String.raw`(?:(?<![\p{L}\p{N}_])[rRuUbBfFtT]{1,2})?${quotes}`,
      close: quotes,
      escape: String.raw`\\[^]`,
      isMultiline: quotes.length === 3,
      isDoc: isDocstring,
    })),
  ],
};

const rubyCode = '#\\{';
/** `%w[...]`, `%(...)`: not the remainder operator, which follows a value or has spaces on both sides. */
const percentLiteral = String.raw`(?<=^|[\s(,=\[{+<|&!])%(?:[qQwWiIrsx][^\p{L}\p{N}\s]|[(\[{<|!])`;
/** A slash begins a regular expression after an operator or a word that a value must follow. */
const beforeValue = String.raw`(?:^|[=(,:;!&|?{\[~]|\b(?:if|unless|when|and|or|not|return|split|match|gsub|sub|scan))[ \t]*`;
const slashedExpression = regularExpression(String.raw`/(?!=)(?<=${beforeValue}/)`);
/** In Ruby, a slash between two words also begins one, as a method's argument. */
const slashedArgument = regularExpression(
  String.raw`/(?!=)(?<=(?:${beforeValue}|(?<![\p{L}\p{N}_@$.)\]])[\p{L}_][\p{L}\p{N}_]*[?!]?[ \t]+(?=/[^\s/]))/)`,
);

function regularExpression(open: string): Rule {
  return { kind: 'string', open, close: '/', escape: String.raw`\\.|\[(?:[^\]\\\n]|\\.){0,200}\]` };
}

export const ruby: Lexicon = {
  rules: [
    { kind: 'block', open: String.raw`^=begin\b`, close: '\n=end' },
    { kind: 'region', open: String.raw`^__END__$`, end: ({ document }) => document.length },
    { kind: 'skip', open: String.raw`(?<![\p{L}\p{N}_)\]])\?["'#/${'`'}]|\$["'#/${'`'}]` },
    hash,
    hereDocument(String.raw`<<[~\-]?(?:[A-Z_][A-Z0-9_]{0,80}\b|["'][\p{L}_][^"'\n]{0,80}["'])`),
    interpolated('"', rubyCode, { isMultiline: true }),
    interpolated('`', rubyCode, { isMultiline: true }),
    multiline("'"),
    bracketed(percentLiteral),
    slashedArgument,
  ],
};

export const shell: Lexicon = {
  rules: [
    escaped,
    hashAfterSpace,
    { kind: 'string', open: String.raw`\$'`, close: "'", escape: String.raw`\\[^]`, isMultiline: true },
    raw("'"),
    interpolated('"', String.raw`\$\(`, { bracket: '(', isMultiline: true }),
    // Not `<<<`, and not a shift inside `$(( ))`.
    hereDocument(String.raw`(?<!<)<<-?[ \t]*["'\\]?[\p{L}_][\p{L}\p{N}_]{0,80}["']?`),
  ],
};

export const powershell: Lexicon = {
  rules: [
    { kind: 'skip', open: '`.' },
    { kind: 'block', open: '<#', close: '#>' },
    { kind: 'line', open: String.raw`(?<![\p{L}\p{N}_$])#` },
    raw(String.raw`@"(?=[ \t]*\r?$)`, String.raw`^"@`),
    raw(String.raw`@'(?=[ \t]*\r?$)`, String.raw`^'@`),
    { ...interpolated('"', String.raw`\$\(`, { bracket: '(', isMultiline: true }), escape: '`[^]|""' },
    raw("'"),
  ],
};

export const lua: Lexicon = {
  rules: [longBracket('--'), { kind: 'line', open: '--' }, longBracket(''), quoted('"'), quoted("'")],
};

/** `[[ ... ]]`, `[==[ ... ]==]`; with `--` before it, a comment. */
function longBracket(mark: '' | '--'): Rule {
  const rule = closedBy(
    String.raw`${mark}\[={0,20}\[`,
    (opened) => `]${'='.repeat(opened.split('=').length - 1)}]`,
  );
  return mark === '' ? rule : { ...rule, closeLength: (openLength) => openLength - mark.length };
}

export const r: Lexicon = {
  rules: [
    hash,
    closedBy(
      String.raw`(?<![\p{L}\p{N}_.])[rR]["']-{0,20}\(`,
      (opened) => `)${'-'.repeat(opened.length - 3)}${opened[1]!}`,
    ),
    multiline('"'),
    multiline("'"),
    multiline('`'),
  ],
};

export const julia: Lexicon = {
  rules: [
    { kind: 'block', open: '#=', close: '=#', nested: '#=' },
    hash,
    { ...multiline('"""'), isDoc: isJuliaDoc },
    interpolated('"', String.raw`\$\(`, { bracket: '(', isMultiline: true }),
    character,
  ],
};

export const haskell: Lexicon = {
  rules: [
    { kind: 'region', open: String.raw`\{-#`, end: ({ document }, start) => endOf(document, '#-}', start) },
    { kind: 'block', open: String.raw`\{-`, close: '-}', nested: '{-' },
    // `-->` and `|--` are operators.
    {
      kind: 'line',
      open: String.raw`(?<![!#$%&*+./<=>?@\\^|~:\-])-{2,}(?![!#$%&*+./<=>?@\\^~:])(?!\|[^ \t])`,
    },
    multiline('"'),
    character,
  ],
};

export const sql: Lexicon = {
  rules: [
    { kind: 'line', open: '--' },
    // MySQL's executable comments and Oracle's hints.
    { kind: 'region', open: String.raw`/\*[!+]`, end: ({ document }, start) => endOf(document, '*/', start) },
    block,
    raw("'"),
    raw('"'),
    raw('`'),
  ],
};

/** In YAML a quote opens a string only at the start of a value; a plain value may contain quotes. */
function atYamlValue(quote: string): string {
  return String.raw`${quote}(?<=(?:^[ \t]*|[:\-?][ \t]+|[\[{,][ \t]*)${quote})`;
}

export const yaml: Lexicon = {
  rules: [
    {
      kind: 'region',
      open: String.raw`[|>](?<=[:\-?][ \t]+(?:[!&]\S{1,100}[ \t]+){0,2}[|>])[+\-\d]{0,2}(?=[ \t]*(?:#.*)?$)`,
      end: endOfIndented,
    },
    hashAfterSpace,
    multiline(atYamlValue('"'), '"'),
    multiline(atYamlValue("'"), "'", "''"),
  ],
};

export const toml: Lexicon = {
  rules: [hash, multiline('"""'), raw("'''"), quoted('"'), { kind: 'string', open: "'", close: "'" }],
};

/** A comment in a Dockerfile is always on its own line. */
export const dockerfile: Lexicon = { rules: [{ kind: 'line', open: String.raw`^[ \t]*#` }] };

export const makefile: Lexicon = { rules: [escaped, { kind: 'line', open: String.raw`(?<=^|\s)#` }] };

export const perl: Lexicon = {
  rules: [
    escaped,
    {
      kind: 'region',
      open: String.raw`^(?==(?!cut\b)[a-z])`,
      end: ({ document }, start) => endOf(document, cut, start),
      // Without a closing `=cut`, POD continues to the document's end.
      closeLength: (_, { document }, end) => (document.startsWith(cut, end - cut.length) ? cut.length : 0),
    },
    { kind: 'region', open: String.raw`^__(?:END|DATA)__$`, end: startOfPod },
    { kind: 'skip', open: String.raw`\$[#"'${'`'}]` },
    hereDocument(String.raw`<<~?(?:[A-Z_][A-Z0-9_]{0,80}\b|["'][\p{L}_][^"'\n]{0,80}["'])`),
    {
      kind: 'region',
      open: String.raw`(?<![\p{L}\p{N}_$@%&>{\-])(?:s|tr|y)[^\p{L}\p{N}\s_,;=)>]`,
      end: endOfSubstitution,
    },
    bracketed(String.raw`(?<![\p{L}\p{N}_$@%&>{\-])(?:q[qwrx]?|m)(?:[^\p{L}\p{N}\s_,;=)>]|[ \t]+[({[<])`),
    slashedExpression,
    { kind: 'line', open: String.raw`(?<=^|[\s;{}(),])#` },
    multiline('"'),
    multiline("'"),
  ],
};

/** Ends documentation in Perl. */
const cut = '\n=cut';

/** Text after the end of a program is data up to the first POD command. */
function startOfPod({ document }: Source, _start: number, contentStart: number): number {
  const pod = document.slice(contentStart).search(/^=[a-z]/m);
  return pod < 0 ? document.length : contentStart + pod;
}

export const elixir: Lexicon = {
  rules: [
    { kind: 'skip', open: String.raw`\?["'#\\]` },
    ...['"""', "'''"].map((quotes): Rule => ({
      kind: 'string',
      open: `(?:~[sScC])?${quotes}`,
      close: quotes,
      escape: String.raw`\\[^]`,
      isMultiline: true,
      isDoc: isElixirDoc,
    })),
    bracketed(String.raw`~[a-zA-Z]+[(\[{<|/"']`),
    { ...interpolated('"', rubyCode, { isMultiline: true }), isDoc: isElixirDoc },
    multiline("'"),
    hash,
  ],
};

function endOf(document: string, close: string, from: number): number {
  const end = document.indexOf(close, from);
  return end < 0 ? document.length : end + close.length;
}

/** `s/a/b/`, `tr{a}{b}`: two parts. */
function endOfSubstitution({ document }: Source, _start: number, contentStart: number): number {
  const open = document[contentStart - 1]!;
  const second = endOfBracketed(document, contentStart);
  if (!'([{<'.includes(open)) return endOfBracketed(document, second);
  const next = /\S/.exec(document.slice(second, second + 200));
  return next ? endOfBracketed(document, second + next.index + 1) : second;
}

/**
 * Where a block of YAML text ends: at the first line that is not indented further than the one that opens the
 * block.
 */
function endOfIndented({ document }: Source, start: number): number {
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

/** Tests for strings that document code. Offsets are UTF-16 code units, end exclusive. */

/** Python: the first statement of a module, class or function (PEP 257). */
export function isDocstring(document: string, start: number, end: number): boolean {
  if (/^(?:[bBfFtT]|[rR][bBfFtT])/.test(document.slice(start, start + 2))) return false;
  if (!isWholeStatement(document, start, end)) return false;
  const before = previousLine(document, start);
  return before === undefined || /^(?:(?:async\s+)?def|class)\b.*:$|\)[^()]*:$|^\]\s*:$/.test(before);
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

function isWholeStatement(document: string, start: number, end: number): boolean {
  return (
    /^\uFEFF?[ \t]*$/.test(lineBefore(document, start)) &&
    /^[ \t]*(?:[;#]|\r|\n|$)/.test(document.slice(end, end + 100))
  );
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
