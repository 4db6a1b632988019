import * as vscode from 'vscode';
import { excerpt } from '../../report/model/sentences.ts';
import { strengths } from '../../report/model/sentenceMarks.ts';
import type { Marks } from '../app.ts';
import type { MarkedDocument } from '../core/markedDocument.ts';
import type { MarkedSentence } from '../core/track.ts';
import { setting } from '../settings.ts';
import { rangeOf, readerOf } from '../text/document.ts';
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
 * The flagged sentences in the Problems panel, one problem a passage, for whoever chose so. As warnings unless they chose otherwise: VS Code
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

/** The folder's word goes before the user's. */
function severityOf(document: vscode.TextDocument, { shown }: MarkedDocument): keyof typeof severities {
  return shown.severity ?? setting('diagnosticsSeverity', document);
}

/** The place among all of the last sentence below which VS Code draws a line of its own; -1 when there is none. */
export function lastListed(document: vscode.TextDocument, marked: MarkedDocument): number {
  const isDrawn = isListed(document, marked) && severityOf(document, marked) !== 'hint';
  return isDrawn ? (marked.flagged(maxDiagnostics).at(-1)?.index ?? -1) : -1;
}

function diagnosticsOf(document: vscode.TextDocument, marked: MarkedDocument): vscode.Diagnostic[] {
  const argument = encodeURIComponent(JSON.stringify([marked.report]));
  const code = {
    value: vscode.l10n.t('report'),
    target: vscode.Uri.parse(`command:inkling.openReport?${argument}`),
  };
  const severity = severities[severityOf(document, marked)];
  return flaggedRuns(document, marked.flagged(maxDiagnostics)).map((passage) => {
    const first = rangeOf(document, passage[0]!);
    const diagnostic = new vscode.Diagnostic(
      first.union(rangeOf(document, passage.at(-1)!)),
      messageOf(marked, passage, excerpt(document.getText(first), maxQuoteUnits)),
      severity,
    );
    diagnostic.source = 'Inkling';
    diagnostic.code = code;
    return diagnostic;
  });
}

/** What ends a passage between two sentences: a blank line, or words or code that are no part of either. */
const betweenPassages = /\n[^\S\n]*\n|\p{L}/u;

/** Flagged sentences that follow each other in one passage, together. */
function flaggedRuns(document: vscode.TextDocument, flagged: readonly MarkedSentence[]): MarkedSentence[][] {
  const read = readerOf(document);
  const passages: MarkedSentence[][] = [];
  for (const sentence of flagged) {
    const before = passages.at(-1)?.at(-1);
    const goesOn =
      before?.index === sentence.index - 1 && !betweenPassages.test(read(before.end, sentence.start));
    if (goesOn) passages.at(-1)!.push(sentence);
    else passages.push([sentence]);
  }
  return passages;
}

/** As strong as the strongest of its sentences. */
function messageOf(marked: MarkedDocument, passage: readonly MarkedSentence[], quote: string): string {
  // One that runs over several blocks is here once for each.
  const sentences = [...new Map(passage.map((each) => [each.contentStart, each])).values()];
  const own = sentences.map((each) => marked.strengthOf(each));
  const more = sentences.length - 1;
  if (own.every((each) => each === 'passage'))
    return `${vscode.l10n.t('“{0}”', quote)}: ${passageInWords('ai')}`;
  const strength = strengthInWords(strengths.findLast((each) => own.includes(each)) ?? 'weak');
  if (more === 0) return vscode.l10n.t('“{0}” reads like AI ({1})', quote, strength);
  return more === 1
    ? vscode.l10n.t('“{0}” and 1 more sentence read like AI ({1})', quote, strength)
    : vscode.l10n.t('“{0}” and {1} more sentences read like AI ({2})', quote, more, strength);
}
