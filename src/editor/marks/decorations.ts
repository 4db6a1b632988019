import * as vscode from 'vscode';
import type { Range } from '../../text/ranges.ts';
import type { MarkedDocument } from '../core/markedDocument.ts';
import { yieldTurn } from '../core/periodicYield.ts';
import type { MarkedSentence, TrackedSentences } from '../core/track.ts';
import { rangeOf } from '../text/document.ts';
import { lastUnderlined } from './diagnostics.ts';

/** How a sentence is painted; `none` for human ones, which are the majority in most documents. */
type MarkStyle = 'ai' | 'listed' | 'leaning' | 'uncertain' | 'changed' | 'none';

/** The number of sentences painted before the first visible one and after the last. A shorter text is painted whole. */
const margin = 250;

/** The ruler's approximate maximum height in pixels: sentences within one pixel are one stretch. */
const rulerSteps = 1000;

function decoration(options: vscode.DecorationRenderOptions): vscode.TextEditorDecorationType {
  const { ClosedClosed } = vscode.DecorationRangeBehavior;
  return vscode.window.createTextEditorDecorationType({ ...options, rangeBehavior: ClosedClosed });
}

function underlined(color: string, borderStyle: string): vscode.DecorationRenderOptions {
  return { borderColor: new vscode.ThemeColor(color), borderStyle, borderWidth: '0 0 1px 0' };
}

function onRuler(color: string): vscode.TextEditorDecorationType {
  const overviewRulerLane = vscode.OverviewRulerLane.Right;
  return decoration({ overviewRulerColor: new vscode.ThemeColor(color), overviewRulerLane });
}

const background = { backgroundColor: new vscode.ThemeColor('inkling.aiBackground') };

/** A range of sentences by index; `to` is exclusive. */
interface Stretch {
  from: number;
  to: number;
}

/**
 * The marks of sentences in editors: light, like a spell checker's, and never only a colour (solid, dotted or no line).
 * Beside the scroll bar, they show where sentences read like AI.
 */
