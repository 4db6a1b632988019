import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { rangeOf } from '../text/document.ts';
import type { Marks } from './marks.ts';

/**
 * What a marked sentence says under the pointer: how it reads and why, how far that carries, how the whole text reads,
 * and where to go on. No number: of one sentence less is known than a number says.
 */
export function createHover(marks: Marks, app: App): vscode.Disposable {
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
