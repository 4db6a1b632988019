import type { Comment } from './code/lexer.ts';
import { extractProse, formatOf, type ExtractedProse } from './extract.ts';
import { placedBlocks } from '../text/blocks.ts';
import type { Range } from '../text/ranges.ts';

/** Text to insert into a document. */
interface Insertion {
  /** In UTF-16 code units of the document. */
  offset: number;
  text: string;
}

/** The comment to insert before a passage, and the passage's range before the insertion. */
export interface IgnoreEdit extends Insertion {
  passage: Range;
}

/**
 * The comment that would ignore the block (paragraph, list, heading) at an offset of a document. It is placed
 * before the block, on its own line if the format allows that there. Possible comments are tried until one ignores
 * exactly this block.
 * @param offset in UTF-16 code units.
 * @returns `undefined` if the format has no comments, or none would ignore exactly this block.
 */
export function ignoreEdit(document: string, languageId: string, offset: number): IgnoreEdit | undefined {
  const read = extractProse(document, languageId);
  const block = read && placedBlocks(read).find(({ document: { end } }) => end > offset);
  if (!block || block.document.start > offset) return undefined;
  const expectedWords = wordsOf(read.text.slice(0, block.start) + read.text.slice(block.end));
  const found = candidates(document, languageId, block.document.start).find((insertion) => {
    const after = extractProse(applied(document, insertion), languageId);
    return after !== undefined && ignoresOneMore(read, after) && wordsOf(after.text) === expectedWords;
  });
  return found && { ...found, passage: block.document };
}

function ignoresOneMore(before: ExtractedProse, after: ExtractedProse): boolean {
  return (
    after.ignored.length === before.ignored.length + 1 && after.warnings.length === before.warnings.length
  );
}

/** The text with single spaces, because a comment can split a list and so change the white space. */
function wordsOf(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function applied(document: string, { offset, text }: Insertion): string {
  return document.slice(0, offset) + text + document.slice(offset);
}

/** The possible comments that ignore the block at this offset. */
function candidates(document: string, languageId: string, start: number): Insertion[] {
  const lineEnd = document.includes('\r\n') ? '\r\n' : '\n';
  const { offset, indent } = lineAt(document, start);
  const comments = formatOf(languageId)?.comments;
  if (comments === undefined) return [];
  if (typeof comments !== 'function') {
    const { ownLine, example, isAllowedWithinLine } = comments;
    // If the block begins within a line, a comment on the line before could be inside a tag.
    if (isAllowedWithinLine === true && offset + indent.length < start)
      return [{ offset: start, text: example }];
    if (!ownLine) return [];
    const line = `${ownLine === 'unindented' ? '' : indent}${example}${lineEnd}`;
    return [{ offset, text: ownLine === 'apart' ? `${line}${indent.trimEnd()}${lineEnd}` : line }];
  }
  const comment = comments(document).find(({ end }) => end > start);
  if (!comment) return [];
  const before = lineAt(document, comment.start);
  const spaces = /^\s*/.exec(before.indent)![0];
  return ['// inkling-ignore', '# inkling-ignore', '-- inkling-ignore', '/* inkling-ignore */']
    .map((text) => ({ offset: before.offset, text: `${spaces}${text}${lineEnd}` }))
    .filter((insertion) => opensComment(comments(applied(document, insertion)), insertion));
}

/** The start of the line at an offset, and its indent, including quotation marks (`>`). */
function lineAt(document: string, start: number): { offset: number; indent: string } {
  const offset = start === 0 ? 0 : document.lastIndexOf('\n', start - 1) + 1;
  return { offset, indent: /^[ \t>]*/.exec(document.slice(offset, start))![0] };
}

/** Whether the inserted text is exactly one comment. */
function opensComment(comments: readonly Comment[], { offset, text }: Insertion): boolean {
  const start = offset + text.search(/\S/);
  const end = offset + text.trimEnd().length;
  return comments.some((comment) => comment.start === start && comment.end === end);
}
