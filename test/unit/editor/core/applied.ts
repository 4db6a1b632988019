import type { ReadText, TextChange } from '../../../../src/editor/core/edits.ts';

/** The text after the changes of one step, all in offsets of the text before it. */
export function applied(text: string, changes: readonly TextChange[]): string {
  return [...changes]
    .sort((a, b) => b.rangeOffset - a.rangeOffset)
    .reduce(
      (now, { rangeOffset, rangeLength, text: inserted }) =>
        now.slice(0, rangeOffset) + inserted + now.slice(rangeOffset + rangeLength),
      text,
    );
}

/** The step that takes `applied(text, changes)` back to `text`, as an editor's undo does. */
export function undoing(text: string, changes: readonly TextChange[]): TextChange[] {
  let grown = 0;
  return [...changes]
    .sort((a, b) => a.rangeOffset - b.rangeOffset)
    .map(({ rangeOffset, rangeLength, text: inserted }) => {
      const undo = {
        rangeOffset: rangeOffset + grown,
        rangeLength: inserted.length,
        text: text.slice(rangeOffset, rangeOffset + rangeLength),
      };
      grown += inserted.length - rangeLength;
      return undo;
    });
}

export const readerOf =
  (text: string): ReadText =>
  (start, end) =>
    text.slice(start, end);
