import * as vscode from 'vscode';
import { excerpt } from '../../report/model/sentences.ts';
import type { Marks } from '../app.ts';
import type { MarkedDocument } from '../core/markedDocument.ts';
import type { MarkedSentence } from '../core/track.ts';
import { setting } from '../settings.ts';
import { rangeOf } from '../text/document.ts';
import { passageInWords, strengthInWords } from '../words.ts';

/** Milliseconds after an edit before the Problems panel follows it. */
const settleTime = 300;

/** VS Code takes no more for a document. */
const maxDiagnostics = 1000;

/** So much of a sentence tells it from the others in the list. */
const maxQuoteUnits = 60;

const severities = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
  hint: vscode.DiagnosticSeverity.Hint,
} as const;

/**
 * The flagged sentences in the Problems panel, for whoever chose so. As warnings unless they chose otherwise: VS Code
 * lists hints nowhere, and draws information in the blue that means a person here.
 */
export function createDiagnostics(marks: Marks): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('inkling');
  const waiting = new Map<vscode.TextDocument, NodeJS.Timeout>();

  const update = (document: vscode.TextDocument): void => {
    clearTimeout(waiting.get(document));
    waiting.delete(document);
    const marked = marks.of(document);
    if (marked && isListed(document, marked)) collection.set(document.uri, diagnosticsOf(document, marked));
    else if (collection.has(document.uri)) collection.delete(document.uri);
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
      if (affectsDiagnostics(change)) vscode.workspace.textDocuments.forEach(update);
    }),
    new vscode.Disposable(() => {
      for (const timer of waiting.values()) clearTimeout(timer);
    }),
  );
}

/** Whether what the Problems panel lists, and how, may be otherwise now. */
export function affectsDiagnostics(change: vscode.ConfigurationChangeEvent): boolean {
  return ['inkling.diagnostics', 'inkling.diagnosticsSeverity'].some((name) =>
    change.affectsConfiguration(name),
  );
}

/** Where nothing can be told of the whole, a warning about a sentence would say more than the report does. */
function isListed(document: vscode.TextDocument, { shown }: MarkedDocument): boolean {
  return setting('diagnostics', document) && shown.result.verdict !== 'uncertain';
}

/** The place among all of the last sentence below which VS Code draws a line of its own; -1 when there is none. */
export function lastListed(document: vscode.TextDocument, marked: MarkedDocument): number {
  const isDrawn = isListed(document, marked) && setting('diagnosticsSeverity', document) !== 'hint';
  return isDrawn ? (marked.flagged(maxDiagnostics).at(-1)?.index ?? -1) : -1;
}

function diagnosticsOf(document: vscode.TextDocument, marked: MarkedDocument): vscode.Diagnostic[] {
  const argument = encodeURIComponent(JSON.stringify([marked.report]));
  const code = {
    value: vscode.l10n.t('report'),
    target: vscode.Uri.parse(`command:inkling.openReport?${argument}`),
  };
  const severity = severities[setting('diagnosticsSeverity', document)];
  return marked.flagged(maxDiagnostics).map((sentence) => {
    const range = rangeOf(document, sentence);
    const diagnostic = new vscode.Diagnostic(
      range,
      messageOf(marked, sentence, excerpt(document.getText(range), maxQuoteUnits)),
      severity,
    );
    diagnostic.source = 'Inkling';
    diagnostic.code = code;
    return diagnostic;
  });
}

function messageOf(marked: MarkedDocument, sentence: MarkedSentence, quote: string): string {
  const strength = marked.strengthOf(sentence);
  return strength === 'passage'
    ? `${vscode.l10n.t('“{0}”', quote)}: ${passageInWords('ai')}`
    : vscode.l10n.t('“{0}” reads like AI ({1})', quote, strengthInWords(strength));
}
