import type { Range } from '../text/ranges.ts';
import type { Comment } from './lexer.ts';
import { lineBefore } from './lineBefore.ts';

/** What a comment says: its lines without its marks and its indentation. Consecutive line comments are one. */
export interface CommentText {
  lines: Range[];
}

/** @param comments in the order of the document. */
export function commentTexts(document: string, comments: readonly Comment[]): CommentText[] {
  const texts: CommentText[] = [];
  const ofLines: CommentText[] = [];
  let last: (CommentText & LineMark) | undefined;
  for (const comment of comments) {
    if (comment.kind !== 'line') {
      last = undefined;
      texts.push({ lines: withoutIndent(document, linesOfBlock(document, comment), 1) });
      continue;
    }
    const mark = lineMark(document, comment);
    const line = { start: comment.contentStart + mark.length, end: comment.contentEnd };
    if (last && goesOn(document, last, mark)) {
      last.lines.push(line);
      last.end = comment.end;
    } else {
      last = { ...mark, lines: [line] };
      texts.push(last);
      ofLines.push(last);
    }
  }
  for (const text of ofLines) text.lines = withoutIndent(document, text.lines, 0);
  return texts;
}

/** How a line comment is set: where it begins in its line, and with which marks. */
interface LineMark {
  start: number;
  end: number;
  column: number;
  marks: string;
  /** How much of its content is marks as well: the third slash of `///`. */
  length: number;
  hasLineToItself: boolean;
}

function lineMark(document: string, { start, end, contentStart, contentEnd }: Comment): LineMark {
  const before = lineBefore(document, start);
  const more = moreMarks(document[contentStart - 1]!).exec(document.slice(contentStart, contentEnd))![0];
  return {
    start,
    end,
    column: before.length,
    marks: document.slice(start, contentStart).trim() + more.trim().replace(/[|^]/, ''),
    length: more.length,
    hasLineToItself: before.trim() === '',
  };
}

/** `///`, `//!`, `##`, `#'`, `--|`, `///<`: what stands behind a mark that ends with this character and says nothing. */
function moreMarks(lastOfMark: string): RegExp {
  return new RegExp(`^${lastOfMark}*(?:!(?!/)|(?:['<:]|\\s?[|^])(?=\\s))?`);
}

function goesOn(document: string, last: LineMark, next: LineMark): boolean {
  return (
    next.hasLineToItself &&
    next.column === last.column &&
    next.marks === last.marks &&
    /^\r?\n[ \t]*$/.test(document.slice(last.end, Math.min(next.start, last.end + 1000)))
  );
}

function linesOfBlock(document: string, { contentStart, contentEnd, kind }: Comment): Range[] {
  const lines = linesOf(document, contentStart, contentEnd);
  if (kind === 'docstring') return lines;
  const textOf = ({ start, end }: Range): string => document.slice(start, end);
  // `/**`, `/*!`, `{- |`
  lines[0]!.start += /^(?:[*!]+<?|\s?[|^](?=\s))?/.exec(textOf(lines[0]!))![0].length;
  const last = lines.at(-1)!;
  last.end -= /\**$/.exec(textOf(last))![0].length;
  last.end = Math.max(last.start, last.end);
  const rest = lines.slice(1);
  const hasStars = rest.every((line) => /^[ \t]*(?:\*|$)/.test(textOf(line)));
  if (hasStars) for (const line of rest) line.start += /^[ \t]*\*?/.exec(textOf(line))![0].length;
  return lines;
}

function linesOf(document: string, start: number, end: number): Range[] {
  const lines: Range[] = [];
  for (const line of document.slice(start, end).split('\n')) {
    lines.push({ start, end: start + line.length - (line.endsWith('\r') ? 1 : 0) });
    start += line.length + 1;
  }
  return lines;
}

/** Takes away what all lines from `first` on are indented by. A line before it follows a mark: it has no indentation. */
function withoutIndent(document: string, lines: readonly Range[], first: 0 | 1): Range[] {
  const indents = lines.map(({ start, end }) => document.slice(start, end).search(/\S/));
  const least = indents.slice(first).reduce((a, b) => (b < 0 ? a : Math.min(a, b)), Infinity);
  return lines.map(({ start, end }, i) => {
    const indent = indents[i]!;
    if (indent < 0) return { start: end, end };
    return { start: start + (i < first ? indent : least), end };
  });
}
