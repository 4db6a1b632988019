import * as vscode from 'vscode';
import type { Range } from '../../text/ranges.ts';
import type { MarkedDocument } from '../core/markedDocument.ts';
import { yieldTurn } from '../core/periodicYield.ts';
import type { MarkedSentence, TrackedSentences } from '../core/track.ts';
import { rangeOf } from '../text/document.ts';
import { lastUnderlined } from './diagnostics.ts';

const markStyles = ['ai', 'listed', 'leaning', 'uncertain', 'changed'] as const;
type MarkStyle = (typeof markStyles)[number];

/** The number of sentences painted before the first visible one and after the last. A shorter text is painted whole. */
const margin = 250;

const background = { backgroundColor: new vscode.ThemeColor('inkling.aiBackground') };

function underlined(color: string, borderStyle: string): vscode.DecorationRenderOptions {
  return { borderColor: new vscode.ThemeColor(color), borderStyle, borderWidth: '0 0 1px 0' };
}

function decoration(options: vscode.DecorationRenderOptions): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    ...options,
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
}

/** The style of marked sentences: light, like a spell checker's, and never only a colour (solid, dotted or no line). */
export class Decorations implements vscode.Disposable {
  readonly #types: Record<MarkStyle, vscode.TextEditorDecorationType> = {
    ai: decoration({ ...underlined('inkling.ai', 'solid'), ...background }),
    // VS Code underlines what is in the Problems panel; a second line would look like a second finding.
    listed: decoration(background),
    // In an uncertain text, a sentence is shown as unsure even if it leans to one side.
    leaning: decoration(underlined('inkling.ai', 'dotted')),
    uncertain: decoration(underlined('inkling.uncertain', 'dotted')),
    changed: decoration({ ...underlined('inkling.uncertain', 'dashed'), opacity: '0.7' }),
  };
  /** The painted sentences, by index; editors without an entry have no marks. */
  readonly #painted = new WeakMap<vscode.TextEditor, { from: number; to: number }>();

  /** Paints the visible sentences and those around them. */
  paint(editor: vscode.TextEditor, marked: MarkedDocument | undefined): void {
    if (!marked && !this.#painted.has(editor)) return;
    const ranges: Record<MarkStyle, vscode.Range[]> = {
      ai: [],
      listed: [],
      leaning: [],
      uncertain: [],
      changed: [],
    };
    const listedTo = marked ? lastUnderlined(editor.document, marked) : -1;
    const { from, to } = marked ? visibleSentences(editor, marked) : { from: 0, to: 0 };
    for (const sentence of marked?.slice(from - margin, to + margin) ?? []) {
      const style = styleOf(sentence, marked!);
      if (style)
        ranges[style === 'ai' && sentence.index <= listedTo ? 'listed' : style].push(
          rangeOf(editor.document, sentence),
        );
    }
    for (const style of markStyles) editor.setDecorations(this.#types[style], ranges[style]);
    if (marked) this.#painted.set(editor, { from: from - margin, to: to + margin });
    else this.#painted.delete(editor);
  }

  /** Paints more sentences when the end of the painted ones gets near. */
  scrolled(editor: vscode.TextEditor, marked: MarkedDocument | undefined): void {
    const painted = this.#painted.get(editor);
    if (!marked || !painted) return;
    const { from, to } = visibleSentences(editor, marked);
    const near = margin / 4;
    const isNearStart = painted.from > 0 && from - near < painted.from;
    const isNearEnd = painted.to < marked.shown.sentences.count && to + near > painted.to;
    if (isNearStart || isNearEnd) this.paint(editor, marked);
  }

  dispose(): void {
    for (const type of Object.values(this.#types)) type.dispose();
  }
}

/** Human sentences are not marked: they are the majority in most documents. */
function styleOf(sentence: MarkedSentence, marked: MarkedDocument): MarkStyle | undefined {
  if (sentence.changed) return 'changed';
  const band = marked.bandOf(sentence);
  if (band === 'ai' && marked.shown.result.verdict === 'uncertain') return 'leaning';
  return band === 'human' ? undefined : band;
}

/** The visible sentences, by index. */
function visibleSentences(
  editor: vscode.TextEditor,
  { shown }: MarkedDocument,
): { from: number; to: number } {
  const { document, visibleRanges } = editor;
  const first = visibleRanges[0]?.start ?? editor.selection.active;
  const last = visibleRanges.at(-1)?.end ?? editor.selection.active;
  return {
    from: shown.sentences.indexAt(document.offsetAt(first)),
    to: shown.sentences.indexAt(document.offsetAt(last)) + 1,
  };
}

/** The ruler's approximate maximum height in pixels: sentences within one pixel are one stretch. */
const steps = 1000;

/** Marks beside the scroll bar where sentences read like AI. */
export class OverviewRuler implements vscode.Disposable {
  readonly #type = rulerType('inkling.ai');
  /** In an uncertain text, nothing should look like AI from afar. */
  readonly #unsureType = rulerType('inkling.uncertain');
  readonly #stretches = new WeakMap<TrackedSentences, readonly Stretch[]>();
  /** The next marks of each editor. */
  readonly #waiting = new Map<vscode.TextEditor, MarkedDocument | undefined>();

  /** Paints in a separate turn: finding 100,000 sentences takes as long as all other marks. */
  paint(editor: vscode.TextEditor, marked: MarkedDocument | undefined): void {
    const isWaiting = this.#waiting.has(editor);
    this.#waiting.set(editor, marked);
    if (!isWaiting)
      void yieldTurn().then(() => {
        this.#paintNow(editor);
      });
  }

  dispose(): void {
    this.#waiting.clear();
    this.#type.dispose();
    this.#unsureType.dispose();
  }

  #paintNow(editor: vscode.TextEditor): void {
    if (!this.#waiting.has(editor)) return;
    const marked = this.#waiting.get(editor);
    this.#waiting.delete(editor);
    const ranges = marked ? this.#rangesOf(marked).map((range) => rangeOf(editor.document, range)) : [];
    const isUnsure = marked?.shown.result.verdict === 'uncertain';
    editor.setDecorations(this.#type, isUnsure ? [] : ranges);
    editor.setDecorations(this.#unsureType, isUnsure ? ranges : []);
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
        ? sentences.currentRange(range)
        : marked.slice(from, to).filter((each) => marked.isFlagged(each));
    });
  }
}

function rulerType(color: string): vscode.TextEditorDecorationType {
  const overviewRulerLane = vscode.OverviewRulerLane.Right;
  return decoration({ overviewRulerColor: new vscode.ThemeColor(color), overviewRulerLane });
}

/** Sentences from one index to before another; the first and the last read like AI. */
interface Stretch {
  from: number;
  to: number;
}

function stretchesOf(marked: MarkedDocument): Stretch[] {
  const { asAnalysed, analysedText } = marked.shown.sentences;
  const maxLength = analysedText.length / steps;
  const stretches: Stretch[] = [];
  for (let index = 0; index < asAnalysed.length; index++) {
    const sentence = asAnalysed[index]!;
    if (!sentence.isMarkable || marked.bandOf(sentence) !== 'ai') continue;
    const last = stretches.at(-1);
    if (last && sentence.end - asAnalysed[last.from]!.start <= maxLength) last.to = index + 1;
    else stretches.push({ from: index, to: index + 1 });
  }
  return stretches;
}
