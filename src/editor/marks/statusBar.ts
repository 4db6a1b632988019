import * as vscode from 'vscode';
import { verdictIconName, verdictInWords } from '../words.ts';
import type { Marks } from './marks.ts';

/** One item for the active editor's scan: the verdict, and where the text was analysed. Hidden where there is none. */
export function createStatusBar(marks: Marks): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('inkling.verdict', vscode.StatusBarAlignment.Right, 90);
  item.name = vscode.l10n.t('Inkling Verdict');
  const update = (): void => {
    const document = vscode.window.activeTextEditor?.document;
    const marked = document && marks.of(document);
    if (!marked) {
      item.hide();
      return;
    }
    const verdict = verdictInWords(marked.result);
    const where = marked.host ?? vscode.l10n.t('on this machine');
    item.text = `$(${verdictIconName(marked.result.verdict)}) ${verdict} · ${where}`;
    item.tooltip = [
      vscode.l10n.t('Score {0}, confidence {1}.', marked.result.score.toFixed(2), marked.result.confidence),
      ...marked.result.reasons.map(({ message }) => message),
      vscode.l10n.t('Select to open the report.'),
    ].join('\n');
    item.accessibilityInformation = { label: `Inkling: ${verdict}, ${where}` };
    item.command = {
      command: 'inkling.openReport',
      title: vscode.l10n.t('Open Report'),
      arguments: [marked.reportId],
    };
    item.show();
  };
  const subscriptions = [item, marks.onDidChange(update), vscode.window.onDidChangeActiveTextEditor(update)];
  return vscode.Disposable.from(...subscriptions);
}
