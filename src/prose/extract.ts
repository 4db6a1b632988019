import { asciidoc } from './asciidoc/asciidoc.ts';
import { codeFormats } from './code/languages.ts';
import type { Format } from './format.ts';
import { html } from './html/html.ts';
import { withoutIgnored, type IgnoreWarning } from './ignoreComments.ts';
import type { Language } from './languageOf.ts';
import { bibtex, latex } from './latex/latex.ts';
import { markdown } from './markdown/markdown.ts';
import { mdx } from './markdown/mdx.ts';
import { quarto } from './markdown/quarto.ts';
import { ipynb } from './notebook/notebook.ts';
import { org } from './org/org.ts';
import { gitCommit, plaintext } from './plaintext/plaintext.ts';
import { restructuredtext } from './rst/rst.ts';
import { wikitext } from './wikitext/wikitext.ts';
import type { KeptProse } from '../text/blocks.ts';
import type { Prose } from '../text/prose.ts';
import { restrictProse, type Range } from '../text/ranges.ts';

const formats: Record<Language, Format> = {
  markdown,
  mdx,
  quarto,
  rmd: quarto,
  plaintext,
  'git-commit': gitCommit,
  // VS Code passes the box to git unchanged, so a line that begins with # is part of the message.
  scminput: plaintext,
  html,
  latex,
  tex: latex,
  bibtex,
  restructuredtext,
  asciidoc,
  org,
  wikitext,
  ipynb,
  ...codeFormats,
};

/** The format of a language, by VS Code's id; `undefined` if its prose can't be separated from the rest. */
export function formatOf(languageId: string): Format | undefined {
  return Object.hasOwn(formats, languageId) ? formats[languageId as Language] : undefined;
}

/** The prose of a document without the ignored passages. */
export interface ExtractedProse extends KeptProse {
  /** Problems with its ignore comments. */
  warnings: readonly IgnoreWarning[];
  /** The prose including ignored passages; absent if nothing is ignored. */
  whole?: Prose;
  /** See `Format.hasOtherMarkup`. */
  hasOtherMarkup?: boolean;
}

/**
 * The prose of a document, or of ranges of it, without the passages that its comments ignore. The text is empty if
 * there is no prose.
 * @param ranges in UTF-16 code units of the document, not overlapping; if empty, the whole document. If the
 *   language's format is not known, the text of the ranges is used unchanged, because a person selected it.
 * @returns `undefined` for a whole document whose format is not known.
 */
export function extractProse(
  document: string,
  languageId: string,
  ranges: readonly Range[] = [],
): ExtractedProse | undefined {
  const format = formatOf(languageId);
  if (ranges.length === 0 && !format) return undefined;
  const whole = (format ?? plaintext).read(document);
  const kept = format ? withoutIgnored(document, format, whole) : { ...whole, ignored: [], warnings: [] };
  const all = {
    ...kept,
    ...(kept.ignored.length > 0 && { whole }),
    ...(format?.hasOtherMarkup && { hasOtherMarkup: true }),
  };
  if (ranges.length === 0) return all;
  const restricted = (prose: Prose): Prose => restrictProse(document, prose, ranges);
  return {
    ...restricted(kept),
    ignored: kept.ignored.filter((passage) => ranges.some((range) => overlap(passage, range))),
    warnings: kept.warnings,
    ...(all.hasOtherMarkup && { hasOtherMarkup: true }),
    ...(all.whole && { whole: restricted(all.whole) }),
  };
}

function overlap(a: Range, b: Range): boolean {
  return a.start < b.end && b.start < a.end;
}
