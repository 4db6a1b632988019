import type { Line } from '../text/lines.ts';
import type { Prose } from '../text/prose.ts';
import type { Comment } from './code/lexer.ts';

/** How documents of a kind are read. */
export interface Format {
  /** The prose of a document, in time that grows with its length. */
  read: (document: string) => Prose;
  /** How comments are written in it, or what finds them all, in order; none where it has no comments. */
  comments?: CommentSyntax | ((document: string) => readonly Comment[]);
}

/** How a format writes comments, and which of its lines are code, where a comment is but shown. */
export interface CommentSyntax {
  /** What opens and closes a comment within the text. */
  inline?: readonly (readonly [open: RegExp, close: RegExp])[];
  /** What opens a comment of whole lines. */
  lineBlock?: BlockOpener;
  /** What opens a comment that ends with its line: it ends with the mark. */
  line?: RegExp;
  /** Whether the lines below, if they are indented further, belong to a comment of a line. */
  goesOnIndented?: boolean;
  /** What opens a block of code. */
  code?: BlockOpener;
  /** Whether code within a line stands in backticks. */
  hasCodeSpans?: boolean;
  /** Whether blocks are not divided by blank lines: the next one may begin anywhere after. */
  hasOwnBlocks?: boolean;
  /** What an item of a list begins with, up to its text: a comment there means this item alone. */
  item?: RegExp;
  /** How a comment is written that ignores what follows. */
  example: string;
  /** The same as lines before a block, with what they begin with there; none where it can't stand on lines. */
  lines?: (indent: string, lineEnd: string) => string;
  /** Whether it may stand in the middle of a line too. */
  standsWithinLine?: boolean;
}

/** Tells of the line that opens a block how each line below it is told: whether the block ends with or before it. */
export type BlockOpener = (line: Line) => LineState | undefined;
export type LineState = (line: Line) => 'in' | 'last' | 'after';

/** A block that ends with the first line that closes it. */
export function until(closes: (line: Line) => boolean): LineState {
  return (line) => (closes(line) ? 'last' : 'in');
}

export const htmlComment = [/<!--/g, /-->/g] as const;
