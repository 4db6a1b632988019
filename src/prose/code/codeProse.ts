import { ProseBuilder, type Prose } from '../../text/prose.ts';
import { markdownProse } from '../markdown/markdown.ts';
import { takeNested, type Range } from '../../text/ranges.ts';
import { hasWords } from '../../text/words.ts';
import { describedLines } from './docText.ts';
import { lineBefore, type Comment } from './lexer.ts';

/**
 * The prose of source code: its comments and docstrings, separated by blank lines and read as Markdown, which joins
 * wrapped lines. It leaves out commented-out code, licences, directives to tools, dividing lines, the names and
 * types of documentation tags, and text of fewer than three words. Doubtful lines are left out too, so that code is
 * never judged as its author's prose.
 */
export function codeProse(document: string, comments: readonly Comment[]): Prose {
  const builder = new ProseBuilder(document);
  for (const lines of commentTexts(document, comments)) {
    // POD is a whole manual, so a licence can only be one of its paragraphs.
    const isManual = /^=[a-z]/.test(document.slice(lines[0]?.start, lines[0]?.end));
    if (!isManual && isLicence(lines.map(({ start, end }) => document.slice(start, end)).join('\n')))
      continue;
    const kept = paragraphs(document, lines, isManual);
    if (kept.length === 0) continue;
    const text = joinLines(document, kept);
    const prose = markdownProse(text.text);
    if (prose.text === '') continue;
    if (!builder.isEmpty) builder.add('\n\n');
    takeNested(builder, text, prose);
  }
  return builder.build();
}

/** UTF-16 code units. */
const maxLineLength = 5000;

/**
 * The paragraphs of a comment that are prose.
 * @param isManual whether a licence can only be a paragraph of the comment, not all of it.
 */
function paragraphs(document: string, lines: readonly Range[], isManual: boolean): Range[][] {
  const found: Range[][] = [];
  let paragraph: Range[] = [];
  let plainLines: string[] = [];
  const close = (): void => {
    if (isProse(plainLines) && !(isManual && isLicence(plainLines.join(' ')))) found.push(paragraph);
    paragraph = [];
    plainLines = [];
  };
  for (const line of describedLines(document, lines)) {
    // Nobody writes lines this long by hand: they are data or minified code.
    if (!line || line.end - line.start > maxLineLength) {
      close();
      continue;
    }
    if (directive.test(document.slice(line.start, line.end))) continue;
    const range = withoutDecoration(document, line);
    const text = document.slice(range.start, range.end);
    const plain = withoutMarkup(text);
    // A rule or a frame. Rows of tables are left to the Markdown reader.
    const isSeparator = !hasWords(plain) && !/^\s*\|/.test(plain);
    if (isSeparator || blockElement.test(text)) close();
    if (isSeparator) continue;
    paragraph.push(range);
    plainLines.push(plain);
  }
  close();
  return found;
}

/** Whether a paragraph with these lines is prose; it is not if half of its lines look like code. */
function isProse(lines: readonly string[]): boolean {
  return (
    containsSentence(lines.join(' ')) &&
    lines.filter(looksLikeCode).length * 2 < lines.length &&
    !lines.some((line) => rights.test(line.slice(0, 500)))
  );
}

