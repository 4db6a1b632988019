import { noProse, ProseBuilder, type Prose } from './prose.ts';
import { documentExtent, takeSlice, type Range } from './ranges.ts';
import { countWords, hasWords } from './words.ts';

/**
 * A passage of a document that is left out because of a comment, the baseline or the file's history. Offsets are
 * in the document.
 */
export interface IgnoredPassage extends Range {
  words: number;
  /** The reason that the user gave; may be empty. */
  reason: string;
  by: 'comment' | 'baseline' | 'history';
}

/** Prose without the ignored passages. */
export interface KeptProse extends Prose {
  ignored: readonly IgnoredPassage[];
}

/** The prose without the `>` marks of its quotations, so that they are judged like the author's own words. */
export function includingQuotes(document: string, prose: Prose): Prose {
  const builder = new ProseBuilder(document);
  let from = 0;
  for (const { index, 0: mark } of prose.text.matchAll(/^(?:> ?)+/gm)) {
    takeSlice(builder, prose, from, index);
    from = index + mark.length;
  }
  takeSlice(builder, prose, from, prose.text.length);
  return builder.build();
}

/** The blocks of a prose text (paragraphs, lists, headings), which blank lines separate. */
export function blocksOf(text: string): Range[] {
  const blocks: Range[] = [];
  let start = 0;
  const add = (end: number): void => {
    if (hasWords(text.slice(start, end))) blocks.push({ start, end });
  };
  for (const { index, 0: gap } of text.matchAll(blankLines)) {
    add(index);
    start = index + gap.length;
  }
  add(text.length);
  return blocks;
}

const blankLines = /(?:\r\n|\n|\r(?!\n))(?:[ \t]*(?:\r\n|\n|\r(?!\n)))+/g;

/** A block of the prose, and its range in the document. */
export interface PlacedBlock extends Range {
  document: Range;
}

export function placedBlocks(prose: Prose): PlacedBlock[] {
  return blocksOf(prose.text).flatMap((block) => {
    const document = documentExtent(prose, block);
    return document ? [{ ...block, document }] : [];
  });
}

/** A range of prose to remove: part of a block, or all of it. */
export interface Cut extends Range {
  block: PlacedBlock;
  /** The user's reason; `undefined` if the cut is a comment with an instruction, which is not prose. */
  reason: string | undefined;
}

/** Removes cuts from prose. @param cuts in the order of their blocks. */
export function cutOut(
  document: string,
  prose: Prose,
  cuts: readonly Cut[],
  by: IgnoredPassage['by'],
): KeptProse {
  const builder = new ProseBuilder(document);
  const ignored: IgnoredPassage[] = [];
  /** The block of the last ignored passage, and where that passage ends. */
  let last: { block: PlacedBlock; end: number } | undefined;
  let from = 0;
  for (const { start, end, block, reason } of cuts.toSorted((a, b) => a.start - b.start)) {
    if (reason !== undefined) {
      const words = countWords(prose.text.slice(start, end));
      const place = documentExtent(prose, { start, end }) ?? block.document;
      // Cuts in one block that have only markup between them, and no words, are one passage.
      const joinsLast = last?.block === block && !hasWords(prose.text.slice(last.end, start));
      const known = joinsLast ? ignored.at(-1) : undefined;
      if (known) {
        known.words += words;
        known.end = Math.max(known.end, place.end);
      } else if (words > 0) ignored.push({ ...place, words, reason, by });
      if (known || words > 0) last = { block, end };
    }
    // The mark before a removed list item is also removed, as is one line break beside it.
    const lineStart = Math.max(block.start, prose.text.lastIndexOf('\n', start - 1) + 1);
    const isLine = isLineOf(prose.text, block, lineStart, start, end);
    const to = !isLine ? start : end < block.end ? lineStart : Math.max(block.start, lineStart - 1);
    if (to > from) takeSlice(builder, prose, from, to);
    // Keeps the sentences before and after the cut separate.
    if (!isLine && start > block.start && end < block.end) builder.add('\n\n');
    const isWhole = lineStart === block.start && isLine && end === block.end;
    const next = isLine && end < block.end ? end + 1 : end;
    from = Math.max(from, isWhole ? end + /^\s*/.exec(prose.text.slice(end))![0].length : next);
  }
  takeSlice(builder, prose, from, prose.text.length);
  const kept = builder.build();
  return { ...(hasWords(kept.text) ? kept : noProse), ignored };
}

/** Whether a cut covers one or more whole lines, not counting the marks of quotations and list items. */
function isLineOf(text: string, block: Range, lineStart: number, start: number, end: number): boolean {
  return /^(?:> ?|- )*$/.test(text.slice(lineStart, start)) && (end === block.end || text[end] === '\n');
}
