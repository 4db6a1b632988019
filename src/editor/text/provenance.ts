import * as vscode from 'vscode';
import type { Blame } from '../../provenance/blame.ts';
import type { Told } from '../../provenance/provenance.ts';
import type { Prose } from '../../prose/text/prose.ts';
import type { Range } from '../../prose/text/ranges.ts';
import { gitExtension } from '../git.ts';
import { UserError, type Action } from '../userError.ts';
import { nameOf } from './document.ts';
import type { ProseReader } from './prose.ts';

/** Prose that is to be judged. */
interface ProseToJudge {
  prose: Prose;
  /** What of the document it is, in UTF-16 code units; none means all of it. */
  ranges: readonly Range[];
}

/** A text as it was read of a document. */
interface ReadDocument {
  uri: vscode.Uri;
  text: string;
  languageId: string;
}

/** Without what git shows to be older than chat models, and with what the report is to say of that. */
export interface ProseWithHistory extends ProseToJudge {
  told: Told | undefined;
}

/**
 * Leaves out of a document's prose what no chat model can have written: passages that were last changed before there
 * were any, by the dates of git. Only in folders that the user trusts: what a repository configures may run programs.
 * @param scanAll does the scan without asking git; offered where nothing is left.
 * @throws UserError when nothing is left to judge; the signal's reason when cancelled.
 */
export async function withoutOldPassages(
  reader: ProseReader,
  { uri, text, languageId }: ReadDocument,
  { prose, ranges }: ProseToJudge,
  signal: AbortSignal,
  scanAll?: Action,
): Promise<ProseWithHistory> {
  const origins = await originsOf(uri, text, signal);
  if (!origins) return { prose, ranges, told: undefined };
  const { provenanceOf, within } = await import('../../provenance/provenance.ts');
  const { kept, told } = provenanceOf(text, prose, origins);
  if (!kept) return { prose, ranges, told: told(prose) };
  const rest = ranges.length === 0 ? kept : ranges.flatMap((range) => within(range, kept));
  const judged = rest.length === 0 ? undefined : await reader.read(text, languageId, rest, signal);
  if (!judged || judged.text.trim() === '') {
    throw new UserError(
      vscode.l10n.t(
        'All prose here in {0} was last changed before there were chat models, by the dates of git. So there is nothing to judge.',
        nameOf(uri),
      ),
      scanAll ? [scanAll] : [],
    );
  }
  return { prose: judged, ranges: rest, told: told(judged) };
}

let blame: Promise<Blame> | undefined;

async function originsOf(uri: vscode.Uri, text: string, signal: AbortSignal): ReturnType<Blame['of']> {
  if (uri.scheme !== 'file' || !vscode.workspace.isTrusted || !vscode.workspace.getWorkspaceFolder(uri)) {
    return undefined;
  }
  const git = await gitExtension();
  if (!git) return undefined;
  blame ??= import('../../provenance/blame.ts').then(({ Blame }) => new Blame(git.git.path));
  return (await blame).of(uri.fsPath, text, signal);
}
