import { matchFrom } from './ahead.ts';
import type { Comment } from './code/lexer.ts';
import type { BlockOpener, CommentSyntax, Format, LineState } from './format.ts';
import { linesOf, placeFinder, type Line } from '../text/lines.ts';
import { cutOut, placedBlocks, type Cut, type KeptProse, type PlacedBlock } from '../text/blocks.ts';
import type { Prose } from '../text/prose.ts';
import { countBefore, documentExtent, spansWithin, type Range } from '../text/ranges.ts';

/** A problem with an ignore comment. */
export interface IgnoreWarning {
  /** From 1. */
  line: number;
  problem: string;
}

/** An ignore comment, with offsets in the document. */
interface Directive extends Range {
  /** Without `inkling-`, in lower case. */
  word: string;
  reason: string;
  /** The offset of `inkling-`. */
  at: number;
  /** Whether the comment also contains other text, such as a function's documentation. It then applies to that text. */
  isWithinText: boolean;
}

/** The supported words after `inkling-`. */
const known = new Set(['ignore', 'ignore-start', 'ignore-end', 'ignore-file']);

/** Possible ignore comments, including misspelled ones, so that they can be reported. */
const name = /inkling[-_ :]{0,3}(?=ignore|disable|skip|off\b|\w)/gi;
/** A comment line with an instruction: the word, then an optional reason, with or without a colon. */
const says = /^@?inkling-([a-z]+(?:-[a-z]+)*)(?![\w-])[ \t]*(:?)[ \t]*(.*)$/i;
/** A misspelled instruction. */
const misspelledInstruction = /^@?inkling[-_ :]*(?:ignore|disable|skip)/i;

/** The maximum number of comments, because each is compared with all blocks. */
const maxDirectives = 1000;
/** The maximum number of occurrences of the name that are examined, for generated files. */
const maxMentions = 10_000;
/** The distance from `inkling-` within which a comment's marks are searched for, in UTF-16 code units. */
const maxMarkDistance = 1000;

/**
 * Removes the parts of a document's prose that its comments tell Inkling to ignore. `inkling-ignore` ignores the
 * next block, or the current one if it is at the end of a line or in a list item. `inkling-ignore-start` to
 * `inkling-ignore-end` ignores what is between them, and `inkling-ignore-file` everything. Each may include a
 * reason.
 * @param prose all prose of the document.
 */
export function withoutIgnored(
  document: string,
  format: Format,
  prose: Prose,
): KeptProse & { warnings: readonly IgnoreWarning[] } {
  const warnings: IgnoreWarning[] = [];
  const nothing = { ...prose, ignored: [], warnings };
  if (!/inkling/i.test(document)) return nothing;
  const lines = linesOf(document);
  const placeAt = placeFinder(document);
  const warn = (at: number, problem: string): void => {
    warnings.push({ line: placeAt(at).line, problem });
  };
  const directives = directivesIn(document, format, lines, warn);
  if (directives.length === 0) return nothing;
  const blocks = placedBlocks(prose);
  const targets = new Targets(document, syntaxOf(format), prose, blocks);
  const ranges: (Range & { reason: string })[] = [];
  let open: Directive | undefined;
  for (const directive of directives) {
    const { start, at, word, reason } = directive;
    switch (word) {
      case 'ignore-file':
        ranges.push({ start: 0, end: document.length, reason });
        break;
      case 'ignore': {
        const target = targets.rangeToIgnore(directive);
        if (target) ranges.push({ ...target, reason });
        else warn(at, 'inkling-ignore ignores nothing: the block after it has no prose.');
        break;
      }
      case 'ignore-start':
        if (open) warn(at, 'inkling-ignore-start is inside a part that is already ignored.');
        else open = directive;
        break;
      case 'ignore-end':
        if (open) ranges.push({ start: open.end, end: start, reason: open.reason });
        else warn(at, 'inkling-ignore-end has no inkling-ignore-start before it.');
        open = undefined;
        break;
      default:
        warn(
          at,
          `Unknown inkling-${word}. Known: inkling-ignore, inkling-ignore-start, inkling-ignore-end, inkling-ignore-file.`,
        );
    }
  }
  if (open) {
    warn(open.at, 'inkling-ignore-start has no inkling-ignore-end, so the rest of the file is ignored.');
    ranges.push({ start: open.end, end: document.length, reason: open.reason });
  }
  warnings.sort((a, b) => a.line - b.line);
  return { ...cutOutRanges(document, prose, blocks, ranges, directives), warnings };
}

