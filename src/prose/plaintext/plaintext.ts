import { ProseBuilder, type Prose } from '../text/prose.ts';

/** All of a plain text is prose, but for a byte order mark. */
export function plaintextProse(document: string): Prose {
  const builder = new ProseBuilder(document);
  builder.take(document.startsWith('\uFEFF') ? 1 : 0, document.length);
  return builder.build();
}
