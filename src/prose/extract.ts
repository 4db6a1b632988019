import { markdownProse } from './markdown.ts';
import { plaintextProse } from './plaintext.ts';
import type { Prose } from './prose.ts';
import { restrictProse, type Range } from './ranges.ts';

/** How the prose of each language is found, by VS Code's language id. */
const extractors = new Map<string, (document: string) => Prose>([
  ['markdown', markdownProse],
  ['plaintext', plaintextProse],
]);

/** The VS Code language ids whose prose can be told from the rest. */
export const proseLanguages: readonly string[] = [...extractors.keys()];

/**
 * The prose of a document, or of ranges of it. Its text is empty where there is none.
 * @param ranges in UTF-16 code units of the document, not overlapping; none means all of it.
 * @returns `undefined` when prose in this language can't be told from the rest.
 */
export function extractProse(
  document: string,
  languageId: string,
  ranges: readonly Range[] = [],
): Prose | undefined {
  const prose = extractors.get(languageId)?.(document);
  return prose && ranges.length > 0 ? restrictProse(document, prose, ranges) : prose;
}
