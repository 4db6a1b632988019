import * as vscode from 'vscode';
import { excerpt } from '../../report/model/sentences.ts';
import { strengths } from '../../report/model/sentenceMarks.ts';
import { capitalised, type ReportLanguage } from '../../report/words/words.ts';
import type { Severity } from '../../scan/rules.ts';
import type { App, Marks } from '../app.ts';
import type { MarkedDocument } from '../core/markedDocument.ts';
import type { MarkedSentence } from '../core/track.ts';
import { setting } from '../settings.ts';
import { rangeOf, readerOf } from '../text/document.ts';

/** Milliseconds after an edit before the Problems panel is updated. */
const settleTime = 300;

/** VS Code's limit per document. */
const maxDiagnostics = 1000;

/** UTF-16 code units of a sentence's quote, enough to distinguish it in the list. */
const maxQuoteUnits = 60;

const severities: Record<Severity, vscode.DiagnosticSeverity> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
  hint: vscode.DiagnosticSeverity.Hint,
};

/**
 * Lists the flagged sentences in the Problems panel, one problem per passage, if the setting is on. By default they
 * are warnings, because VS Code never lists hints, and shows information in blue, which means human here.
 */
export function createDiagnostics(marks: Marks, app: App): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('inkling');
  /** Documents with recent edits. */
  const edited = new Set<vscode.TextDocument>();
  let timer: NodeJS.Timeout | undefined;

  const update = (document: vscode.TextDocument): void => {
    const marked = marks.of(document);
    const isListed = marked && hasDiagnostics(document, marked);
    collection.set(document.uri, isListed ? diagnosticsOf(document, marked, app.language) : undefined);
  };
  const updateEdited = (): void => {
    edited.forEach(update);
    edited.clear();
  };

  return vscode.Disposable.from(
    collection,
    marks.onDidChange(update),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (!collection.has(document.uri)) return;
      edited.add(document);
      clearTimeout(timer);
      timer = setTimeout(updateEdited, settleTime);
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (affectsDiagnostics(change)) vscode.workspace.textDocuments.forEach(update);
    }),
    new vscode.Disposable(() => {
      clearTimeout(timer);
    }),
  );
}

/** Whether the change affects the list or its look. */
export function affectsDiagnostics(change: vscode.ConfigurationChangeEvent): boolean {
  return (
    change.affectsConfiguration('inkling.diagnostics') ||
    change.affectsConfiguration('inkling.diagnosticsSeverity')
  );
}

/** In an uncertain text, a warning about one sentence would claim more than the report. */
function hasDiagnostics(document: vscode.TextDocument, { shown }: MarkedDocument): boolean {
  return setting('diagnostics', document) && shown.result.verdict !== 'uncertain';
}

/** The configuration of the folder overrides the setting of the user. */
function severityOf(document: vscode.TextDocument, { shown }: MarkedDocument): Severity {
  return shown.severity ?? setting('diagnosticsSeverity', document);
}

/** The index of the last sentence that VS Code underlines itself; -1 for none. */
export function lastUnderlined(document: vscode.TextDocument, marked: MarkedDocument): number {
  const isDrawn = hasDiagnostics(document, marked) && severityOf(document, marked) !== 'hint';
  return isDrawn ? (marked.flagged(maxDiagnostics).at(-1)?.index ?? -1) : -1;
}

function diagnosticsOf(
  document: vscode.TextDocument,
  marked: MarkedDocument,
  language: ReportLanguage,
): vscode.Diagnostic[] {
  const openReport = `command:inkling.openReport?${encodeURIComponent(JSON.stringify([marked.report]))}`;
  const code = { value: vscode.l10n.t('report'), target: vscode.Uri.parse(openReport) };
  const severity = severities[severityOf(document, marked)];
  return flaggedRuns(document, marked.flagged(maxDiagnostics)).map((passage) => {
    const first = rangeOf(document, passage[0]!);
    const diagnostic = new vscode.Diagnostic(
      first.union(rangeOf(document, passage.at(-1)!)),
      messageOf(marked, passage, excerpt(document.getText(first), maxQuoteUnits), language),
      severity,
    );
    diagnostic.source = 'Inkling';
    diagnostic.code = code;
    return diagnostic;
  });
}

/** The end of a passage between two sentences: a blank line, or words or code that belong to neither. */
const betweenPassages = /\n[^\S\n]*\n|\p{L}/u;

/** Groups consecutive flagged sentences of one passage. */
function flaggedRuns(document: vscode.TextDocument, flagged: readonly MarkedSentence[]): MarkedSentence[][] {
  const read = readerOf(document);
  const passages: MarkedSentence[][] = [];
  for (const sentence of flagged) {
    const before = passages.at(-1)?.at(-1);
    const isSamePassage =
      before?.index === sentence.index - 1 && !betweenPassages.test(read(before.end, sentence.start));
    if (isSamePassage) passages.at(-1)!.push(sentence);
    else passages.push([sentence]);
  }
  return passages;
}

/** A passage is as strong as its strongest sentence. */
function messageOf(
  marked: MarkedDocument,
  passage: readonly MarkedSentence[],
  quote: string,
  { words, locale }: ReportLanguage,
): string {
  // A sentence that spans several blocks occurs once for each block.
  const sentences = [...new Map(passage.map((each) => [each.contentStart, each])).values()];
  const own = sentences.map((each) => marked.strengthOf(each));
  const more = sentences.length - 1;
  if (own.every((each) => each === 'passage'))
    return `${vscode.l10n.t('“{0}”', quote)}: ${capitalised(words.passages.ai, locale)}`;
  const strength = words.strengths[strengths.findLast((each) => own.includes(each)) ?? 'weak'];
  if (more === 0) return vscode.l10n.t('“{0}” reads like AI ({1})', quote, strength);
  return more === 1
    ? vscode.l10n.t('“{0}” and 1 more sentence read like AI ({1})', quote, strength)
    : vscode.l10n.t('“{0}” and {1} more sentences read like AI ({2})', quote, more, strength);
}
