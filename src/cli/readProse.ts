import { basename, isAbsolute, relative, sep } from 'node:path';
import { isTooLong, titleOfPath } from '../api/limits.ts';
import { extractProse } from '../prose/extract.ts';
import { languageOf } from '../prose/languageOf.ts';
import type { Prose } from '../prose/text/prose.ts';
import { FileProblem, readText } from './readText.ts';

/**
 * A file's text and the prose in it.
 * @throws FileProblem when it can't be read, holds no prose, or more than is scanned at once.
 */
export async function readProse(file: string): Promise<{ document: string; prose: Prose }> {
  const document = await readText(file);
  if (document.trim() === '') throw new FileProblem('is empty, so there is nothing to scan.', true);
  const prose = extractProse(document, languageOf(file));
  if (prose === undefined) {
    throw new FileProblem(
      'is in a format that Inkling can’t read prose from. It reads Markdown, plain text, HTML, LaTeX, reStructuredText, AsciiDoc, Org, notebooks, commit messages and the comments of code.',
      true,
    );
  }
  if (prose.text.trim() === '') {
    throw new FileProblem('holds no prose, only code or markup, so there is nothing to scan.', true);
  }
  if (isTooLong(prose.text)) {
    throw new FileProblem('holds more than 1 MiB of prose, the most that is scanned at once. Split it.');
  }
  return { document, prose };
}

/** What a file's report is called: its path from the working folder, or its name where it is not in there. */
export function titleOf(file: string): string {
  const path = relative('', file);
  const isInside = !isAbsolute(path) && path.split(sep)[0] !== '..';
  return titleOfPath(isInside ? path.replaceAll(sep, '/') : basename(file));
}
