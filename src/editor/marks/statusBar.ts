import * as vscode from 'vscode';
import { falseAlarmsOf, reachOf } from '../../report/model/claim.ts';
import { reasonsIn } from '../../report/words/words.ts';
import type { App } from '../app.ts';
import type { MarkedDocument } from '../core/markedDocument.ts';
import { yieldTurn } from '../core/periodicYield.ts';
import { nameOfService } from '../core/reportRef.ts';
import { setting } from '../settings.ts';
import { verdictIconNames, verdictInWords } from '../words.ts';
import type { Marks } from './marks.ts';

/**
 * The item for the active editor's scan: the verdict, where the text was analysed, and whether it was edited since.
 * Hidden without a scan.
 */
export function createStatusBar(marks: Marks, app: App): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('inkling.verdict', vscode.StatusBarAlignment.Right, 90);
  item.name = vscode.l10n.t('Inkling Verdict');
  const update = (): void => {
    const document = vscode.window.activeTextEditor?.document;
    const marked = document && marks.of(document);
    if (!marked) {
      item.hide();
      return;
    }
    const { result } = marked.shown;
    const where = nameOfService(marked.report.service) ?? vscode.l10n.t('on this machine');
    const parts = [verdictInWords(result), where, stateInWords(marked)].filter(Boolean);
    item.text = `$(${verdictIconNames[result.verdict]}) ${parts.join(' · ')}`;
    const number = falseAlarmsOf(result, app.language);
    item.tooltip = [
      reachOf(result, app.language),
      number?.restsOn,
      ...reasonsIn(result, app.language.words),
      explanation(marked),
      vscode.l10n.t('Select to open the report.'),
    ]
      .filter(Boolean)
      .join('\n');
    const label = [`Inkling: ${parts.join(', ')}`, number?.says].filter(Boolean).join('. ');
    item.accessibilityInformation = { label, role: 'button' };
    item.command = openReport(vscode.l10n.t('Open Report'), marked);
    item.show();
  };
  let isWaiting = false;
  // In a separate turn after the marks, because formatting the first localised number takes as long as painting
  // them.
  const updateSoon = async (): Promise<void> => {
    if (isWaiting) return;
    isWaiting = true;
    await yieldTurn();
    isWaiting = false;
    update();
  };
  return vscode.Disposable.from(
    item,
    marks.onDidChange(updateSoon),
    vscode.window.onDidChangeActiveTextEditor(update),
  );
}

function openReport(title: string, { report }: MarkedDocument): vscode.Command {
  return { command: 'inkling.openReport', title, arguments: [report] };
}

function stateInWords({ live, scan }: MarkedDocument): string {
  if (live) return vscode.l10n.t('live');
  return scan.sentences.isEdited ? vscode.l10n.t('changed since the scan') : '';
}

function explanation({ live, scan }: MarkedDocument): string {
  if (live)
    return vscode.l10n.t(
      'This live verdict is for the current text. The report is for the text as it was scanned.',
    );
  return scan.sentences.isEdited ? vscode.l10n.t('Scan again for a verdict on the current text.') : '';
}

/** The verdict above the first line of a scanned document, if the setting is on; it opens the report. */
export function createCodeLens(marks: Marks, app: App): vscode.Disposable {
  /** Firing it makes the window ask all providers again. */
  const changed = new vscode.EventEmitter<void>();
  return vscode.Disposable.from(
    changed,
    marks.onDidChange((document) => {
      if (setting('codeLens', document)) changed.fire();
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('inkling.codeLens')) changed.fire();
    }),
    vscode.languages.registerCodeLensProvider('*', {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses(document) {
        const marked = setting('codeLens', document) ? marks.of(document) : undefined;
        if (!marked) return [];
        const { result } = marked.shown;
        const number = falseAlarmsOf(result, app.language)?.says.replace(/\.$/, '');
        const parts = [verdictInWords(result), number, stateInWords(marked)].filter(Boolean);
        // VS Code drops a plain space after the icon, because the link is a flex box.
        const title = `$(${verdictIconNames[result.verdict]})\u00A0Inkling: ${parts.join(' · ')}`;
        return [new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), openReport(title, marked))];
      },
    }),
  );
}
