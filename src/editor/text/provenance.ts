import * as vscode from 'vscode';
import type { Blame } from '../../provenance/blame.ts';
import { ignoredReasons, type ProvenanceNotes } from '../../provenance/notes.ts';
import type { ExtractedProse } from '../../prose/extract.ts';
import type { Prose } from '../../prose/text/prose.ts';
import type { Range } from '../../prose/text/ranges.ts';
import { gitExtension } from '../git.ts';
import { UserError, type Action } from '../userError.ts';
import type { Configurations } from './configuration.ts';
import { nameOf } from './document.ts';
import type { ProseReader } from './prose.ts';

/** Prose that is to be judged. */
interface ProseToJudge {
  /** Git may be asked while it is read. */
  prose: ExtractedProse | Promise<ExtractedProse>;
  /** What of the document it is, in UTF-16 code units; none means all of it. */
  ranges: readonly Range[];
}

/** A text as it was read of a document. */
interface ReadDocument {
  uri: vscode.Uri;
  text: string;
  languageId: string;
}

/** Without what is left out, and with what the report is to say of that. */
export interface JudgedProse extends Pick<ProseToJudge, 'ranges'> {
  prose: Prose;
  notes: ProvenanceNotes | undefined;
}

/**
 * Leaves out of a document's prose what a person vouched for in the folder's baseline, and what no chat model can have
 * written: passages that were last changed before there were any, by the dates of git. Git is asked only in folders that
 * the user trusts: what a repository configures may run programs. What the document's own comments ignore is not in its
 * prose; the notes say that too.
 * @param scanAll does the scan with all of it; offered where nothing is left.
 * @throws UserError when nothing is left to judge, or a configuration can't be read; the signal's reason when cancelled.
 */
export async function withoutLeftOut(
  reader: ProseReader,
  configurations: Configurations,
  { uri, text, languageId }: ReadDocument,
  { prose: reading, ranges }: ProseToJudge,
  signal: AbortSignal,
  scanAll?: Action,
): Promise<JudgedProse> {
  const [prose, origins] = await Promise.all([reading, originsOf(uri, text, signal)]);
  if (!origins && prose.ignored.length === 0 && !(await configurations.hasVouched(uri)))
    return { prose, ranges, notes: undefined };
  const { outside, provenanceOf, vouchedReasons, within } = await import('../../provenance/provenance.ts');
  const { old, notesFor } = provenanceOf(text, prose, origins ?? []);
  // A word that is left out for two reasons is counted once.
  const vouched = (await configurations.vouchedIn(uri, prose)).filter(
    (passage) => passage.ranges.flatMap((range) => within(range, old)).length === 0,
  );
  const vouchedWords = vouched.reduce((sum, { words }) => sum + words, 0);
  const notesOn = (judged: Prose): ProvenanceNotes => {
    const { reasons, evidence } = notesFor(judged);
    return {
      reasons: [...reasons, ...vouchedReasons(vouchedWords), ...ignoredReasons(prose.ignored)],
      evidence,
    };
  };
  const leftOut = [...old, ...vouched.flatMap(({ ranges }) => ranges)].sort((a, b) => a.start - b.start);
  if (leftOut.length === 0) return { prose, ranges, notes: notesOn(prose) };
  const kept = outside(leftOut, text.length);
  const rest = ranges.length === 0 ? kept : ranges.flatMap((range) => within(range, kept));
  const judged = rest.length === 0 ? undefined : await reader.read(text, languageId, rest, signal);
  if (!judged || judged.text.trim() === '') {
    throw new UserError(
      vouchedWords === 0
        ? vscode.l10n.t(
            'Nothing to judge in {0}: git dates all of this prose before chat models.',
            nameOf(uri),
          )
        : vscode.l10n.t(
            'Nothing to judge in {0}: a person vouched for this prose, or git dates it before chat models.',
            nameOf(uri),
          ),
      scanAll ? [scanAll] : [],
    );
  }
  return { prose: judged, ranges: rest, notes: notesOn(judged) };
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
