import * as vscode from 'vscode';
import { bandOf } from '../../api/bands.ts';
import type { MarkedSentence } from './track.ts';

type Look = 'ai' | 'uncertain' | 'changed';

/** How sentences look: never by colour alone (solid, dotted or no line), as light as spelling hints. */
export class Decorations implements vscode.Disposable {
  readonly #types: Record<Look, vscode.TextEditorDecorationType> = {
    ai: vscode.window.createTextEditorDecorationType({
      backgroundColor: new vscode.ThemeColor('inkling.aiBackground'),
      borderColor: new vscode.ThemeColor('inkling.ai'),
      borderStyle: 'solid',
      borderWidth: '0 0 1px 0',
      overviewRulerColor: new vscode.ThemeColor('inkling.ai'),
      overviewRulerLane: vscode.OverviewRulerLane.Right,
      rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    }),
    uncertain: vscode.window.createTextEditorDecorationType({
      borderColor: new vscode.ThemeColor('inkling.uncertain'),
      borderStyle: 'dotted',
      borderWidth: '0 0 1px 0',
      rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    }),
    changed: vscode.window.createTextEditorDecorationType({
      opacity: '0.7',
      borderColor: new vscode.ThemeColor('inkling.uncertain'),
      borderStyle: 'dashed',
      borderWidth: '0 0 1px 0',
      rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    }),
  };

  paint(editor: vscode.TextEditor, sentences: readonly MarkedSentence[]): void {
    const ranges: Record<Look, vscode.Range[]> = { ai: [], uncertain: [], changed: [] };
    for (const sentence of sentences) {
      const look = lookOf(sentence);
      if (look) ranges[look].push(rangeOf(editor.document, sentence));
    }
    for (const look of ['ai', 'uncertain', 'changed'] as const) {
      editor.setDecorations(this.#types[look], ranges[look]);
    }
  }

  dispose(): void {
    for (const type of Object.values(this.#types)) type.dispose();
  }
}

/** A sentence that reads human is left as it is: most of most documents. */
function lookOf({ changed, score }: MarkedSentence): Look | undefined {
  if (changed) return 'changed';
  const band = bandOf(score);
  return band === 'human' ? undefined : band;
}

export function rangeOf(document: vscode.TextDocument, { start, end }: MarkedSentence): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}
