import { originsOf } from '#host';
import * as vscode from 'vscode';
import type { Range } from '../../text/ranges.ts';
import type { JudgedProse, ProseRules } from '../../scan/judged.ts';
import { notesOf, type ProvenanceNotes } from '../../scan/notes.ts';
import type { Rules } from '../../scan/rules.ts';
import { UserError, type Action } from '../userError.ts';
import { checkLength, nameOf } from './document.ts';
import type { TextToRead } from './fileText.ts';
import type { ProseReader } from './prose.ts';

/** The judged part of a document, and notes for the report. */
export type JudgedText = Pick<JudgedProse, 'prose' | 'ranges'> & { notes: ProvenanceNotes | undefined };

/** Options beyond the folder's configuration. */
interface JudgeOptions {
  /** The ranges to judge, in UTF-16 code units; none means all of it. */
  ranges?: readonly Range[];
  /** Whether to include what the baseline and git's dates exclude. */
  isAll?: boolean;
  /** Scans everything; offered if nothing is left to judge. */
  scanAll?: Action;
}

/**
 * The part of a document that is judged. It leaves out what comments ignore, what the folder's baseline marks as
 * human, and what is older than chat models according to git.
 * @throws UserError when nothing is left to judge, or more than one scan allows; the signal's reason when
 *   cancelled.
 */
export async function judgeDocument(
  reader: ProseReader,
  rules: Rules,
  { uri, text, languageId, isGuessed }: TextToRead,
  signal: AbortSignal,
  { ranges = [], isAll = false, scanAll }: JudgeOptions = {},
): Promise<JudgedText> {
  const origins = isAll || languageId === null ? undefined : await originsOf(uri, text, signal);
  const judged = await reader.ask(
    { wanted: 'judged', document: text, languageId, ranges, rules: proseRulesOf(rules, isAll), origins },
    signal,
  );
  const name = nameOf(uri);
  if (judged === undefined) {
    throw new UserError(
      vscode.l10n.t(
        'Inkling can’t find the prose in {0} (file type “{1}”). Open it, select the prose and run Scan Selection.',
        name,
        languageId ?? '',
      ),
    );
  }
  if (judged.prose.text.trim() === '') throw nothingToJudge(name, judged, ranges.length > 0, scanAll);
  checkLength(name, judged.prose.text);
  return { prose: judged.prose, ranges: judged.ranges, notes: notesOf(judged, isGuessed) };
}

/** @param isAll whether to include what the baseline excludes. */
export function proseRulesOf({ prose }: Rules, isAll = false): ProseRules {
  return isAll ? { ...prose, kept: new Map() } : prose;
}

/** Why there is nothing to judge. */
export function nothingToJudge(
  name: string,
  { ignored }: Pick<JudgedProse, 'ignored'>,
  isSelection = false,
  scanAll?: Action,
): UserError {
  const isBy = (by: JudgedProse['ignored'][number]['by']): boolean =>
    ignored.some((passage) => passage.by === by);
  if (isBy('baseline') || isBy('history')) {
    return new UserError(
      isBy('baseline')
        ? vscode.l10n.t(
            'Nothing to judge in {0}: all of its prose is marked as human or, by git’s dates, older than chat models.',
            name,
          )
        : vscode.l10n.t(
            'Nothing to judge in {0}: by git’s dates, all of its prose is older than chat models.',
            name,
          ),
      scanAll ? [scanAll] : [],
    );
  }
  if (isBy('comment')) {
    return new UserError(
      vscode.l10n.t('Nothing to judge in {0}: its comments exclude all of its prose.', name),
    );
  }
  return new UserError(
    isSelection
      ? vscode.l10n.t('The selection contains no prose, only code or markup. Select some sentences.')
      : vscode.l10n.t('{0} contains no prose, only code or markup.', name),
  );
}
