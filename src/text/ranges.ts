import { ProseBuilder, type Prose, type ProseSpan } from './prose.ts';

/** UTF-16 code units, end exclusive. */
export interface Range {
  start: number;
  end: number;
}

/**
 * The parts of the prose's spans that lie within a range of it, or of the document, in order. Takes logarithmic time to
 * find the first.
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
 * Where a range of the prose stands in the document: one range for each block that it runs through, markup and
 * line breaks inside the block included.
 */
export function toDocumentRanges(prose: Prose, from: number, to: number): Range[] {
  const ranges: Range[] = [];
  let takenTo = 0;
  for (const { start, documentStart, length } of spansWithin(prose, { start: from, end: to })) {
    const last = ranges.at(-1);
    if (last && !prose.text.slice(takenTo, start).includes('\n')) last.end = documentStart + length;
    else ranges.push({ start: documentStart, end: documentStart + length });
    takenTo = start + length;
  }
  return ranges;
}

/** From where to where in the document a range of the prose runs; `undefined` where none of it stands there. */
export function documentExtent(prose: Prose, range: Range): Range | undefined {
  const spans = spansWithin(prose, range);
  const last = spans.at(-1);
  return last && { start: spans[0]!.documentStart, end: last.documentStart + last.length };
}

/**
 * The one range of the document that a range of the prose runs through. Where none of it stands there letter for letter,
 * as where a sentence is one entity or macro, that is the first between what stands before it and after it.
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
 * The prose that lies within these ranges of the document, which don't overlap. Where something is left out between
 * two of them, a gap stays.
 */
export function restrictProse(document: string, prose: Prose, ranges: readonly Range[]): Prose {
  const builder = new ProseBuilder(document);
  let takenTo = 0;
  // An editor names several selections in the order they were made.
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    for (const [i, { start, documentStart, length }] of spansWithin(
      prose,
      range,
      'documentStart',
    ).entries()) {
      const gap = prose.text.slice(takenTo, start);
      if (i > 0) builder.add(gap);
      else builder.add(`${builder.isEmpty ? '' : gapBetween(gap)}${quoteMarkBefore(prose, start)}`);
      builder.take(documentStart, documentStart + length);
      takenTo = start + length;
    }
  }
  return builder.build();
}

/** Takes a part of a document's prose as it stands. */
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
 * Takes prose that was found in a text which is itself pieced together from the document: a comment without its
 * marks, a string without its escapes.
 * @param outer the text that was read, with its place in the document.
 * @param inner the prose in it; its spans are offsets into `outer.text`.
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

/** The mark of a quotation (`BlockWriter.openQuote`) at the beginning of the line that holds an offset. */
function quoteMarkBefore({ text }: Prose, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  return /^(?:> )?/.exec(text.slice(lineStart, offset))![0];
}

/** The break that replaces omitted prose: as large as the largest break in it. */
function gapBetween(gap: string): string {
  if (gap.includes('\n\n')) return '\n\n';
  if (gap.includes('\n')) return '\n';
  return gap === '' ? '' : ' ';
}

/** Counts the leading items that meet a condition, by binary search. No later item may meet it. */
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
