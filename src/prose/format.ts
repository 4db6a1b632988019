import type { Line } from '../text/lines.ts';
import type { Prose } from '../text/prose.ts';
import { matchEnd, matchFrom } from './ahead.ts';
import type { Comment } from './code/lexer.ts';

/** How documents of one format are read. */
export interface Format {
  /** Reads the prose of a document, in linear time. */
  read: (document: string) => Prose;
  /** The comment syntax, or a function that finds all comments in order; absent if the format has none. */
  comments?: CommentSyntax | ((document: string) => readonly Comment[]);
  /** Whether the format has its own markup, so that its writers would not use Markdown marks. */
  hasOtherMarkup?: boolean;
}

/** The comment syntax of a format, and its code blocks, in which comments are only examples. */
export interface CommentSyntax {
  /** The opening and closing marks of comments within text. */
  inline?: readonly (readonly [open: RegExp, close: RegExp])[];
  /** Opens a comment of whole lines. */
  lineBlock?: BlockOpener;
  /** Matches a line up to the end of the mark of a comment that ends with the line. */
  line?: RegExp;
  /** Whether further indented lines below a line comment belong to it. */
  continuesIndented?: boolean;
  /** Opens a block of code, in which comments are only examples. */
  code?: BlockOpener;
  /** Whether backticks mark inline code. */
  hasCodeSpans?: boolean;
  /** Whether blocks can be adjacent without a blank line between them. */
  hasOwnBlocks?: boolean;
  /** Matches the start of a list item up to its text: a comment there applies to this item only. */
  item?: RegExp;
  /** A comment that ignores the next block. */
  example: string;
  /** How that comment is written on a line before the block: `apart` is indented, with a blank line below. */
  ownLine?: 'indented' | 'unindented' | 'apart';
  /** Whether the comment is also valid in the middle of a line. */
  isAllowedWithinLine?: boolean;
}

/**
 * For a line that opens a block, returns a function that reports for each later line whether it is inside the block,
 * its last line, or after it.
 */
export type BlockOpener = (line: Line) => LineState | undefined;
export type LineState = (line: Line) => 'in' | 'last' | 'after';

/** A block that ends with the first line that closes it. */
export function blockUntil(closes: (line: Line) => boolean): LineState {
  return (line) => (closes(line) ? 'last' : 'in');
}

export const htmlComment = [/<!--/g, /-->/] as const;

/**
 * The offset of the text after a byte order mark and YAML or TOML front matter.
 * @param endsAtDots whether `...` also ends it, as in Pandoc.
 */
export function frontMatterEnd(document: string, endsAtDots = false): number {
  const start = document.startsWith('\uFEFF') ? 1 : 0;
  const opening = matchFrom(frontMatterStart, document, start);
  if (!opening) return start;
  const closing = opening[1] === '+++' ? tomlEnd : endsAtDots ? pandocYamlEnd : yamlEnd;
  return matchEnd(closing, document, start + opening[0].length - 1) ?? start;
}

const frontMatterStart = /(---|\+\+\+)[ \t]*[\r\n]/y;
const yamlEnd = /[\r\n]---[ \t]*(?=[\r\n]|$)/g;
const pandocYamlEnd = /[\r\n](?:---|\.\.\.)[ \t]*(?=[\r\n]|$)/g;
const tomlEnd = /[\r\n]\+\+\+[ \t]*(?=[\r\n]|$)/g;
