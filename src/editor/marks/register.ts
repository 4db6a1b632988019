import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { registerCommands } from '../commands.ts';
import { bandOf } from '../../api/bands.ts';
import { rangeOf } from './decorations.ts';
import { createHover } from './hover.ts';
import { Marks } from './marks.ts';
import { createStatusBar } from './statusBar.ts';

/** The marks in the editor, their hover, their status bar item and their commands. */
export function registerMarks(app: App): Marks {
  const marks = new Marks();
  app.context.subscriptions.push(marks, createHover(marks), createStatusBar(marks));
  registerCommands(app, {
    'inkling.hideMarks': () => {
      const document = vscode.window.activeTextEditor?.document;
      if (document) marks.hide(document);
    },
    'inkling.nextFlagged': () => {
      goToFlagged(marks, 'next');
    },
    'inkling.previousFlagged': () => {
      goToFlagged(marks, 'previous');
    },
  });
  return marks;
}

/** Moves the cursor to the next or previous sentence that reads like AI, round the end of the document. */
function goToFlagged(marks: Marks, direction: 'next' | 'previous'): void {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return;
  const flagged = (marks.of(editor.document)?.sentences ?? []).filter(
    ({ changed, score }) => !changed && bandOf(score) === 'ai',
  );
  if (flagged.length === 0) {
    vscode.window.setStatusBarMessage(vscode.l10n.t('Inkling: no sentence here reads like AI.'), 4000);
    return;
  }
  const cursor = editor.document.offsetAt(editor.selection.active);
  const target =
    direction === 'next'
      ? (flagged.find(({ start }) => start > cursor) ?? flagged[0])
      : (flagged.findLast(({ start }) => start < cursor) ?? flagged.at(-1));
  if (!target) return;
  const range = rangeOf(editor.document, target);
  editor.selection = new vscode.Selection(range.start, range.start);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
