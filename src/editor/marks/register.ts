import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { registerCommands, type Place } from '../commands.ts';
import { columnOf, openDocument, rangeOf } from '../text/document.ts';
import { createDiagnostics } from './diagnostics.ts';
import type { Marks } from './marks.ts';
import { rememberMarks } from './rememberedMarks.ts';
import { createCodeLens, createStatusBar } from './statusBar.ts';

function createLightBulb(marks: Marks, { context }: App): vscode.Disposable {
  return vscode.languages.registerCodeActionsProvider(
    '*',
    {
      async provideCodeActions(document, range, { diagnostics }) {
        const marked = marks.of(document);
        if (!marked) return [];
        const { codeActionsAt } = await import('./flaggedSentence.ts');
        return codeActionsAt(document, range, diagnostics, marked, context);
      },
    },
    { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
  );
}

/**
 * The hover of a marked sentence: how it reads and why, how reliable that is, how the whole text reads, and links.
 * It shows no number, because that would suggest more precision than one sentence allows.
 */
function createHover(marks: Marks, app: App): vscode.Disposable {
  return vscode.languages.registerHoverProvider('*', {
    async provideHover(document, position) {
      const marked = marks.of(document);
      const sentence = marked?.sentenceAt(document.offsetAt(position));
      if (!marked || !sentence) return undefined;
      const { hoverText } = await import('./hoverText.ts');
      return new vscode.Hover(hoverText(app, document, marked, sentence), rangeOf(document, sentence));
    },
  });
}

/** The marks in the editor, their hover, their status bar item, their problems and their commands. */
export function registerMarks(app: App, marks: Marks): void {
  const { position, goToFlagged } = createFlaggedWalk(marks);
  app.context.subscriptions.push(
    position,
    rememberMarks(app),
    createHover(marks, app),
    createStatusBar(marks, app),
    createCodeLens(marks, app),
    createLightBulb(marks, app),
    createDiagnostics(marks, app),
  );
  const markedAt = ({ uri, offset }: Place) => {
    const document = openDocument(vscode.Uri.parse(uri));
    const marked = document && marks.of(document);
    return marked && { document, marked, sentence: marked.sentenceAt(offset) };
  };
  /** Runs a command on the flagged sentence at a place, and hides the marks of the sentences that it returns. */
  const onFlagged =
    (name: 'ignorePassage' | 'markAsHuman' | 'explain') =>
    async (place: Place): Promise<void> => {
      const at = markedAt(place);
      if (!at?.sentence) return;
      const commands = await import('./flaggedSentence.ts');
      const handled = await commands[name](app, { ...at, sentence: at.sentence });
      if (handled) marks.dismiss(at.document, handled);
    };
  registerCommands(app, {
    'inkling.hideMarks': (uri) => {
      const active = vscode.window.activeTextEditor?.document;
      const document = uri === undefined ? active : openDocument(vscode.Uri.parse(uri));
      if (document) marks.hide(document);
    },
    'inkling.dismissMark': (place) => {
      const at = markedAt(place);
      if (at?.sentence) marks.dismiss(at.document, [at.sentence]);
    },
    'inkling.ignorePassage': onFlagged('ignorePassage'),
    'inkling.markAsHuman': onFlagged('markAsHuman'),
    'inkling.explain': onFlagged('explain'),
    'inkling.ignoreFile': async (place) => {
      const at = markedAt(place);
      if (!at) return;
      await (await import('./flaggedSentence.ts')).ignoreFile(at.document);
      marks.hide(at.document);
    },
    'inkling.reportFalsePositive': async (place) => {
      const at = markedAt(place);
      if (at) await (await import('./flaggedSentence.ts')).reportFalsePositive(app, at.marked);
    },
    'inkling.nextFlagged': (from) => goToFlagged('next', from),
    'inkling.previousFlagged': () => goToFlagged('previous'),
  });
}

/** Milliseconds for which the position is shown in the status bar. */
const shownFor = 5000;

/** Moves the cursor to the next or previous sentence that reads like AI, wrapping around at the document's end. */
function createFlaggedWalk(marks: Marks) {
  const position = vscode.window.createStatusBarItem('inkling.position', vscode.StatusBarAlignment.Right, 89);
  position.name = vscode.l10n.t('Inkling: Flagged Sentence');
  let timer: NodeJS.Timeout | undefined;

  const announce = (text: string): void => {
    position.text = text;
    // Screen readers announce an alert when it appears, but not a status bar message.
    position.accessibilityInformation = { label: text, role: 'alert' };
    position.show();
    clearTimeout(timer);
    timer = setTimeout(position.hide.bind(position), shownFor);
  };

  /** @param from the place of the followed link; without it, the active editor's cursor. */
  const goToFlagged = async (direction: 'next' | 'previous', from?: Place): Promise<void> => {
    const editor = from ? await editorOf(from.uri) : vscode.window.activeTextEditor;
    if (!editor) return;
    const { document } = editor;
    const flagged = marks.of(document)?.flagged() ?? [];
    const offset = from?.offset ?? document.offsetAt(editor.selection.active);
    const isNext = direction === 'next';
    const found = isNext
      ? flagged.findIndex(({ start }) => start > offset)
      : flagged.findLastIndex(({ start }) => start < offset);
    // -1 wraps around to the first or the last one.
    const sentence = isNext ? flagged[Math.max(found, 0)] : flagged.at(found);
    if (!sentence) {
      announce(vscode.l10n.t('No sentence here reads like AI'));
      return;
    }
    const range = rangeOf(document, sentence);
    editor.selection = new vscode.Selection(range.start, range.start);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    announce(vscode.l10n.t('Flagged sentence {0} of {1}', flagged.indexOf(sentence) + 1, flagged.length));
  };

  return { position, goToFlagged };
}

/** Shows the document, in its visible editor if there is one. */
async function editorOf(uri: string): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  return vscode.window.showTextDocument(document, columnOf(document));
}
