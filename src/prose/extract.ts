import { asciidocProse } from './asciidoc/asciidoc.ts';
import { codeExtractors } from './code/languages.ts';
import { gitCommitProse, plaintextProse } from './plaintext/plaintext.ts';
import { htmlProse } from './html/html.ts';
import { withoutIgnored, type IgnoreWarning } from './ignoreComments.ts';
import { type KeptProse } from '../text/blocks.ts';
import { latexProse } from './latex/latex.ts';
import { markdownProse } from './markdown/markdown.ts';
import { mdxProse } from './markdown/mdx.ts';
import { notebookProse } from './notebook/notebook.ts';
import { orgProse } from './org/org.ts';
import { noProse, type Prose } from '../text/prose.ts';
import { quartoProse } from './markdown/quarto.ts';
import { restrictProse, type Range } from '../text/ranges.ts';
import { rstProse } from './rst/rst.ts';

/** How the prose of each language is found, by VS Code's language id. */
const extractors = new Map<string, (document: string) => Prose>([
  ['markdown', markdownProse],
  ['plaintext', plaintextProse],
  ['git-commit', gitCommitProse],
  ['mdx', mdxProse],
  ['quarto', quartoProse],
  ['rmd', quartoProse],
  ['html', htmlProse],
  ['latex', latexProse],
  ['tex', latexProse],
  // A bibliography is data: it holds titles, not sentences.
  ['bibtex', () => noProse],
  ['restructuredtext', rstProse],
  ['asciidoc', asciidocProse],
  ['org', orgProse],
  ['ipynb', notebookProse],
  ...codeExtractors,
]);

/** The prose of a document, but for what its comments say to ignore. */
export interface ExtractedProse extends KeptProse {
  /** What is wrong with its ignore comments. */
  warnings: readonly IgnoreWarning[];
  /** All of the prose, where some is ignored. */
  whole?: Prose;
}

/**
 * The prose of a document, or of ranges of it, but for what its comments say to ignore. Its text is empty where there
 * is none.
 * @param ranges in UTF-16 code units of the document, not overlapping; none means all of it. In a language whose
 * prose can't be told from the rest, what they hold is taken as it stands: a person selected it.
 * @returns `undefined` for the whole of a document in such a language.
 */
export function extractProse(
  document: string,
  languageId: string,
  ranges: readonly Range[] = [],
): ExtractedProse | undefined {
  const extract = extractors.get(languageId);
  if (ranges.length === 0 && !extract) return undefined;
  const whole = (extract ?? plaintextProse)(document);
  const kept = withoutIgnored(document, languageId, whole);
  const all = { ...kept, ...(kept.ignored.length > 0 && { whole }) };
  if (ranges.length === 0) return all;
  const restricted = (prose: Prose): Prose => restrictProse(document, prose, ranges);
  return {
    ...restricted(kept),
    ignored: kept.ignored.filter((passage) => ranges.some((range) => overlap(passage, range))),
    warnings: kept.warnings,
    ...(all.whole && { whole: restricted(all.whole) }),
  };
}

function overlap(a: Range, b: Range): boolean {
  return a.start < b.end && b.start < a.end;
}