/** A comment and the extent of its content. */
interface FoundComment extends Range {
  contentStart: number;
  contentEnd: number;
  /** Whether it is documentation, which may itself be prose. */
  isDocumentation: boolean;
}

function syntaxOf({ comments }: Format): CommentSyntax | undefined {
  return typeof comments === 'function' ? undefined : comments;
}

/** The ignore comments of a document in order. Calls `warn` for malformed ones. */
function directivesIn(
  document: string,
  format: Format,
  lines: readonly Line[],
  warn: (at: number, problem: string) => void,
): Directive[] {
  const syntax = syntaxOf(format);
  const comments = typeof format.comments === 'function' ? format.comments(document) : undefined;
  if (comments?.length === 0) return [];
  const code = syntax?.code ? linesWithin(lines, syntax.code) : [];
  const blocks = syntax?.lineBlock ? linesWithin(lines, syntax.lineBlock) : [];
  const directives: Directive[] = [];
  let readTo = 0;
  let mentions = 0;
  for (const { index } of document.matchAll(name)) {
    if (index < readTo || rangeAt(code, index)) continue;
    if (++mentions > maxMentions) break;
    const line = lines[countBefore(lines, ({ end }) => end < index)]!;
    const block = rangeAt(blocks, index);
    const said = block
      ? blockComment(document, block)
      : comments
        ? commentAt(document, comments, index)
        : syntax && commentAround(document, lines, line, index, syntax);
    if (!said) {
      if (!comments && looksIntended(document, line, index)) {
        const instead = syntax
          ? `Write ${syntax.example} on a line of its own.`
          : 'Plain text has no comments. Use a baseline to ignore the passage.';
        warn(index, `Not a comment in this format, so nothing is ignored. ${instead}`);
      }
      continue;
    }
    if (syntax?.hasCodeSpans === true && isExample(document, said.start)) continue;
    const read = readComment(document, said, index);
    if (read === undefined) continue;
    if (read === 'unclear') {
      warn(
        index,
        'Unknown comment, so nothing is ignored. Start it with inkling-ignore; a reason can follow a colon.',
      );
    } else if (directives.length === maxDirectives) {
      warn(index, `A file can have ${maxDirectives} ignore comments. Later ones are not read.`);
      break;
    } else {
      directives.push(read);
    }
    readTo = said.end;
  }
  return directives;
}

