import * as vscode from 'vscode';
import { hasIgnoreComments } from '../../prose/languageOf.ts';
import type { Commands, Place } from '../commands.ts';
import type { MarkedDocument } from '../core/markedDocument.ts';
import { falsePositivesUrl } from '../settings.ts';
import { isNotebookCell, languageIdOf } from '../text/document.ts';

/** The actions for a flagged sentence, shown by the light bulb. None of them rewrites it. */
export function codeActionsAt(
  document: vscode.TextDocument,
  range: vscode.Range,
  shown: readonly vscode.Diagnostic[],
  marked: MarkedDocument,
  { extension }: vscode.ExtensionContext,
): vscode.CodeAction[] {
  const sentence = marked.sentenceAt(document.offsetAt(positionIn(document, range)));
  if (!sentence || !marked.isFlagged(sentence)) return [];
  const diagnostics = shown.filter(({ source }) => source === 'Inkling');
  const place: Place = { uri: document.uri.toString(), offset: sentence.start };
  const action = <Id extends keyof Commands>(
    title: string,
    command: Id,
    ...args: Parameters<Commands[Id]>
  ): vscode.CodeAction => {
    const made = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
    made.command = { command, title, arguments: args };
    made.diagnostics = diagnostics;
    return made;
  };
  return [
    action(vscode.l10n.t('Inkling: Show in Report'), 'inkling.openReport', marked.report),
    action(vscode.l10n.t('Inkling: Explain…'), 'inkling.explain', place),
    action(vscode.l10n.t('Inkling: Hide This Mark'), 'inkling.dismissMark', place),
    ...(hasIgnoreComments(languageIdOf(document))
      ? [action(vscode.l10n.t('Inkling: Ignore This Passage'), 'inkling.ignorePassage', place)]
      : []),
    ...(isInFolder(document)
      ? [
          action(vscode.l10n.t('Inkling: Mark as Human…'), 'inkling.markAsHuman', place),
          action(vscode.l10n.t('Inkling: Ignore This File'), 'inkling.ignoreFile', place),
        ]
      : []),
    ...(falsePositivesUrl(extension) === undefined
      ? []
      : [action(vscode.l10n.t('Inkling: Report False Positive…'), 'inkling.reportFalsePositive', place)]),
  ];
}

/**
 * The range of a problem is its whole passage. The action is for the sentence with the cursor, or else for the
 * first.
 */
function positionIn(document: vscode.TextDocument, range: vscode.Range): vscode.Position {
  const editor = vscode.window.activeTextEditor;
  const cursor = editor?.document === document ? editor.selection.active : undefined;
  return cursor && range.contains(cursor) ? cursor : range.start;
}

/** Whether the document is a file in an open folder, so that the folder can store settings for it. */
function isInFolder(document: vscode.TextDocument): boolean {
  return !isNotebookCell(document) && vscode.workspace.getWorkspaceFolder(document.uri) !== undefined;
}
