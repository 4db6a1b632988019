import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { registerCommands } from '../commands.ts';
import { createDiagnostics } from './diagnostics.ts';
import { FlaggedWalk } from './flagged.ts';
import { createHover } from './hover.ts';
import { Marks } from './marks.ts';
import { createStatusBar } from './statusBar.ts';

/** The marks in the editor, their hover, their status bar item, their problems and their commands. */
export function registerMarks(app: App): Marks {
  const marks = new Marks();
  const walk = new FlaggedWalk(marks);
  app.context.subscriptions.push(
    marks,
    walk,
    createHover(marks, app),
    createStatusBar(marks, app),
    createDiagnostics(marks),
  );
  registerCommands(app, {
    'inkling.hideMarks': (uri) => {
      const document = uri === undefined ? vscode.window.activeTextEditor?.document : openDocument(uri);
      if (document) marks.hide(document);
    },
    'inkling.dismissMark': ({ uri, offset }) => {
      const document = openDocument(uri);
      const sentence = document && marks.of(document)?.sentenceAt(offset);
      if (sentence) marks.dismiss(document, sentence);
    },
    'inkling.nextFlagged': (from) => walk.go('next', from),
    'inkling.previousFlagged': () => walk.go('previous'),
  });
  return marks;
}

function openDocument(uri: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri);
}
