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
  let isWaiting = false;
  let isOver = false;
  // In a separate turn after the marks, because formatting the first localised number takes as long as painting
  // them.
  const updateSoon = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    void yieldTurn().then(() => {
      isWaiting = false;
      if (!isOver) update();
    });
  };
  const update = (): void => {
    const document = vscode.window.activeTextEditor?.document;
    const markedDocument = document && marks.of(document);
    if (!markedDocument) {
      item.hide();
      return;
    }
    const { result } = markedDocument.shown;
    const parts = [
      verdictInWords(result),
      nameOfService(markedDocument.report.service) ?? vscode.l10n.t('on this machine'),
      ...stateInWords(markedDocument),
    ];
    item.text = `$(${verdictIconNames[result.verdict]}) ${parts.join(' · ')}`;
    const number = falseAlarmsOf(result, app.language);
    item.tooltip = [
      reachOf(result, app.language),
      number?.restsOn,
      ...reasonsIn(result, app.language.words),
      ...explanation(markedDocument),
      vscode.l10n.t('Select to open the report.'),
    ]
      .filter(Boolean)
      .join('\n');
    item.accessibilityInformation = {
      label: [`Inkling: ${parts.join(', ')}`, number?.says].filter(Boolean).join('. '),
      role: 'button',
    };
    item.command = {
      command: 'inkling.openReport',
      title: vscode.l10n.t('Open Report'),
      arguments: [markedDocument.report],
    };
    item.show();
  };
  return vscode.Disposable.from(
    item,
    marks.onDidChange(updateSoon),
    vscode.window.onDidChangeActiveTextEditor(update),
    new vscode.Disposable(() => {
      isOver = true;
    }),
  );
}

function stateInWords({ live, scan }: MarkedDocument): string[] {
  if (live) return [vscode.l10n.t('live')];
  return scan.sentences.isEdited ? [vscode.l10n.t('changed since the scan')] : [];
}

function explanation({ live, scan }: MarkedDocument): string[] {
  if (live)
    return [
      vscode.l10n.t('This verdict is live, for the current text. The report is about the text as scanned.'),
    ];
  return scan.sentences.isEdited ? [vscode.l10n.t('Scan again for a verdict on the current text.')] : [];
}

/** The verdict above the first line of a scanned document, if the setting is on; it opens the report. */
export function createCodeLens(marks: Marks, app: App): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const fire = (): void => {
    changed.fire();
  };
  return vscode.Disposable.from(
    changed,
    marks.onDidChange((document) => {
      // Firing the event makes the window ask all providers again.
      if (setting('codeLens', document)) fire();
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('inkling.codeLens')) fire();
    }),
    vscode.languages.registerCodeLensProvider('*', {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses(document) {
        const markedDocument = setting('codeLens', document) ? marks.of(document) : undefined;
        if (!markedDocument) return [];
        const { result } = markedDocument.shown;
        const number = falseAlarmsOf(result, app.language)?.says.replace(/\.$/, '');
        const parts = [
          verdictInWords(result),
          ...(number === undefined ? [] : [number]),
          ...stateInWords(markedDocument),
        ];
        // VS Code drops a plain space after the icon, because the link is a flex box.
        const title = `$(${verdictIconNames[result.verdict]})\u00A0Inkling: ${parts.join(' · ')}`;
        const command = { command: 'inkling.openReport', title, arguments: [markedDocument.report] };
        return [new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), command)];
      },
    }),
  );
}
