import * as vscode from 'vscode';
import type { Prose } from '../../prose/text/prose.ts';
import type { Range } from '../../prose/text/ranges.ts';
import { UserError } from '../userError.ts';
import type { ProseReader } from './proseReader.ts';
import { checkLength, languageIdOf, nameOf } from './document.ts';

/**
 * The prose of a document, or of the selections in it.
 * @param text of the document.
 * @param ranges of the selections, in UTF-16 code units of the text; none means all of it.
 * @throws UserError when there is none, or more than is scanned at once.
 */
export async function proseOfDocument(
  reader: ProseReader,
  document: vscode.TextDocument,
  text: string,
  ranges: readonly Range[],
  signal: AbortSignal,
): Promise<Prose> {
  const languageId = languageIdOf(document);
  const prose = await reader.read(text, languageId, ranges, signal);
  if (ranges.length > 0 && prose?.text.trim() === '') {
    throw new UserError(
      vscode.l10n.t('The selection holds no prose, only code or markup. Select some sentences.'),
    );
  }
  return withProse(prose, nameOf(document.uri), languageId);
}

/**
 * The prose of a file's text.
 * @throws UserError when there is none, or more than is scanned at once.
 */
export async function proseOfText(
  reader: ProseReader,
  name: string,
  text: string,
  languageId: string,
  signal: AbortSignal,
): Promise<Prose> {
  return withProse(await reader.read(text, languageId, [], signal), name, languageId);
}

function withProse(prose: Prose | undefined, name: string, languageId: string): Prose {
  if (prose === undefined) {
    throw new UserError(
      vscode.l10n.t(
        'Inkling can’t tell prose from the rest in {0}, a file of the kind “{1}”. Open it, select the prose and run Scan Selection.',
        name,
        languageId,
      ),
    );
  }
  if (prose.text.trim() === '') {
    throw new UserError(
      vscode.l10n.t('{0} holds no prose, only code or markup, so there is nothing to scan.', name),
    );
  }
  checkLength(name, prose.text);
  return prose;
}