export class Decorations implements vscode.Disposable {
  readonly #styles = {
    ai: decoration({ ...underlined('inkling.ai', 'solid'), ...background }),
    // VS Code underlines what is in the Problems panel; a second line would look like a second finding.
    listed: decoration(background),
    // In an uncertain text, a sentence is shown as unsure even if it leans to one side.
    leaning: decoration(underlined('inkling.ai', 'dotted')),
    uncertain: decoration(underlined('inkling.uncertain', 'dotted')),
    changed: decoration({ ...underlined('inkling.uncertain', 'dashed'), opacity: '0.7' }),
  };
  readonly #ruler = onRuler('inkling.ai');
  /** For an uncertain text, whose ruler must not show the colour of AI. */
  readonly #unsureRuler = onRuler('inkling.uncertain');
  /** The painted sentences; editors without an entry have no marks. */
  readonly #painted = new WeakMap<vscode.TextEditor, Stretch>();
  readonly #stretches = new WeakMap<TrackedSentences, readonly Stretch[]>();
  /** The marks to paint next on each editor's ruler. */
  readonly #waiting = new Map<vscode.TextEditor, MarkedDocument | undefined>();

  paint(editor: vscode.TextEditor, marked: MarkedDocument | undefined): void {
    this.#paintVisible(editor, marked);
    const isWaiting = this.#waiting.has(editor);
    this.#waiting.set(editor, marked);
    // The ruler is painted in a separate turn: finding 100,000 sentences takes as long as painting all other marks.
    if (!isWaiting) void yieldTurn().then(this.#paintRuler.bind(this, editor));
  }

  /** Paints more sentences when the view gets near the end of the painted ones. */
  scrolled(editor: vscode.TextEditor, marked: MarkedDocument | undefined): void {
    const painted = this.#painted.get(editor);
    if (!marked || !painted) return;
    const { from, to } = visibleSentences(editor, marked);
    const near = margin / 4;
    const isNearStart = painted.from > 0 && from - near < painted.from;
    const isNearEnd = painted.to < marked.shown.sentences.asAnalysed.length && to + near > painted.to;
    if (isNearStart || isNearEnd) this.#paintVisible(editor, marked);
  }

  dispose(): void {
    for (const type of [...Object.values(this.#styles), this.#ruler, this.#unsureRuler]) type.dispose();
  }

  /** Paints the visible sentences and those around them. */
  #paintVisible(editor: vscode.TextEditor, marked: MarkedDocument | undefined): void {
    if (!marked && !this.#painted.delete(editor)) return;
    let sentences: Partial<Record<MarkStyle, MarkedSentence[]>> = {};
    if (marked) {
      const { from, to } = visibleSentences(editor, marked);
      const painted = { from: from - margin, to: to + margin };
      this.#painted.set(editor, painted);
      const listedTo = lastUnderlined(editor.document, marked);
      sentences = Object.groupBy(marked.slice(painted.from, painted.to), (sentence) =>
        styleOf(sentence, marked, listedTo),
      );
    }
    const rangesOf = (style: MarkStyle): vscode.Range[] =>
      (sentences[style] ?? []).map((sentence) => rangeOf(editor.document, sentence));
    editor.setDecorations(this.#styles.ai, rangesOf('ai'));
    editor.setDecorations(this.#styles.listed, rangesOf('listed'));
    editor.setDecorations(this.#styles.leaning, rangesOf('leaning'));
    editor.setDecorations(this.#styles.uncertain, rangesOf('uncertain'));
    editor.setDecorations(this.#styles.changed, rangesOf('changed'));
  }

  #paintRuler(editor: vscode.TextEditor): void {
    const marked = this.#waiting.get(editor);
    this.#waiting.delete(editor);
    const ranges = marked ? this.#rangesOnRuler(marked).map((range) => rangeOf(editor.document, range)) : [];
    const isUnsure = marked?.shown.result.verdict === 'uncertain';
    editor.setDecorations(this.#ruler, isUnsure ? [] : ranges);
    editor.setDecorations(this.#unsureRuler, isUnsure ? ranges : []);
  }

  #rangesOnRuler(marked: MarkedDocument): Range[] {
    const { sentences } = marked.shown;
    if (!marked.isJudged) return [];
    let stretches = this.#stretches.get(sentences);
    if (!stretches) this.#stretches.set(sentences, (stretches = stretchesOf(marked)));
    return stretches.flatMap(({ from, to }) => {
      const range = { start: sentences.asAnalysed[from]!.start, end: sentences.asAnalysed[to - 1]!.end };
      const isWhole = !sentences.isEditedIn(range) && marked.dismissed.size === 0;
      return isWhole
        ? sentences.currentRange(range)
        : marked.slice(from, to).filter((each) => marked.isFlagged(each));
    });
  }
}

function styleOf(sentence: MarkedSentence, marked: MarkedDocument, listedTo: number): MarkStyle {
  if (sentence.isEdited) return 'changed';
  const band = marked.bandOf(sentence);
  if (band === 'human') return 'none';
  if (band === 'ai' && marked.shown.result.verdict === 'uncertain') return 'leaning';
  return band === 'ai' && sentence.index <= listedTo ? 'listed' : band;
}

function visibleSentences(editor: vscode.TextEditor, { shown: { sentences } }: MarkedDocument): Stretch {
  const { document, visibleRanges, selection } = editor;
  const first = visibleRanges[0]?.start ?? selection.active;
  const last = visibleRanges.at(-1)?.end ?? selection.active;
  return {
    from: sentences.indexAt(document.offsetAt(first)),
    to: sentences.indexAt(document.offsetAt(last)) + 1,
  };
}

/** The stretches whose first and last sentences read like AI. */
function stretchesOf(marked: MarkedDocument): Stretch[] {
  const { asAnalysed, analysedText } = marked.shown.sentences;
  const maxLength = analysedText.length / rulerSteps;
  const stretches: Stretch[] = [];
  for (const [index, sentence] of asAnalysed.entries()) {
    if (!sentence.isMarkable || marked.bandOf(sentence) !== 'ai') continue;
    const last = stretches.at(-1);
    if (last && sentence.end - asAnalysed[last.from]!.start <= maxLength) last.to = index + 1;
    else stretches.push({ from: index, to: index + 1 });
  }
  return stretches;
}
