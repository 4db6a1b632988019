import { matchFrom } from './ahead.ts';
import type { Comment } from './code/lexer.ts';
import type { BlockOpener, CommentSyntax, Format } from './format.ts';
import { isBlank, linesOf, placeFinder, type Line } from '../text/lines.ts';
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
  /**
   * Whether the comment also contains other text, such as a function's documentation. If so, it applies to that
   * text.
   */
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
 * next block, or the current one if the comment is at the end of a line or in a list item. `inkling-ignore-start`
 * ignores everything up to `inkling-ignore-end`, and `inkling-ignore-file` ignores the whole document. Each may
 * include a reason.
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
  const targetOf = targetFinder(document, syntaxOf(format), prose, blocks);
  const ranges: (Range & { reason: string })[] = [];
  let open: Directive | undefined;
  for (const directive of directives) {
    const { start, at, word, reason } = directive;
    switch (word) {
      case 'ignore-file':
        ranges.push({ start: 0, end: document.length, reason });
        break;
      case 'ignore': {
        const target = targetOf(directive);
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
    const line = countBefore(lines, ({ end }) => end < index);
    const block = rangeAt(blocks, index);
    const comment = block
      ? blockComment(document, block)
      : comments
        ? commentAt(comments, index)
        : syntax && commentAround(document, lines, line, index, syntax);
    if (!comment) {
      if (!comments && looksIntended(document, lines[line]!.start, index)) {
        const instead = syntax
          ? `Write ${syntax.example} on its own line.`
          : 'Plain text has no comments. Use a baseline to ignore the passage.';
        warn(index, `Not a comment in this format, so nothing is ignored. ${instead}`);
      }
      continue;
    }
    if (syntax?.hasCodeSpans === true && isExample(document, comment.start)) continue;
    const read = readComment(document, comment, index);
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
    readTo = comment.end;
  }
  return directives;
}

/** Parses a comment: `unclear` if it is malformed, `undefined` if it only mentions Inkling. */
function readComment(document: string, comment: Comment, at: number): Directive | 'unclear' | undefined {
  const { start, end, contentStart, contentEnd, kind } = comment;
  const content = document.slice(contentStart, contentEnd);
  /** Whether the comment documents code, and may therefore itself be prose. */
  const isDocumentation =
    kind === 'docstring' || (kind === 'block' && /^\/\*[*!]/.test(document.slice(start, start + 3)));
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
function blockComment(document: string, { start, end }: Range): Comment {
  const contentEnd = Math.max(start, document.lastIndexOf('\n', end - 2));
  return { start, end, contentStart: start, contentEnd, kind: 'line' };
}

/** The comment in code at an offset. */
function commentAt(comments: readonly Comment[], at: number): Comment | undefined {
  const comment = rangeAt(comments, at);
  return comment && comment.end - comment.start <= maxCommentLength ? comment : undefined;
}

/** For document formats: the comment at an offset on the line with this index. */
function commentAround(
  document: string,
  lines: readonly Line[],
  line: number,
  at: number,
  { inline = [], line: mark, continuesIndented }: CommentSyntax,
): Comment | undefined {
  for (const [open, close] of inline) {
    const from = Math.max(0, at - maxMarkDistance);
    const before = document.slice(from, at);
    const opened = Array.from(before.matchAll(open)).at(-1);
    const closed = close.exec(document.slice(at, at + maxMarkDistance));
    if (!opened || !closed || before.slice(opened.index + opened[0].length).search(close) >= 0) continue;
    const start = from + opened.index;
    const contentEnd = at + closed.index;
    const end = contentEnd + closed[0].length;
    return { start, end, contentStart: start + opened[0].length, contentEnd, kind: 'line' };
  }
  return mark && commentOfLine(lines, line, at, mark, continuesIndented === true);
}

function commentOfLine(
  lines: readonly Line[],
  i: number,
  at: number,
  mark: RegExp,
  continuesIndented: boolean,
): Comment | undefined {
  if (continuesIndented && !mark.test(lines[i]!.text)) {
    const lowest = Math.max(0, i - maxCommentLines);
    const { indent } = lines[i]!;
    while (i > lowest && lines[i]!.indent >= indent && !isBlank(lines[i])) i--;
  }
  const opening = lines[i]!;
  if (opening.text.length > maxCommentLength) return undefined;
  const opened = mark.exec(opening.text)?.[0];
  if (opened === undefined || opening.start + opened.length > at) return undefined;
  let last = i;
  if (continuesIndented) {
    const isInside = (line: Line | undefined): boolean =>
      line !== undefined && !isBlank(line) && line.indent > opening.indent;
    while (last - i < maxCommentLines && isInside(lines[last + 1])) last++;
  }
  const { end } = lines[last]!;
  // In LaTeX a comment can follow text.
  const start = opening.start + (opened.trimStart().startsWith('%') ? 0 : Math.max(0, opened.search(/%+$/)));
  return { start, end, contentStart: opening.start + opened.length, contentEnd: end, kind: 'line' };
}

/** The most lines of an indented comment. */
const maxCommentLines = 50;
/** In UTF-16 code units; longer lines and comments are generated. */
const maxCommentLength = 20_000;

/** Whether any format's comment mark precedes a known word. */
function looksIntended(document: string, lineStart: number, at: number): boolean {
  const before = document.slice(Math.max(lineStart, at - 40), at);
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
function rangeAt<T extends Range>(ranges: readonly T[], at: number): T | undefined {
  const range = ranges[countBefore(ranges, ({ end }) => end <= at)];
  return range && range.start <= at ? range : undefined;
}

/** The contents of blocks in order, each with its closing line. */
function linesWithin(lines: readonly Line[], opens: BlockOpener): Range[] {
  const found: Range[] = [];
  for (let i = 0; i < lines.length; i++) {
    const stateOf = opens(lines[i]!);
    if (!stateOf) continue;
    const first = i + 1;
    let state: 'in' | 'last' | 'after' = 'in';
    while (state === 'in' && ++i < lines.length) state = stateOf(lines[i]!);
    // The line after a block can open another.
    if (state === 'after') i--;
    const last = lines[Math.min(i, lines.length - 1)]!;
    if (first <= i && first < lines.length) found.push({ start: lines[first]!.start, end: last.end + 1 });
  }
  return found;
}

/** Finds what a comment ignores: a block, one line of it (such as a list item), or the part of it after the comment. */
function targetFinder(
  document: string,
  syntax: CommentSyntax | undefined,
  prose: Prose,
  blocks: readonly PlacedBlock[],
): (directive: Directive) => Range | undefined {
  const blockAt = (at: number): PlacedBlock | undefined =>
    blocks[countBefore(blocks, (block) => block.document.end <= at)];
  const knownLines = new Map<PlacedBlock, readonly Range[]>();
  /** The lines of a block, such as list items, computed once. */
  const linesOf = (block: PlacedBlock): readonly Range[] => {
    const lines = knownLines.get(block) ?? documentLines(prose, block);
    knownLines.set(block, lines);
    return lines;
  };
  let blanks: readonly number[] | undefined;
  /** The start of the next blank line after the text at this offset. */
  const blockEnd = (at: number): number => {
    const start = matchFrom(word, document, at)?.index ?? at;
    blanks ??= Array.from(document.matchAll(blankLine), ({ index }) => index);
    return blanks[countBefore(blanks, (blank) => blank < start)] ?? document.length;
  };
  /** The prose before a comment on the same line. */
  const lineBefore = (at: number): Range | undefined => {
    const last = prose.spans[countBefore(prose.spans, ({ documentStart }) => documentStart < at) - 1];
    if (!last) return undefined;
    const lastEnd = Math.min(at, last.documentStart + last.length);
    if (endsLine.test(document.slice(lastEnd, at))) return undefined;
    const block = blockAt(last.documentStart);
    return block && linesOf(block).find(({ start, end }) => start < lastEnd && end >= lastEnd);
  };
  return ({ start, end, isWithinText }) => {
    if (isWithinText) return { start, end };
    const before = lineBefore(start);
    if (before) return before;
    const next = blockAt(end);
    if (!next) return undefined;
    const from = Math.max(next.document.start, end);
    if (syntax?.hasOwnBlocks !== true && from >= blockEnd(end)) return undefined;
    if (next.document.start < start || beginsItem(document, syntax?.item, start)) {
      return linesOf(next).find((line) => line.end > end) ?? next.document;
    }
    return { start: from, end: next.document.end };
  };
}

/** The ranges of the document for the lines of a block. */
function documentLines(prose: Prose, { start, end }: Range): Range[] {
  const lines: Range[] = [];
  for (let from = start; from < end;) {
    const newline = prose.text.indexOf('\n', from);
    const to = newline < 0 ? end : Math.min(newline, end);
    const line = documentExtent(prose, { start: from, end: to });
    if (line) lines.push(line);
    from = to + 1;
  }
  return lines;
}

/** Whether only an item's marker precedes a comment. */
function beginsItem(document: string, item: RegExp | undefined, at: number): boolean {
  if (!item) return false;
  const isOfLines = item.source.startsWith('^');
  const from = isOfLines ? document.lastIndexOf('\n', at - 1) + 1 : Math.max(0, at - 200);
  return item.test(document.slice(from, at));
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