const frame = /[\s=*~_+\-/#\u2500-\u259F]/;
/** A frame has three marks or box-drawing characters; fewer marks are punctuation or Markdown. */
const framing = /[=*~_+\-/#]{3,}|[\u2500-\u259F]/;
/** To-do marks with the assignee's name. */
const toDo = /^(?:TODO|FIXME|XXX|HACK|BUG|NOTE|OPTIMIZE|REVIEW)\b\s*(?:\([^()]*\)|\[[^[\]]*\])?\s*[:\-–]?\s*/;

/** A line without its frame and to-do mark. */
function withoutDecoration(document: string, { start, end }: Range): Range {
  const text = document.slice(start, end);
  let from = 0;
  let to = text.length;
  while (from < to && frame.test(text[from]!)) from++;
  // A Markdown heading is not a frame.
  if (!framing.test(text.slice(0, from)) || /^#{1,6}\s/.test(text)) from = 0;
  from += toDo.exec(text.slice(from))?.[0].length ?? 0;
  while (to > from && frame.test(text[to - 1]!)) to--;
  const tail = text.slice(to);
  return {
    start: start + from,
    end: start + (framing.test(tail) || /^\s+[*#]$/.test(tail) ? to : text.trimEnd().length),
  };
}

const blockElements =
  'p|para|br|hr|div|ul|ol|li|dl|dt|dd|table|tr|td|th|thead|tbody|h[1-6]|blockquote|summary|param|returns|remarks|' +
  'exception|example|value|typeparam|list|item|description|term|inheritdoc|include|seealso|pre|code';
const inlineElements =
  'c|see|paramref|typeparamref|b|i|em|strong|a|tt|u|s|kbd|var|sup|sub|cite|dfn|small|span';
/** Block elements of C#'s documentation and of Javadoc's HTML, which end a paragraph. */
const blockElement = new RegExp(`^\\s*</?(?:${blockElements})\\b`, 'i');
/** Codes of POD: `L<text|target>`, `X<entry of the index>`, `C<< a->b >>`, `B<x>`. */
const podCodes =
  String.raw`\bL<(?:([^<>|]+)\|[^<>]*|[/"]*([^<>|"]+)"?)>|\b[XZ]<[^<>]*>|` +
  String.raw`\b[BCFIS]<{2,4}\s(.{1,200}?)\s>{2,4}|\b[BCFIS]<([^<>]+)>`;
/**
 * Elements, inline tags of Javadoc and JSDoc, codes of POD. One of the groups captures the content of `{@link x}`,
 * `<code>x</code>` or `B<x>`, which is read.
 */
const markup = new RegExp(
  String.raw`<code>([^<>]*)</code>|\{@[a-z]+\s+([^{}]*)\}|${podCodes}|\bE<(?<character>\w+)>|` +
    String.raw`</?(?:${blockElements}|${inlineElements})\b[^<>]*>`,
  'gdi',
);
/** The first groups of `markup` capture content. */
const contentGroups = 6;

function withoutMarkup(text: string): string {
  return text.replace(markup, (_, ...groups: unknown[]) => {
    const content = groups.slice(0, contentGroups).find((group) => group !== undefined);
    return typeof content === 'string' ? content : '';
  });
}

/** The lines joined, with a blank line between paragraphs and without markup. */
function joinLines(document: string, kept: readonly (readonly Range[])[]): Prose {
  const builder = new ProseBuilder(document);
  for (const paragraph of kept) {
    if (!builder.isEmpty) builder.add('\n\n');
    paragraph.forEach((line, i) => {
      if (i > 0) builder.add('\n');
      let from = line.start;
      for (const match of document.slice(line.start, line.end).matchAll(markup)) {
        builder.take(from, line.start + match.index);
        const character = match.groups?.['character'];
        const content = match.indices?.slice(1).find((group) => group !== undefined);
        if (character !== undefined) builder.add(characterReference(character));
        else if (content) builder.take(line.start + content[0], line.start + content[1]);
        else if (blockElement.test(match[0])) builder.add('\n\n');
        from = line.start + match.index + match[0].length;
      }
      builder.take(from, line.end);
    });
  }
  return builder.build();
}

/** The Markdown reference for a character that POD writes by name or number. */
function characterReference(character: string): string {
  if (character === 'verbar') return '|';
  return character === 'sol'
    ? '/'
    : /^\d/.test(character)
      ? `&#${character.replace(/^0(?=x)/i, '')};`
      : `&${character};`;
}

/** The lines of each comment without marks and indentation. Consecutive line comments form one. */
function commentTexts(document: string, comments: readonly Comment[]): Range[][] {
  const texts: { lines: Range[]; firstIndented: 0 | 1 }[] = [];
  let last: LineMark | undefined;
  for (const comment of comments) {
    if (comment.kind !== 'line') {
      last = undefined;
      texts.push({ lines: linesOfBlock(document, comment), firstIndented: 1 });
      continue;
    }
    const mark = lineMark(document, comment);
    const line = { start: comment.contentStart + mark.length, end: comment.contentEnd };
    if (last && continuesComment(document, last, mark)) texts.at(-1)!.lines.push(line);
    else texts.push({ lines: [line], firstIndented: 0 });
    last = mark;
  }
  return texts.map(({ lines, firstIndented }) => withoutIndent(document, lines, firstIndented));
}

/** The position and marks of a line comment. */
interface LineMark {
  start: number;
  end: number;
  column: number;
  marks: string;
  /** Length of further marks at the start of the content, such as the third slash of `///`. */
  length: number;
  hasLineToItself: boolean;
}

function lineMark(document: string, { start, end, contentStart, contentEnd }: Comment): LineMark {
  const before = lineBefore(document, start);
  const repeatedMarker = restOfMark(document[contentStart - 1]!).exec(
    document.slice(contentStart, contentEnd),
  )![0];
  return {
    start,
    end,
    column: before.length,
    marks: document.slice(start, contentStart).trim() + repeatedMarker.trim().replace(/[|^]/, ''),
    length: repeatedMarker.length,
    hasLineToItself: before.trim() === '',
  };
}

/** Matches the rest of `///`, `//!`, `##`, `#'`, `--|` or `///<` after a mark that ends with this character. */
function restOfMark(lastOfMark: string): RegExp {
  return new RegExp(`^${lastOfMark}*(?:!(?!/)|(?:['<:]|\\s?[|^])(?=\\s))?`);
}

function continuesComment(document: string, last: LineMark, next: LineMark): boolean {
  return (
    next.hasLineToItself &&
    next.column === last.column &&
    next.marks === last.marks &&
    /^\r?\n[ \t]*$/.test(document.slice(last.end, Math.min(next.start, last.end + 1000)))
  );
}

function linesOfBlock(document: string, { contentStart, contentEnd, kind }: Comment): Range[] {
  const lines = lineRanges(document, contentStart, contentEnd);
  if (kind === 'docstring') return lines;
  const textOf = ({ start, end }: Range): string => document.slice(start, end);
  // `/**`, `/*!`, `{- |`
  lines[0]!.start += /^(?:[*!]+<?|\s?[|^](?=\s))?/.exec(textOf(lines[0]!))![0].length;
  const last = lines.at(-1)!;
  last.end -= /(?<!\*)\**$/.exec(textOf(last))![0].length;
  last.end = Math.max(last.start, last.end);
  const rest = lines.slice(1);
  const hasStars = rest.every((line) => /^[ \t]*(?:\*|$)/.test(textOf(line)));
  if (hasStars) for (const line of rest) line.start += /^[ \t]*\*?/.exec(textOf(line))![0].length;
  return lines;
}

function lineRanges(document: string, start: number, end: number): Range[] {
  const lines: Range[] = [];
  for (const line of document.slice(start, end).split('\n')) {
    lines.push({ start, end: start + line.length - (line.endsWith('\r') ? 1 : 0) });
    start += line.length + 1;
  }
  return lines;
}

/**
 * Removes the common indentation of the lines from `first` on. An earlier line follows a mark and loses all
 * indentation.
 */
function withoutIndent(document: string, lines: readonly Range[], first: 0 | 1): Range[] {
  const indents = lines.map(({ start, end }) => document.slice(start, end).search(/\S/));
  const least = indents.slice(first).reduce((a, b) => (b < 0 ? a : Math.min(a, b)), Infinity);
  return lines.map(({ start, end }, i) => {
    const indent = indents[i]!;
    if (indent < 0) return { start: end, end };
    return { start: start + (i < first ? indent : least), end };
  });
}

/** Text in comments that is not prose. Each test reads a comment's line without its marks. */

const tools = [
  String.raw`(?:es|js|ts|style|css|html|markdown|swift|yaml|shell|sh|py|oxc|deno|ansible|had|kt|sql|rst|actionlint|biome|xo)?-?(?:lint|hint|check)(?:-|:|\s+(?:disable|enable|ignore|source))`,
  'eslint\\b',
  'globals?\\s+[\\w$]+\\s*(?:[,:]|$)',
  'exported\\s+\\w+$',
  '@ts-',
  '@(?:jsx|jest-|vitest-|vite-ignore|flow|noflow|generated|preserve|formatter:|codeCoverageIgnore|phpstan|psalm|SuppressWarnings|internal\\b)',
  '[#@]__[A-Z_]+__',
  '(?:prettier|biome|cspell|istanbul|c8|v8|node:coverage|coverage|spell-?checker|codespell|typos)[:\\s-]+\\w',
  '[#@]\\s*source(?:MappingURL|URL)=',
  'webpack[A-Z]\\w*:',
  '<reference\\s',
  '#?(?:end)?region\\b',
  '(?:noqa|nosec|type|pylint|mypy|flake8|fmt|yapf|isort|ruff|black|pyright|pytype|pyre-\\w+|rubocop|reek|standard|typed|frozen_string_literal|(?:en)?coding|warn_indent|shareable_constant_value|doctest|ktlint|detekt|noinspection|language|phpcs|scalafmt|scalastyle|yaml-language-server|syntax|escape|jscpd|sonar|checkov|tfsec|trivy|cbindgen|rustfmt|clippy|credo|dialyzer|luacheck|nolint|lint|go|luacov|stylua|perltidy|perlcritic|nolintr|styler|lintr)(?::|=|\\s*$|\\s*\\()\\s*\\S*(?:\\s+[A-Z]+\\d+)*',
  'noqa\\b',
  'pragma\\b',
  '(?:NOLINT|NOSONAR|NOPMD|CHECKSTYLE|LCOV_EXCL|GCOVR?_EXCL|IWYU|PVS-Studio|Coverity|cppcheck-suppress|clang-(?:format|tidy)|swift-format-ignore|sourcery|swiftformat)\\b',
  'MARK:',
  '\\+build\\b',
  '(?:cgo|export|line|linkname)\\s+[\\w:/.]+$',
  '\\$(?:Id|Revision|Date|Header|Author)\\b',
  '-\\*-',
  '(?:vim?|ex):',
  'Local Variables:',
  'inkling-[\\w-]+\\s*(?::|$)',
  'Code generated by\\b',
  '(?:This (?:file|code) (?:is|was) )?(?:auto-?|automatically )generated\\b',
  'DO NOT (?:EDIT|MODIFY)',
  '!(?:/|\\s*/)',
];
/** A directive to a tool: a linter, a compiler, an editor. */
const directive = new RegExp(`^\\s*(?:${tools.join('|')})`, 'i');

/** A statement of copyright. */
const rights =
  /SPDX-|\bcopyright\b.{0,40}(?:\d{4}|©|\(c\))|(?:©|\(c\)) *(?:copyright )?\d{4}|\ball rights reserved\b|^\s*@(?:license|licence|copyright)\b/i;

const licence =
  /permission is hereby granted|permission to use, copy|licensed under the|under the terms of the|general public license|redistribution and use in source|is provided ["'“]?as[- ]is|without warrant(?:y|ies)|mozilla public license|apache license|mit license|bsd[- ]style|boost software license|license for the specific|distributed under|free software foundation|LICEN[SC]E file|same terms as perl/i;

/** Whether a text contains the words of a licence. */
function isLicence(text: string): boolean {
  return licence.test(text.slice(0, 20_000).replace(/\s+/g, ' '));
}

const codeShapes = [
  // The end of a statement or a block.
  /[;{}]\s*$|^\s*[}\])]|[[({]\s*$/,
  // An assignment, a call, a declaration.
  /^\s*[\w$.[\]"'@*&>-]+(?:\s*:\s*[\w<>[\]|]+)?\s*(?:[-+*/|&%^.]|\?\?|:|\|\||&&)?=(?!=)\s*\S/,
  /^\s*(?:await\s+|return\s+|yield\s+|new\s+|not\s+|!)*[\w$.:>-]+\([^)]*\)?[\s\S]{0,3}$/,
  /^\s*(?:(?:export|public|private|protected|static|async|pub|final|abstract|override|inline)\s+)+(?:default|const|let|var|function|class|interface|type|enum|void|int|fn|fun|def|struct|string|bool|val)\b/,
  /^\s*(?:const|let|var|val|auto|local|my|our)\s+[\w${[(]+.*(?:=|;|:)/,
  /^\s*(?:function|def|fn|func|fun|class|struct|enum|interface|impl|trait|module|namespace|package|defmodule|defp?)\s+[\w.$]+\s*(?:[({:<]|do\s*$|$)/,
  /^\s*(?:if|while|for|switch|elif|else if|catch|foreach|unless|until)\s*\(.*\)\s*[{:]?/,
  /^\s*(?:if|elif|else|for|while|with|try|except|finally|case|default)\b[^.!?]*:\s*$/,
  /^\s*(?:for|while|if)\b.*;\s*(?:do|then)\b/,
  /^\s*(?:import|from)\s+["'\w.{*@/-]+(?:\s+(?:import|from|as)\s+.*)?;?\s*$/,
  /^\s*(?:import|export)\s+.*\bfrom\s+["']/,
  /^\s*(?:#\s*(?:include|define|undef|ifdef|ifndef|if|endif|else|pragma|error)|using\s+[\w.]+;?$|require\s*[("'])/,
  /^\s*(?:return|throw|raise|break|continue|end|fi|done|esac|pass|else)\s*[\w.$"'()-]*;?\s*$/,
  /^\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE (?:TABLE|INDEX|VIEW|FUNCTION)|ALTER TABLE|DROP|GRANT|FROM|WHERE|JOIN|AND|OR|ORDER BY)\s+[\w"*`(.]/,
  // A command, a tag, an entry of a configuration, a doctest.
  /^\s*(?:\$ |% |> |PS>|>>>|\.\.\. |In \[)/,
  /^\s*(?:sudo|cd|npm|npx|yarn|pnpm|git|docker|kubectl|pip3?|apt(?:-get)?|brew|curl|wget|make|cargo|echo|chmod|mkdir|rm|export|set|source)\s+(?:-|[\w./@${"']+(?:[=/:]|$|\s+(?:-|[\w./]+$)))/,
  /^\s*(?:RUN|COPY|ADD|ENV|ARG|CMD|ENTRYPOINT|EXPOSE|WORKDIR|VOLUME)\s/,
  /^\s*<\/?[A-Za-z][\w.:-]*(?:\s[^<>]*)?\/?>.*$/,
  /^\s*-?\s*["']?[\w./-]+["']?\s*:\s*(?:[^\s,.]+|["'[{].*)?,?\s*$/,
  /^\s*["']?[\w.-]+["']?\s*=>?\s*\S+\s*,?$/,
  /^\s*@\w+(?:\(.*\))?\s*$/,
  /=>|&&|\|\||!==?|===?|\+\+|::\w|->\w|<<|:=|\$\{|\w\(\)\s*[.;]/,
];

/**
 * Whether a line looks like commented-out code. A doubtful line counts as code, because skipped prose is only
 * missed, but code read as prose would be judged as somebody's words.
 */
function looksLikeCode(line: string): boolean {
  // Words in backticks and addresses also occur in sentences.
  const text = line
    .slice(0, 1000)
    .replace(/`[^`]*`|\bhttps?:\/\/\S+/g, 'x')
    .replace(/\s+/g, ' ');
  if (codeShapes.some((shape) => shape.test(text))) return true;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const marks = text.match(/[{}()[\]<>=;|&+*/\\$^~@_#%]/g)?.length ?? 0;
  return marks > 3 && marks * 6 > letters;
}

const word = /(?<![\p{L}\p{N}_])\p{L}[\p{L}\p{M}'’-]+(?![\p{N}_])/gu;
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{5}/u;

/** Whether a text has at least three words, or five characters of a script without spaces. */
function containsSentence(text: string): boolean {
  return unspaced.test(text) || (text.match(word)?.length ?? 0) >= 3;
}
