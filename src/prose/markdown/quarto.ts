import { markdownExtensions, proseOfMarkdown } from './markdown.ts';
import { pandoc } from './pandoc.ts';
import type { Prose } from '../text/prose.ts';

const leftOut: ReadonlySet<string> = new Set([
  'pandocDiv',
  'pandocCitation',
  'pandocAttributes',
  'pandocMath',
]);

/**
 * The prose of a Quarto or R Markdown document: that of Markdown without what Pandoc adds to it, which are the lines
 * that open and close divisions, citations, attributes, shortcodes and labelled formulas. Chunks of code are fenced
 * code.
 */
export function quartoProse(document: string): Prose {
  return proseOfMarkdown(document, [...markdownExtensions, pandoc], leftOut);
}
