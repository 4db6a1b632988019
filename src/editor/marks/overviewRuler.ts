import * as vscode from 'vscode';
import type { Range } from '../../prose/text/ranges.ts';
import { rangeOf } from './decorations.ts';
import type { MarkedDocument } from '../core/markedDocument.ts';
import type { TrackedSentences } from '../core/track.ts';

/** The ruler is at most about so many pixels high: what lies within one of them is one stretch. */
const steps = 1000;

/** Where in the whole document sentences read like AI, beside the scroll bar. */
export class OverviewRuler implements vscode.Disposable {
  readonly #type = vscode.window.createTextEditorDecorationType({
    overviewRulerColor: new vscode.ThemeColor('inkling.ai'),
    overviewRulerLane: vscode.OverviewRulerLane.Right,
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
  readonly #stretches = new WeakMap<TrackedSentences, readonly Stretch[]>();
  readonly #waiting = new Map<vscode.TextEditor, NodeJS.Immediate>();

  /** Soon, in a turn of its own: to find 100,000 sentences takes the thread as long as all the other marks. */
  paint(editor: vscode.TextEditor, marked: MarkedDocument | undefined): void {
    clearImmediate(this.#waiting.get(editor));
    this.#waiting.set(
      editor,
      setImmediate(() => {
        this.#waiting.delete(editor);
        const ranges = marked ? this.#rangesOf(marked) : [];
        editor.setDecorations(
          this.#type,
          ranges.map((range) => rangeOf(editor.document, range)),
        );
      }),
    );
  }

  dispose(): void {
    for (const waiting of this.#waiting.values()) clearImmediate(waiting);
    this.#type.dispose();
  }

  #rangesOf(marked: MarkedDocument): Range[] {
    const { sentences, isJudged } = marked.shown;
    if (!isJudged) return [];
    let stretches = this.#stretches.get(sentences);
    if (!stretches) this.#stretches.set(sentences, (stretches = stretchesOf(marked)));
    return stretches.flatMap(({ from, to }) => {
      const range = { start: sentences.asAnalysed[from]!.start, end: sentences.asAnalysed[to - 1]!.end };
      const isWhole = !sentences.isEditedIn(range) && marked.dismissed.size === 0;
      return isWhole
        ? sentences.rangeNow(range)
        : marked.slice(from, to).filter((each) => marked.isFlagged(each));
    });
  }
}

/** Sentences from one place among all to before another, of which the first and the last read like AI. */
interface Stretch {
  from: number;
  to: number;
}

function stretchesOf(marked: MarkedDocument): Stretch[] {
  const { asAnalysed, analysedText } = marked.shown.sentences;
  const longest = analysedText.length / steps;
  const stretches: Stretch[] = [];
  for (const [index, sentence] of asAnalysed.entries()) {
    const { end, isMarkable } = sentence;
    if (!isMarkable || marked.bandOf(sentence) !== 'ai') continue;
    const last = stretches.at(-1);
    if (last && end - asAnalysed[last.from]!.start <= longest) last.to = index + 1;
    else stretches.push({ from: index, to: index + 1 });
  }
  return stretches;
}
