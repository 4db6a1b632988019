import { ProseBuilder, type Prose, type ProseSpan } from './prose.ts';

/** Offsets in UTF-16 code units, end exclusive. */
export interface Range {
  start: number;
  end: number;
}

/**
 * The parts of the prose's spans within a range, in order. Finds the first in logarithmic time.
 * @param side `start` for a range of the prose, `documentStart` for a range of the document.
 */
export function spansWithin(
  { spans }: Prose,
  { start, end }: Range,
  side: 'start' | 'documentStart' = 'start',
): ProseSpan[] {
  const parts: ProseSpan[] = [];
  let i = countBefore(spans, (span) => span[side] + span.length <= start);
  for (; i < spans.length && spans[i]![side] < end; i++) {
    const span = spans[i]!;
    const skipped = Math.max(0, start - span[side]);
    const length = Math.min(span.length, end - span[side]) - skipped;
    if (length > 0)
      parts.push({ start: span.start + skipped, documentStart: span.documentStart + skipped, length });
  }
  return parts;
}

/**
 * The ranges of the document for a range of the prose: one per block, including markup and line breaks inside the
 * block.
 */
export function toDocumentRanges(prose: Prose, from: number, to: number): Range[] {
  const ranges: Range[] = [];
  let copiedTo = 0;
  for (const { start, documentStart, length } of spansWithin(prose, { start: from, end: to })) {
    const last = ranges.at(-1);
    if (last && !prose.text.slice(copiedTo, start).includes('\n')) last.end = documentStart + length;
    else ranges.push({ start: documentStart, end: documentStart + length });
    copiedTo = start + length;
  }
  return ranges;
}

/**
 * The smallest range of the document that contains all spans of a range of the prose; `undefined` if it contains
 * none.
 */
export function documentExtent(prose: Prose, range: Range): Range | undefined {
  const spans = spansWithin(prose, range);
  const last = spans.at(-1);
  return last && { start: spans[0]!.documentStart, end: last.documentStart + last.length };
}

/**
 * The place in the document of a range of the prose. A range without spans, such as a sentence that is one entity
 * or macro, gets the place of the first entity or macro between the spans around it.
 */
export function placeInDocument(document: string, prose: Prose, place: Range): Range {
  const extent = documentExtent(prose, place);
  if (extent) return extent;
  const next = countBefore(prose.spans, ({ start }) => start < place.start);
  const before = prose.spans[next - 1];
  const from = before ? before.documentStart + before.length : 0;
  const gap = document.slice(from, prose.spans[next]?.documentStart);
  const found = /&#?\w+;|\\[a-zA-Z]+/.exec(gap) ?? /\S+/.exec(gap);
  return found
    ? { start: from + found.index, end: from + found.index + found[0].length }
    : { start: from, end: from };
}

/**
 * The part of the prose within these ranges of the document. The ranges must not overlap. The gap between two
 * ranges becomes a separator.
 */
export function restrictProse(document: string, prose: Prose, ranges: readonly Range[]): Prose {
  const builder = new ProseBuilder(document);
  let copiedTo = 0;
  // VS Code lists selections in the order in which the user made them.
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    for (const [i, { start, documentStart, length }] of spansWithin(
      prose,
      range,
      'documentStart',
    ).entries()) {
      const gap = prose.text.slice(copiedTo, start);
      if (i > 0) builder.add(gap);
      else builder.add(`${builder.isEmpty ? '' : gapBetween(gap)}${quoteMarkBefore(prose, start)}`);
      builder.take(documentStart, documentStart + length);
      copiedTo = start + length;
    }
  }
  return builder.build();
}

/** Appends a part of a document's prose unchanged. */
export function takeSlice(builder: ProseBuilder, prose: Prose, start: number, end: number): void {
  let taken = start;
  for (const span of spansWithin(prose, { start, end })) {
    builder.add(prose.text.slice(taken, span.start));
    builder.take(span.documentStart, span.documentStart + span.length);
    taken = span.start + span.length;
  }
  builder.add(prose.text.slice(taken, end));
}

/**
 * Appends prose that was read from text extracted from the document, such as a comment without its marks or a
 * string without its escapes.
 * @param outer the extracted text, with its places in the document.
 * @param inner the prose in it; its spans are offsets in `outer.text`.
 */
export function takeNested(builder: ProseBuilder, outer: Prose, inner: Prose): void {
  let taken = 0;
  for (const { start, documentStart, length } of inner.spans) {
    builder.add(inner.text.slice(taken, start));
    takeSlice(builder, outer, documentStart, documentStart + length);
    taken = start + length;
  }
  builder.add(inner.text.slice(taken));
}

/** The quotation mark (`BlockWriter.openQuote`) at the start of the line that contains an offset. */
function quoteMarkBefore({ text }: Prose, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  return /^(?:> )?/.exec(text.slice(lineStart, offset))![0];
}

/** The separator that replaces omitted prose: the largest break in it. */
function gapBetween(gap: string): string {
  if (gap.includes('\n\n')) return '\n\n';
  if (gap.includes('\n')) return '\n';
  return gap === '' ? '' : ' ';
}

/**
 * The number of items before the first one that fails the condition, by binary search. All items after that one
 * must fail it too.
 */
export function countBefore<Item>(items: readonly Item[], isBefore: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(items[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
