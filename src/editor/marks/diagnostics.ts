import * as vscode from 'vscode';
import { setting } from '../settings.ts';
import { scoreInNumbers } from '../words.ts';
import { rangeOf } from './decorations.ts';
import type { MarkedDocument } from './markedDocument.ts';
import type { Marks } from './marks.ts';

/** Milliseconds after an edit before the Problems panel follows it. */
const settleTime = 300;

/** VS Code takes no more for a document. */
const most = 1000;

/** The flagged sentences as information in the Problems panel, for whoever chose so: how a text reads is no proof. */
export function createDiagnostics(marks: Marks): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('inkling');
  const waiting = new Map<vscode.TextDocument, NodeJS.Timeout>();

  const update = (document: vscode.TextDocument): void => {
    clearTimeout(waiting.get(document));
    waiting.delete(document);
    const marked = setting('diagnostics') ? marks.of(document) : undefined;
    if (marked) collection.set(document.uri, diagnosticsOf(document, marked));
    else collection.delete(document.uri);
  };

  return vscode.Disposable.from(
    collection,
    marks.onDidChange(update),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (!collection.has(document.uri)) return;
      clearTimeout(waiting.get(document));
      waiting.set(
        document,
        setTimeout(() => {
          update(document);
        }, settleTime),
      );
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('inkling.diagnostics')) vscode.workspace.textDocuments.forEach(update);
    }),
    new vscode.Disposable(() => {
      for (const timer of waiting.values()) clearTimeout(timer);
    }),
  );
}

function diagnosticsOf(document: vscode.TextDocument, marked: MarkedDocument): vscode.Diagnostic[] {
  const argument = encodeURIComponent(JSON.stringify([marked.report]));
  const code = {
    value: vscode.l10n.t('report'),
    target: vscode.Uri.parse(`command:inkling.openReport?${argument}`),
  };
  return marked.flagged(most).map((sentence) => {
    const diagnostic = new vscode.Diagnostic(
      rangeOf(document, sentence),
      vscode.l10n.t('This sentence reads like AI (score {0}).', scoreInNumbers(sentence.score)),
      vscode.DiagnosticSeverity.Information,
    );
    diagnostic.source = 'Inkling';
    diagnostic.code = code;
    return diagnostic;
  });
}
