import type { ProseBuilder } from './builder.ts';
import type { Prose } from './prose.ts';

/**
 * Adds prose that was found in a text which is itself pieced together from the document: a comment without its
 * marks, a string without its escapes.
 * @param outer the text that was read, with its place in the document.
 * @param inner the prose in it; its spans are offsets into `outer.text`.
 */
export function takeThrough(builder: ProseBuilder, outer: Prose, inner: Prose): void {
  let taken = 0;
  let i = 0;
  for (const { start, documentStart, length } of inner.spans) {
    builder.add(inner.text.slice(taken, start));
    taken = start + length;
    let from = documentStart;
    const end = documentStart + length;
    while (from < end) {
      while (i < outer.spans.length && outer.spans[i]!.start + outer.spans[i]!.length <= from) i++;
      const span = outer.spans[i];
      const spanStart = Math.min(span?.start ?? end, end);
      // What the document does not hold letter for letter.
      if (from < spanStart) builder.add(outer.text.slice(from, spanStart));
      from = Math.max(from, spanStart);
      if (!span || from >= end) break;
      const to = Math.min(end, span.start + span.length);
      builder.take(span.documentStart + from - span.start, span.documentStart + to - span.start);
      from = to;
    }
  }
  builder.add(inner.text.slice(taken));
}
