import { originsOf } from '#host';
import * as vscode from 'vscode';
import type { JudgedProse, ProseRules } from '../../scan/judged.ts';
import { notesOf, type ProvenanceNotes } from '../../scan/notes.ts';
import type { Rules, Severity } from '../../scan/rules.ts';
import type { AppBase } from '../app.ts';
import { UserError, type Action } from '../userError.ts';
import type { Configurations } from './configuration.ts';
import { nameOf } from './document.ts';
import type { ProseReader } from './prose.ts';
import { checkLength, textOfFile, type SourceText } from './sourceText.ts';

/** A text and its judged prose, which comes from `ranges`; no ranges mean all of the text. */
export interface JudgedText extends SourceText, Pick<JudgedProse, 'prose'> {
  /** The report's notes about how the text was read and what was left out. */
  readonly notes: ProvenanceNotes | undefined;
  readonly severity: Severity | undefined;
}

interface JudgeOptions {
  /** Whether to include what the baseline and git's dates exclude. */
  isAll?: boolean;
  /** Scans again, including what the baseline and git's dates exclude; offered if nothing else is left to judge. */
  scanAll?: Action;
}

/**
 * Finds the prose that is judged. It leaves out what comments ignore, what the folder's baseline marks as human, and
 * what is older than chat models according to git.
 * @throws UserError when nothing is left to judge, or more than one scan allows; the signal's reason when
 *   cancelled.
 */
export async function judgedText(
  reader: ProseReader,
  rules: Rules,
  source: SourceText,
  signal: AbortSignal,
  { isAll = false, scanAll }: JudgeOptions = {},
): Promise<JudgedText> {
  const { uri, text, languageId, ranges } = source;
  const origins = isAll || languageId === null ? undefined : await originsOf(uri, text, signal);
  const judged = await reader.ask(
    { wanted: 'judged', document: text, languageId, ranges, rules: proseRulesOf(rules, isAll), origins },
    signal,
  );
  const name = nameOf(uri);
  if (judged === undefined) {
    throw new UserError(
      vscode.l10n.t(
        'Inkling does not know the format of {0} (file type “{1}”). Open it, select the text and run Scan Selection.',
        name,
        languageId ?? '',
      ),
    );
  }
  if (judged.prose.text.trim() === '') throw nothingToJudge(name, judged.ignored, ranges.length > 0, scanAll);
  checkLength(name, judged.prose.text);
  return {
    ...source,
    prose: judged.prose,
    ranges: judged.ranges,
    notes: notesOf(judged, source.isGuessed),
    severity: rules.severity,
  };
}

/** Reads a file, from the editor if it is open there, and finds the prose that is judged. Throws as `judgedText`. */
export async function judgedFile(
  { context, prose }: Pick<AppBase, 'context' | 'prose'>,
  configurations: Configurations,
  file: vscode.Uri,
  signal: AbortSignal,
): Promise<JudgedText> {
  const rules = await configurations.check(file);
  return judgedText(prose, rules, await textOfFile(context, file, signal), signal);
}

/** @param isAll whether to include what the baseline excludes. */
export function proseRulesOf({ prose }: Rules, isAll: boolean): ProseRules {
  return isAll ? { ...prose, humanPassages: new Map() } : prose;
}

export function nothingToJudge(
  name: string,
  ignored: JudgedProse['ignored'],
  isSelection = false,
  scanAll?: Action,
): UserError {
  const reasons = new Set(ignored.map(({ by }) => by));
  if (reasons.has('baseline') || reasons.has('history')) {
    return new UserError(
      reasons.has('baseline')
        ? vscode.l10n.t(
            'Nothing to judge in {0}: all of its prose is marked as human, or is older than chat models according to git’s dates.',
            name,
          )
        : vscode.l10n.t(
            'Nothing to judge in {0}: all of its prose is older than chat models according to git’s dates.',
            name,
          ),
      scanAll ? [scanAll] : [],
    );
  }
  if (reasons.has('comment')) {
    return new UserError(
      vscode.l10n.t('Nothing to judge in {0}: comments in the file exclude all of its prose.', name),
    );
  }
  return new UserError(
    isSelection
      ? vscode.l10n.t('The selection contains no prose, only code or markup. Select some sentences.')
      : vscode.l10n.t('{0} contains no prose, only code or markup.', name),
  );
}
