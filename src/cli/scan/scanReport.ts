import { english } from '../../report/words/en.ts';
import type { Format, LeftOutBy, Problem, Totals } from '../formats/format.ts';
import { countOf } from '../formats/text.ts';
import { outputsOf, type ScanSettings } from '../settings.ts';
import { printMessage, withoutControls, type Streams } from '../streams.ts';
import type { FoundFile, Unscanned } from './files.ts';
import { write, type Output } from './output.ts';
import type { RenderedFile } from './renderFile.ts';

/** The outcomes of files in the summary's order, in words. */
const outcomes = {
  ai: english.sides.ai,
  mixed: `${english.sides.ai} in parts`,
  human: english.sides.human,
  uncertain: english.sides.uncertain,
  known: 'with no new findings',
  unjudged: 'not judged',
  empty: 'without prose',
  skipped: 'skipped',
  unscanned: 'not scanned',
};
type FileOutcome = keyof typeof outcomes;

/** The outcomes whose words need a verb: "3 read like AI". */
const outcomesWithVerb: readonly string[] = ['ai', 'mixed', 'human'];

/** Milliseconds between two updates of the progress line. */
const progressEvery = 100;

/** Prints each file's text to each output, and messages about all files to standard error. */
export class ScanReport {
  readonly #outputs: readonly { output: Output; format: Format; hasTexts: boolean }[];
  readonly #settings: ScanSettings;
  readonly #stderr: Streams['stderr'];
  #isProgressShown = false;
  #progressAt = 0;
  readonly #problems: Problem[] = [];
  /** Files of a folder or pattern that are not scanned, grouped by reason because there may be thousands. */
  readonly #skipped = new Map<string, { first: Unscanned; count: number }>();
  readonly #totals: Record<LeftOutBy, Totals> = {
    people: { words: 0, passages: 0 },
    history: { words: 0, passages: 0 },
  };
  readonly #count = { failed: 0, unscanned: 0, withoutHistory: 0, guessed: 0 };
  readonly #files = new Map<FileOutcome, number>();

  constructor(
    outputs: readonly Output[],
    formats: readonly Format[],
    settings: ScanSettings,
    stderr: Streams['stderr'],
  ) {
    this.#outputs = outputs.map((output, i) => ({ output, format: formats[i]!, hasTexts: false }));
    this.#settings = settings;
    this.#stderr = stderr;
  }

  get #printsText(): boolean {
    const { file, format } = outputsOf(this.#settings)[0]!;
    return file === undefined && format === 'text';
  }

  /** 2 if a file can't be scanned; 1 if more files fail than allowed. */
  get exitCode(): 0 | 1 | 2 {
    const { unscanned, failed } = this.#count;
    if (unscanned > 0) return 2;
    return failed > (this.#settings.max ?? 0) ? 1 : 0;
  }

  /** Writes a message to standard error. */
  printMessage(text: string): void {
    this.#clearProgress();
    printMessage({ stderr: this.#stderr }, text);
  }

  /** Records a file or folder without a result. It is a failure if it was named, or with `--strict`. */
  async unscanned(unscanned: Unscanned): Promise<void> {
    const { file, problem, named, kind } = unscanned;
    const { quiet, strict } = this.#settings;
    const isFailure = kind !== 'excluded' && (named || (strict === true && kind !== 'empty'));
    const recorded: Problem = { file, problem, level: isFailure ? 'error' : 'note' };
    this.#problems.push(recorded);
    if (isFailure || !quiet) await this.#print((format) => format.unscanned?.(recorded));
    if (isFailure || (kind === 'excluded' && !quiet)) this.printMessage(`${file}: ${problem}`);
    if (isFailure) this.#count.unscanned++;
    if (kind !== 'folder') this.#countFile(isFailure ? 'unscanned' : kind === 'empty' ? kind : 'skipped');
    if (isFailure || kind === 'empty' || kind === 'excluded') return;
    const key = `${kind} ${problem}`;
    const { first, count } = this.#skipped.get(key) ?? { first: unscanned, count: 0 };
    this.#skipped.set(key, { first, count: count + 1 });
  }

  #countFile(outcome: FileOutcome): void {
    this.#files.set(outcome, (this.#files.get(outcome) ?? 0) + 1);
  }

  async scanned(file: string, rendered: RenderedFile): Promise<void> {
    for (const { line, problem } of rendered.warnings) {
      this.#problems.push({ file, line, problem, level: 'warning' });
      this.printMessage(`${file}:${line}: ${problem}`);
    }
    for (const by of ['people', 'history'] as const) {
      this.#totals[by].words += rendered.leftOut[by].words;
      this.#totals[by].passages += rendered.leftOut[by].passages;
    }
    if (rendered.hasNoHistory) this.#count.withoutHistory++;
    if (rendered.isGuessed) {
      this.#count.guessed++;
      this.#problems.push({ file, problem: 'not UTF-8: read as Windows-1252 (Latin-1).', level: 'note' });
    }
    this.#countFile(rendered.outcome);
    if (rendered.failure !== undefined) {
      this.#count.failed++;
      // Text output shows the failure in the file's own line.
      if (!this.#printsText) this.printMessage(`${file} fails: ${rendered.failure}`);
    }
    await this.#print((_, i) => rendered.texts[i]!);
  }

  /** Shows one line of progress on a terminal. @param done the number of files done. */
  showProgress(done: number, files: readonly FoundFile[]): void {
    const now = performance.now();
    if (this.#settings.quiet || !this.#stderr.isTTY || files.length === 1) return;
    if (now - this.#progressAt < progressEvery) return;
    const line = `${done} of ${files.length}  ${withoutControls(files[done]?.file ?? '')}`;
    this.#stderr.write(`\r\x1b[K${line.slice(0, (this.#stderr.columns ?? 80) - 1)}`);
    this.#isProgressShown = true;
    this.#progressAt = now;
  }

  /**
   * Ends the outputs and prints the messages about all files.
   * @param count the number of files to scan. A single file that was printed gets no summary.
   */
  async end(count: 'none' | 'one' | 'many'): Promise<void> {
    this.#clearProgress();
    const skipped = this.#skippedByReason();
    const empty = this.#files.get('empty') ?? 0;
    const all = {
      totals: this.#totals,
      problems: this.#problems,
      skipped: empty > 0 ? [`${countOf(empty, 'file')} skipped: no prose found`, ...skipped] : skipped,
    };
    for (const { output, format, hasTexts } of this.#outputs) {
      if (!hasTexts) await write(output.stream, format.head);
      await write(output.stream, format.end?.({ ...all, hasTexts }));
      await output.close();
    }
    if (this.#settings.quiet) return;
    for (const line of [...skipped, ...this.#leftOutInWords()]) this.printMessage(line);
    const isPrinted = this.#outputs[0]!.hasTexts || this.#count.unscanned > 0;
    if (count === 'many' || (count === 'one' && !isPrinted)) this.#printSummary();
  }

  /** "400 files: 3 read like AI, 371 like a person, 26 unclear." */
  #printSummary(): void {
    const found = (Object.keys(outcomes) as FileOutcome[]).filter((outcome) => this.#files.has(outcome));
    if (found.length === 0) return;
    const parts = found.map((outcome, i) => {
      const count = this.#files.get(outcome)!;
      const verb = i === 0 && outcomesWithVerb.includes(outcome) ? (count === 1 ? ' reads' : ' read') : '';
      return `${count}${verb} ${outcomes[outcome]}`;
    });
    const all = [...this.#files.values()].reduce((sum, count) => sum + count);
    const { failed } = this.#count;
    const fails = failed > 0 ? `; ${failed} ${failed === 1 ? 'fails' : 'fail'}` : '';
    const isEvidence = this.#files.has('ai') || this.#files.has('mixed');
    const caution = isEvidence ? '. Evidence, not proof: ask, don’t accuse' : '';
    this.printMessage(`${countOf(all, 'file')}: ${parts.join(', ')}${fails}${caution}.`);
  }

  /** Prints a text to each output; for an empty text, not even the separator. */
  async #print(textIn: (format: Format, index: number) => string | Uint8Array | undefined): Promise<void> {
    for (const [i, each] of this.#outputs.entries()) {
      const { output, format } = each;
      const text = textIn(format, i);
      if (!text?.length) continue;
      this.#clearProgress();
      await write(output.stream, each.hasTexts ? format.between : format.head);
      each.hasTexts = true;
      await write(output.stream, text);
    }
  }

  #skippedByReason(): string[] {
    return [...this.#skipped.values()].map(({ first: { file, kind, problem }, count }) => {
      const example = count === 1 ? ` (${file})` : ` (such as ${file})`;
      return `${countOf(count, kind)} skipped${example}: ${problem}`;
    });
  }

  #leftOutInWords(): string[] {
    const { people, history } = this.#totals;
    const { withoutHistory, guessed } = this.#count;
    const inWords = ({ words, passages }: Totals): string =>
      `${countOf(words, 'word')} in ${countOf(passages, 'passage')}`;
    const lines: [count: number, line: string][] = [
      [people.passages, `${inWords(people)} ignored`],
      [history.passages, `${inWords(history)} skipped: older than chat models`],
      [
        withoutHistory,
        `${countOf(withoutHistory, 'file')} judged in full: git has no history (not committed, shallow clone, or no git)`,
      ],
      [guessed, `${countOf(guessed, 'file')} not UTF-8: read as Windows-1252 (Latin-1)`],
    ];
    return lines.filter(([count]) => count > 0).map(([, line]) => line);
  }

  #clearProgress(): void {
    if (this.#isProgressShown) this.#stderr.write('\r\x1b[K');
    this.#isProgressShown = false;
  }
}