/** Parses a comment: `unclear` if it is malformed, `undefined` if it only mentions Inkling. */
function readComment(document: string, said: FoundComment, at: number): Directive | 'unclear' | undefined {
  const { start, end, contentStart, contentEnd, isDocumentation } = said;
  const content = document.slice(contentStart, contentEnd);
  // In a notebook the lines are JSON strings.
  const lines = content
    .split(/\r\n|[\r\n]|\\n(?:",\s*")?/)
    .map((text) => text.replace(/^[\s*!/#%;]+|[\s*]+$/g, ''))
    .filter((line) => line !== '');
  const own = lines.findIndex((line) => says.test(line) || misspelledInstruction.test(line));
  if (own < 0) {
    const namesUs = lines.length === 1 && /inkling-ignore\b/i.test(content);
    return namesUs && !isDocumentation ? 'unclear' : undefined;
  }
  const [, asWritten = '', colon, text = ''] = says.exec(lines[own]!) ?? [];
  const word = asWritten.toLowerCase();
  if (word === '') return 'unclear';
  if (colon === '' && text !== '') {
    // `inkling-api listens here` is an ordinary comment.
    if (!known.has(word)) return misspelledInstruction.test(lines[own]!) ? 'unclear' : undefined;
    // After other text, a line that begins with this word may be the rest of a sentence.
    if (own > 0) return isDocumentation ? undefined : 'unclear';
  }
  const isWithinText = isDocumentation && lines.length > 1;
  const reasonLines = !isWithinText && own === 0 ? lines.slice(1) : [];
  const reason = [text.replace(/^[-–—:(]+\s*|\)$/g, ''), ...reasonLines].join(' ').trim();
  return { start, end, word, reason, at, isWithinText };
}

/** A block comment, whose last line closes it. */
function blockComment(document: string, { start, end }: Range): FoundComment {
  const contentEnd = Math.max(start, document.lastIndexOf('\n', end - 2));
  return { start, end, contentStart: start, contentEnd, isDocumentation: false };
}

/** The comment in code at an offset. */
function commentAt(document: string, comments: readonly Comment[], at: number): FoundComment | undefined {
  const comment = comments[countBefore(comments, ({ end }) => end <= at)];
  if (!comment || comment.start > at || comment.end - comment.start > maxCommentLength) return undefined;
  const isDocumentation =
    comment.kind === 'docstring' ||
    (comment.kind === 'block' && /^\/\*[*!]/.test(document.slice(comment.start, comment.start + 3)));
  return { ...comment, isDocumentation };
}

/** The comment in a document format at an offset. */
function commentAround(
  document: string,
  lines: readonly Line[],
  line: Line,
  at: number,
  syntax: CommentSyntax,
): FoundComment | undefined {
  for (const [open, close] of syntax.inline ?? []) {
    const from = Math.max(0, at - maxMarkDistance);
    const before = document.slice(from, at);
    const opened = Array.from(before.matchAll(open)).at(-1);
    const contentStart = opened && opened.index + opened[0].length;
    if (contentStart === undefined || before.slice(contentStart).search(close) >= 0) continue;
    const rest = document.slice(at, at + maxMarkDistance);
    const length = rest.search(close);
    if (length < 0) continue;
    const contentEnd = at + length;
    const end = contentEnd + new RegExp(close.source, 'y').exec(rest.slice(length))![0].length;
    return {
      start: from + opened!.index,
      end,
      contentStart: from + contentStart,
      contentEnd,
      isDocumentation: false,
    };
  }
  return syntax.line && commentOfLine(lines, line, at, syntax.line, syntax.continuesIndented ?? false);
}

function commentOfLine(
  lines: readonly Line[],
  line: Line,
  at: number,
  mark: RegExp,
  continuesIndented: boolean,
): FoundComment | undefined {
  let i = countBefore(lines, (other) => other.start < line.start);
  if (continuesIndented && !mark.test(line.text)) {
    const lowest = Math.max(0, i - maxCommentLines);
    while (i > lowest && lines[i]!.indent >= line.indent && lines[i]!.indent !== Infinity) i--;
  }
  const opening = lines[i]!;
  if (opening.text.length > maxCommentLength) return undefined;
  const opened = mark.exec(opening.text)?.[0];
  if (opened === undefined || opening.start + opened.length > at) return undefined;
  let last = i;
  if (continuesIndented) {
    while (last - i < maxCommentLines && isIndentedUnder(lines[last + 1], opening)) last++;
  }
  const { end } = lines[last]!;
  const contentStart = opening.start + opened.length;
  // In LaTeX a comment can follow text.
  const start = opening.start + (opened.trimStart().startsWith('%') ? 0 : Math.max(0, opened.search(/%+$/)));
  return { start, end, contentStart, contentEnd: end, isDocumentation: false };
}

/** The most lines of an indented comment. */
const maxCommentLines = 50;
/** In UTF-16 code units; longer lines and comments are generated. */
const maxCommentLength = 20_000;

/** Whether a line is indented further than the comment's first line. */
function isIndentedUnder(line: Line | undefined, opening: Line | undefined): boolean {
  return (
    line !== undefined && opening !== undefined && line.indent !== Infinity && line.indent > opening.indent
  );
}

/** Whether any format's comment mark precedes a known word. */
function looksIntended(document: string, line: Line, at: number): boolean {
  const before = document.slice(Math.max(line.start, at - 40), at);
  const isMarked = /(?:^|[\s\w.,;:!?)])(?:<!--|\{?\/\*+|\/{2,}|%+|#+|\.\.|--|;+)[ \t]*$/.test(before);
  return isMarked && /^inkling[-_ :]*ignore/i.test(document.slice(at, at + 20));
}

/** Whether a comment is in a code span, and so only shown as an example. */
function isExample(document: string, start: number): boolean {
  const from = Math.max(start - maxMarkDistance, document.lastIndexOf('\n', start) + 1);
  const text = document.slice(from, start + maxMarkDistance).split('\n', 1)[0]!;
  return Array.from(text.matchAll(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g)).some(
    ({ index, 0: span }) => from + index < start && start < from + index + span.length,
  );
}

/** The range that contains an offset. @param ranges in order. */
function rangeAt(ranges: readonly Range[], at: number): Range | undefined {
  const range = ranges[countBefore(ranges, ({ end }) => end <= at)];
  return range && range.start <= at ? range : undefined;
}

/** The contents of blocks in order, each with its closing line. */
function linesWithin(lines: readonly Line[], opens: BlockOpener): Range[] {
  const found: Range[] = [];
  let stateOf: LineState | undefined;
  let wasWithin = false;
  for (const line of lines) {
    const state = stateOf?.(line);
    const isWithin = state === 'in' || state === 'last';
    if (isWithin && wasWithin) found.at(-1)!.end = line.end + 1;
    else if (isWithin) found.push({ start: line.start, end: line.end + 1 });
    wasWithin = isWithin;
    if (state === 'last') stateOf = undefined;
    if (state === 'after' || (state === undefined && stateOf === undefined)) stateOf = opens(line);
  }
  return found;
}

/** Finds the text to which `inkling-ignore` applies. */
class Targets {
  readonly #document: string;
  readonly #prose: Prose;
  readonly #blocks: readonly PlacedBlock[];
  readonly #syntax: CommentSyntax | undefined;
  readonly #lines = new Map<PlacedBlock, readonly Range[]>();
  /** The starts of blank lines, computed once. */
  #blanks: readonly number[] | undefined;

  constructor(
    document: string,
    syntax: CommentSyntax | undefined,
    prose: Prose,
    blocks: readonly PlacedBlock[],
  ) {
    this.#document = document;
    this.#prose = prose;
    this.#blocks = blocks;
    this.#syntax = syntax;
  }

  /** The block to ignore, or one line of it, such as a list item, or its part after the comment. */
  rangeToIgnore({ start, end, isWithinText }: Directive): Range | undefined {
    if (isWithinText) return { start, end };
    const before = this.#proseBefore(start);
    if (before) return before;
    const next = this.#blocks[this.#firstAfter(end)];
    if (!next) return undefined;
    const from = Math.max(next.document.start, end);
    if (this.#syntax?.hasOwnBlocks !== true && from >= this.#blockEnd(end)) return undefined;
    if (next.document.start < start || this.#beginsItem(start)) {
      return this.#linesOf(next).find((line) => line.end > end) ?? next.document;
    }
    return { start: from, end: next.document.end };
  }

  /** The prose before a comment on the same line. */
  #proseBefore(at: number): Range | undefined {
    const { spans } = this.#prose;
    const last = spans[countBefore(spans, ({ documentStart }) => documentStart < at) - 1];
    if (!last) return undefined;
    const lastEnd = Math.min(at, last.documentStart + last.length);
    if (endsLine.test(this.#document.slice(lastEnd, at))) return undefined;
    const block = this.#blocks[this.#firstAfter(last.documentStart)];
    return block && this.#linesOf(block).find(({ start, end }) => start < lastEnd && end >= lastEnd);
  }

  #firstAfter(at: number): number {
    const blocks = this.#blocks;
    return countBefore(blocks, (block) => block.document.end <= at);
  }

  /** The lines of a block, such as list items, computed once. */
  #linesOf(block: PlacedBlock): readonly Range[] {
    const known = this.#lines.get(block);
    if (known) return known;
    const { start, end } = block;
    const found: Range[] = [];
    for (let from = start; from < end;) {
      const newline = this.#prose.text.indexOf('\n', from);
      const to = newline < 0 ? end : Math.min(newline, end);
      const line = documentExtent(this.#prose, { start: from, end: to });
      if (line) found.push(line);
      from = to + 1;
    }
    this.#lines.set(block, found);
    return found;
  }

  /** Whether only an item's marker precedes a comment. */
  #beginsItem(at: number): boolean {
    const item = this.#syntax?.item;
    if (!item) return false;
    const isOfLines = item.source.startsWith('^');
    const from = isOfLines ? this.#document.lastIndexOf('\n', at - 1) + 1 : at - 200;
    return item.test(this.#document.slice(Math.max(0, from), at));
  }

  /** The start of the next blank line after the text at this offset. */
  #blockEnd(at: number): number {
    const start = matchFrom(word, this.#document, at)?.index ?? at;
    const blanks = (this.#blanks ??= Array.from(this.#document.matchAll(blankLine), ({ index }) => index));
    return blanks[countBefore(blanks, (blank) => blank < start)] ?? this.#document.length;
  }
}

const word = /\S/g;
const blankLine = /\n[ \t\r]*\n/g;
/** The end of a line (also in a JSON string) or of an HTML block. A comment after it applies to what follows. */
const endsLine =
  /[\r\n"]|\\n|<\/?(?!(?:a|abbr|b|cite|code|em|i|kbd|mark|q|s|small|span|strong|sub|sup|time|u|var)\b)[a-z]/i;

function cutOutRanges(
  document: string,
  prose: Prose,
  blocks: readonly PlacedBlock[],
  ranges: readonly (Range & { reason: string })[],
  directives: readonly Directive[],
): KeptProse {
  const cuts: Cut[] = [];
  const all = withoutOverlaps([
    ...ranges,
    ...directives.map(({ start, end }) => ({ start, end, reason: undefined })),
  ]);
  let first = 0;
  for (const block of blocks) {
    const own: Cut[] = [];
    let isWhole = true;
    for (const { start: from, documentStart, length } of spansWithin(prose, block)) {
      const to = from + length;
      const shift = documentStart - from;
      while (first < all.length && all[first]!.end <= from + shift) first++;
      let covered = from;
      for (let i = first; i < all.length && all[i]!.start < to + shift; i++) {
        const { start, end, reason } = all[i]!;
        const cutStart = Math.max(from, start - shift);
        const cutEnd = Math.min(to, end - shift);
        own.push({ start: cutStart, end: cutEnd, block, reason });
        if (cutStart <= covered) covered = cutEnd;
      }
      isWhole &&= covered >= to;
    }
    const reason = own.find((each) => each.reason !== undefined)?.reason;
    if (isWhole && reason !== undefined) cuts.push({ start: block.start, end: block.end, block, reason });
    else for (const each of own) cuts.push(each);
  }
  return cutOut(document, prose, cuts, 'comment');
}

/** The ranges in order, without overlaps. */
function withoutOverlaps<T extends Range>(ranges: readonly T[]): T[] {
  const found: T[] = [];
  let end = 0;
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    if (range.end <= end) continue;
    found.push({ ...range, start: Math.max(range.start, end) });
    end = range.end;
  }
  return found;
}
