import { ProseBuilder, type Prose, type ProseSpan } from './prose.ts';

/** UTF-16 code units, end exclusive. */
export interface Range {
  start: number;
  end: number;
}

/**
 * Where a range of the prose stands in the document: one range for each block that it runs through, markup and
 * line breaks inside the block included.
 */
export function toDocumentRanges(prose: Prose, start: number, end: number): Range[] {
  const ranges: Range[] = [];
  let before: ProseSpan | undefined;
  for (let i = firstEndingAfter(prose.spans, start, 'start'); i < prose.spans.length; i++) {
    const span = prose.spans[i]!;
    if (span.start >= end) break;
    const from = Math.max(start, span.start);
    const to = Math.min(end, span.start + span.length);
    if (from >= to) continue;
    const range = {
      start: span.documentStart + from - span.start,
      end: span.documentStart + to - span.start,
    };
    const last = ranges.at(-1);
    if (last && before && !between(prose, before, span).includes('\n')) last.end = range.end;
    else ranges.push(range);
    before = span;
  }
  return ranges;
}

/**
 * The one range of the document that a range of the prose runs through. Where none of it stands there letter for letter,
 * as where a sentence is one entity or macro, that is the first between what stands before it and after it.
 */
export function placeInDocument(document: string, prose: Prose, { start, end }: Range): Range {
  const ranges = toDocumentRanges(prose, start, end);
  if (ranges.length > 0) return { start: ranges[0]!.start, end: ranges.at(-1)!.end };
  const next = countBefore(prose.spans, (span) => span.start < start);
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
    let isFirst = true;
    for (let i = firstEndingAfter(prose.spans, range.start, 'documentStart'); i < prose.spans.length; i++) {
      const span = prose.spans[i]!;
      if (span.documentStart >= range.end) break;
      const from = Math.max(range.start, span.documentStart);
      const to = Math.min(range.end, span.documentStart + span.length);
      if (from >= to) continue;
      const start = span.start + from - span.documentStart;
      const gap = prose.text.slice(takenTo, start);
      if (isFirst) builder.add(`${builder.isEmpty ? '' : gapBetween(gap)}${quoteMarkBefore(prose, start)}`);
      else builder.add(gap);
      builder.take(from, to);
      takenTo = start + to - from;
      isFirst = false;
    }
  }
  return builder.build();
}

/** The mark of a quotation (`BlockWriter.openQuote`) at the beginning of the line that holds an offset. */
function quoteMarkBefore({ text }: Prose, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  return /^(?:> )?/.exec(text.slice(lineStart, offset))![0];
}

/** What stands for prose that was left out: as much of a break as lay in it. */
function gapBetween(gap: string): string {
  if (gap.includes('\n\n')) return '\n\n';
  if (gap.includes('\n')) return '\n';
  return gap === '' ? '' : ' ';
}

function between(prose: Prose, a: ProseSpan, b: ProseSpan): string {
  return prose.text.slice(a.start + a.length, b.start);
}

/** The index of the first span that ends after this offset of the text, or of the document. */
function firstEndingAfter(
  spans: readonly ProseSpan[],
  offset: number,
  side: 'start' | 'documentStart',
): number {
  return countBefore(spans, (span) => span[side] + span.length <= offset);
}

/** How many, from the first on, fulfil the condition, which no later one does; by binary search. */
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
