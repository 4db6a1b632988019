import * as vscode from 'vscode';
import type { App } from '../app.ts';
import type { MarkedDocument } from '../core/markedDocument.ts';
import type { Marks } from '../marks/marks.ts';
import type { ProseReader } from '../text/proseReader.ts';
import { setting } from '../settings.ts';
import { LiveScores } from './liveScores.ts';

/** Live mode, if it is chosen: documents that were scanned are scored again as they are edited. */
export function registerLive(app: App, marks: Marks, prose: ProseReader): void {
  const scores = new LiveScores(app, marks, prose);
  const begun = new WeakSet<MarkedDocument>();
  app.context.subscriptions.push(
    scores,
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) scores.edited(document);
    }),
    // Analysed once before the first edit, which then is only the difference to it.
    marks.onDidChange((document) => {
      const marked = marks.of(document);
      if (!marked || begun.has(marked) || !setting('live')) return;
      begun.add(marked);
      scores.edited(document);
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (!change.affectsConfiguration('inkling.live')) return;
      for (const document of vscode.workspace.textDocuments) {
        if (setting('live')) scores.edited(document);
        else marks.showLive(document, null);
      }
    }),
  );
}
