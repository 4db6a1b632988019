import type { BlockWriter } from '../text/blockWriter.ts';
import type { WrappedText } from '../text/lines.ts';

/**
 * The marks within a paragraph of reStructuredText. Each looks no further than its next closing mark, and none is
 * longer than 2000 characters, so that no text takes time in the square of its length.
 */
const marks = new RegExp(
  [
    String.raw`\\(?<escaped>[\s\S]|$)`,
    String.raw`(?<!\w)\`\`(?<literal>(?:[^\`]|\`(?!\`)){1,2000})\`\``,
    String.raw`(?<!\w)(?::(?<role>[\w:+.-]{1,60}):)?_?\`(?<phrase>(?:[^\`\\]|\\[\s\S]){1,2000})\`(?:__?|:[\w:+.-]{1,60}:)?`,
    String.raw`(?<!\w)\*\*(?=\S)(?<strong>(?:[^*]|\*(?!\*)){1,2000})(?<!\s)\*\*`,
    String.raw`(?<![\w*])\*(?=[^\s*])(?<emphasis>[^*]{1,2000})(?<!\s)\*`,
    String.raw`(?<gone>(?<!\w)\|(?=\S)[^|\n]{1,200}\|_{0,2}|\[(?:[#\w.:+-]{1,60}|\*)\]_(?!\w)|\bhttps?:\/\/[^\s<>]{1,2000}(?<![.,;:!?)'"]))`,
    String.raw`(?<=\w)(?<reference>__?)(?!\w)`,
  ].join('|'),
  'g',
);

/** Roles whose text is a formula, a key or nothing that is read. */
const leftOutRoles = /(?:^|:)(?:math|eq|cite(?:[:\w]*)|raw|index|numref|footcite\w*|bibitem)$/;

/** Writes the text of a paragraph without its marks. */
export function writeRstText(writer: BlockWriter, wrapped: WrappedText): void {
  let from = 0;
  for (const match of wrapped.text.matchAll(marks)) {
    const { escaped, literal, role, phrase, strong, emphasis, gone } = match.groups!;
    const at = match.index;
    const end = at + match[0].length;
    wrapped.write(writer, from, at);
    from = end;
    if (escaped !== undefined) wrapped.write(writer, escaped.trim() === '' ? end : at + 1, end);
    else if (literal !== undefined) wrapped.write(writer, at + 2, end - 2);
    else if (phrase !== undefined) writePhrase(writer, wrapped, at + match[0].indexOf('`') + 1, phrase, role);
    else if (strong !== undefined) wrapped.write(writer, at + 2, end - 2);
    else if (emphasis !== undefined) wrapped.write(writer, at + 1, end - 1);
    else if (gone !== undefined) writer.leaveOut();
  }
  wrapped.write(writer, from, wrapped.text.length);
}

/** The words of a link without its address, and of a role without the marks that shorten a name. */
function writePhrase(
  writer: BlockWriter,
  wrapped: WrappedText,
  start: number,
  phrase: string,
  role: string | undefined,
): void {
  const words = phrase.replace(/\s*<[^<>]*>$/, '');
  const skipped = role !== undefined && /^[~!]/.test(phrase) ? 1 : 0;
  // A link that has no words is its address.
  if (words === '' || (role !== undefined && leftOutRoles.test(role))) writer.leaveOut();
  else wrapped.write(writer, start + skipped, start + words.length);
}
