import { mdx } from 'micromark-extension-mdx';
import { markdownExtensions, proseOfMarkdown } from './markdown.ts';
import { mdxEsm } from './mdxEsm.ts';
import type { Prose } from '../text/prose.ts';

const leftOut: ReadonlySet<string> = new Set([
  'mdxjsEsm',
  'mdxJsxFlowTag',
  'mdxJsxTextTag',
  'mdxFlowExpression',
  'mdxTextExpression',
]);

/**
 * The prose of an MDX document: that of Markdown, and what its components hold between their tags. Imports, exports,
 * tags and expressions are left out. One whose JSX is broken, as it is while somebody types, is read as
 * Markdown with imports.
 *
 * The extension is the one that only counts braces: with a parser of JavaScript behind it, it would try the same
 * expression again at every brace.
 */
export function mdxProse(document: string): Prose {
  try {
    return proseOfMarkdown(document, [...markdownExtensions, mdx(), mdxEsm()], leftOut);
  } catch {
    // What is thrown is the extension's opinion of the JSX; Markdown itself has no wrong syntax.
    return proseOfMarkdown(document, [...markdownExtensions, mdxEsm()], leftOut);
  }
}
