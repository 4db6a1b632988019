import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { registerCommands, type Place } from '../commands.ts';
import { rangeOf } from '../text/document.ts';
import { createDiagnostics } from './diagnostics.ts';
import type { Marks } from './marks.ts';
import { RememberedMarks } from './rememberedMarks.ts';
import { createCodeLens, createStatusBar } from './statusBar.ts';

function createLightBulb(marks: Marks, { context }: App): vscode.Disposable {
  return vscode.languages.registerCodeActionsProvider(
    '*',
    {
      async provideCodeActions(document, range, { diagnostics }) {
        const marked = marks.of(document);
        if (!marked) return [];
        const { codeActionsAt } = await import('./codeActions.ts');
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
      const { describe } = await import('./hoverText.ts');
      return new vscode.Hover(describe(app, document, marked, sentence), rangeOf(document, sentence));
    },
  });
}

/** The marks in the editor, their hover, their status bar item, their problems and their commands. */
export function registerMarks(app: App, marks: Marks): void {
  const walk = new FlaggedWalk(marks);
  app.context.subscriptions.push(
    walk,
    new RememberedMarks(app),
    createHover(marks, app),
    createStatusBar(marks, app),
    createCodeLens(marks, app),
    createLightBulb(marks, app),
    createDiagnostics(marks, app),
  );
  const flaggedAt = ({ uri, offset }: Place) => {
    const document = openDocument(uri);
    const marked = document && marks.of(document);
    const sentence = marked?.sentenceAt(offset);
    return document && marked && sentence && { document, marked, sentence };
  };
  /**
   * Runs a command on the flagged sentence at a place, and hides the marks of the sentences that the command
   * returns.
   */
  const onFlagged =
    (name: 'ignorePassage' | 'markAsHuman' | 'explain') =>
    async (place: Place): Promise<void> => {
      const at = flaggedAt(place);
      if (!at) return;
      const commands = await import('./flaggedSentence.ts');
      const handled = await commands[name](app, at.document, at.marked, at.sentence);
      for (const sentence of handled ?? []) marks.dismiss(at.document, sentence);
    };
  registerCommands(app, {
    'inkling.hideMarks': (uri) => {
      const document = uri === undefined ? vscode.window.activeTextEditor?.document : openDocument(uri);
      if (document) marks.hide(document);
    },
    'inkling.dismissMark': (place) => {
      const at = flaggedAt(place);
      if (at) marks.dismiss(at.document, at.sentence);
    },
    'inkling.ignorePassage': onFlagged('ignorePassage'),
    'inkling.markAsHuman': onFlagged('markAsHuman'),
    'inkling.explain': onFlagged('explain'),
    'inkling.ignoreFile': async ({ uri }) => {
      const document = openDocument(uri);
      if (!document) return;
      const { ignoreFile } = await import('./flaggedSentence.ts');
      await ignoreFile(document);
      marks.hide(document);
    },
    'inkling.reportFalsePositive': async ({ uri }) => {
      const document = openDocument(uri);
      const marked = document && marks.of(document);
      if (!marked) return;
      const { reportFalsePositive } = await import('./flaggedSentence.ts');
      await reportFalsePositive(app, marked);
    },
    'inkling.nextFlagged': (from) => walk.goToFlagged('next', from),
    'inkling.previousFlagged': () => walk.goToFlagged('previous'),
  });
}

function openDocument(uri: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri);
}

/** Milliseconds for which the position is shown in the status bar. */
const shownFor = 5000;

/** Moves the cursor to the next or previous sentence that reads like AI, wrapping around at the document's end. */
class FlaggedWalk implements vscode.Disposable {
  readonly #marks: Marks;
  readonly #position = vscode.window.createStatusBarItem(
    'inkling.position',
    vscode.StatusBarAlignment.Right,
    89,
  );
  #timer: NodeJS.Timeout | undefined;

  constructor(marks: Marks) {
    this.#marks = marks;
    this.#position.name = vscode.l10n.t('Inkling: Flagged Sentence');
  }

  /** @param from the place of the followed link; without it, the active editor's cursor. */
  async goToFlagged(direction: 'next' | 'previous', from?: Place): Promise<void> {
    const editor = from ? await editorOf(from.uri) : vscode.window.activeTextEditor;
    if (!editor) return;
    const { document } = editor;
    const flagged = this.#marks.of(document)?.flagged() ?? [];
    if (flagged.length === 0) {
      this.#announce(vscode.l10n.t('No sentence here reads like AI'));
      return;
    }
    const offset = from?.offset ?? document.offsetAt(editor.selection.active);
    const found =
      direction === 'next'
        ? flagged.findIndex(({ start }) => start > offset)
        : flagged.findLastIndex(({ start }) => start < offset);
    const index = found >= 0 ? found : direction === 'next' ? 0 : flagged.length - 1;
    const range = rangeOf(document, flagged[index]!);
    editor.selection = new vscode.Selection(range.start, range.start);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    this.#announce(vscode.l10n.t('Flagged sentence {0} of {1}', index + 1, flagged.length));
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#position.dispose();
  }

  #announce(text: string): void {
    this.#position.text = text;
    // Screen readers announce an alert when it appears, but not a status bar message.
    this.#position.accessibilityInformation = { label: text, role: 'alert' };
    this.#position.show();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#position.hide();
    }, shownFor);
  }
}

/** The visible editor of a document; shows it if there is none. */
async function editorOf(uri: string): Promise<vscode.TextEditor> {
  const visible = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri);
  const document = visible?.document ?? (await vscode.workspace.openTextDocument(vscode.Uri.parse(uri)));
  return vscode.window.showTextDocument(document, {
    ...(visible?.viewColumn === undefined ? {} : { viewColumn: visible.viewColumn }),
  });
}
