import { english } from '../../report/words/en.ts';
import type { Format, LeftOutBy, Problem, Totals } from '../formats/format.ts';
import { countOf, withoutControls } from '../formats/text.ts';
import { outputsOf, type ScanSettings, type Streams } from '../settings.ts';
import type { FoundFile } from './files.ts';
import { write, type Output } from './output.ts';
import type { FileOutput } from './renderFile.ts';

/** The outcomes of files, and the summary's words for them. `reads` marks those that need the verb before them. */
const outcomes = {
  ai: { says: english.sides.ai, reads: true },
  mixed: { says: `${english.sides.ai} in parts`, reads: true },
  human: { says: english.sides.human, reads: true },
  uncertain: { says: english.sides.uncertain, reads: false },
  known: { says: 'with no new findings', reads: false },
  unjudged: { says: 'not judged', reads: false },
  empty: { says: 'without prose', reads: false },
  skipped: { says: 'skipped', reads: false },
  unscanned: { says: 'not scanned', reads: false },
} as const;

const keysOf = Object.keys as <Key extends string>(of: Record<Key, unknown>) => Key[];

type RenderedFile = Extract<FileOutput, { kind: 'rendered' }>;

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
  readonly #skipped = new Map<string, { first: string; noun: string; problem: string; count: number }>();
  readonly #totals: Record<LeftOutBy, Totals> = {
    people: { words: 0, passages: 0 },
    history: { words: 0, passages: 0 },
  };
  readonly #count = { failed: 0, unscanned: 0, withoutHistory: 0, guessed: 0 };
  /** The number of files by outcome, in the summary's order. */
  readonly #files: Record<keyof typeof outcomes, number> = {
    ...{ ai: 0, mixed: 0, human: 0, uncertain: 0, known: 0, unjudged: 0, empty: 0, skipped: 0, unscanned: 0 },
  };

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
  say(text: string): void {
    this.#clearProgress();
    this.#stderr.write(`inkling: ${withoutControls(text)}\n`);
  }

  /**
   * Records a file without a result. It is a failure if it was named, or with `--strict`.
   * @param kind `empty` for a file with nothing to scan.
   */
  async unscanned(
    name: string,
    problem: string,
    { isAsked, kind }: { isAsked: boolean; kind: 'file' | 'folder' | 'empty' },
  ): Promise<void> {
    const isFailure = isAsked || (this.#settings.strict === true && kind !== 'empty');
    if (isFailure) {
      this.#problems.push({ file: name, problem, level: 'error' });
      await this.#print((format) => format.unscanned({ file: name, problem, isSkipped: false }));
      this.say(`${name}: ${problem}`);
      this.#count.unscanned++;
      if (kind !== 'folder') this.#files.unscanned++;
      return;
    }
    if (kind === 'empty') {
      this.#files.empty++;
    } else {
      if (kind === 'file') this.#files.skipped++;
      const key = `${kind} ${problem}`;
      const same = this.#skipped.get(key);
      if (same) same.count++;
      else this.#skipped.set(key, { first: name, noun: kind, problem, count: 1 });
    }
    await this.#skip(name, problem);
  }

  /** Records a file that was named although the file `by` excludes it. */
  async excluded(file: string, by: string): Promise<void> {
    this.#files.skipped++;
    await this.#skip(file, `excluded by ${by}.`);
    if (!this.#settings.quiet) this.say(`${file}: not scanned, excluded by ${by}`);
  }

  async scanned(file: string, rendered: RenderedFile): Promise<void> {
    for (const { line, problem } of rendered.warnings) {
      this.#problems.push({ file, line, problem, level: 'warning' });
      this.say(`${file}:${line}: ${problem}`);
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
    this.#files[rendered.isKnown ? 'known' : (rendered.verdict ?? 'unjudged')]++;
    if (rendered.failure !== undefined) {
      this.#count.failed++;
      // Text output shows the failure in the file's own line.
      if (!this.#printsText) this.say(`${file} fails: ${rendered.failure}`);
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

  /** Says why nothing was scanned, because silence could be mistaken for success. */
  reportNothingFound(why: string): void {
    if (!this.#settings.quiet && this.#count.unscanned === 0) this.say(why);
  }

  /**
   * Ends the outputs and prints the messages about all files.
   * @param asked the number of files to scan. A single file that was printed gets no summary.
   */
  async end(asked: 'none' | 'one' | 'many'): Promise<void> {
    this.#clearProgress();
    const skipped = this.#skippedInWords();
    for (const { output, format, hasTexts } of this.#outputs) {
      const all = { totals: this.#totals, problems: this.#problems, skipped, hasTexts };
      await write(output.stream, format.end(all));
      await output.close();
    }
    if (this.#settings.quiet) return;
    for (const line of [...this.#skippedByReason(), ...this.#leftOutInWords()]) this.say(line);
    const isTold = this.#outputs[0]!.hasTexts || this.#count.unscanned > 0;
    if (asked === 'none' || (asked === 'one' && isTold)) return;
    if (keysOf(outcomes).some((key) => this.#files[key] > 0)) this.say(this.#summary());
  }

  /** "400 files: 3 read like AI, 371 like a person, 26 unclear." */
  #summary(): string {
    const counts = keysOf(outcomes)
      .map((key) => ({ key, count: this.#files[key] }))
      .filter(({ count }) => count > 0);
    const all = counts.reduce((sum, { count }) => sum + count, 0);
    let hasVerb = false;
    const parts = counts.map(({ key, count }) => {
      const verb = outcomes[key].reads && !hasVerb ? (count === 1 ? ' reads' : ' read') : '';
      hasVerb ||= verb !== '';
      return `${count}${verb} ${outcomes[key].says}`;
    });
    const { failed } = this.#count;
    const fails = failed > 0 ? `; ${failed} ${failed === 1 ? 'fails' : 'fail'}` : '';
    const isEvidence =
      this.#files.ai + this.#files.mixed > 0 ? '. Evidence, not proof: ask, don’t accuse' : '';
    return `${countOf(all, 'file')}: ${parts.join(', ')}${fails}${isEvidence}.`;
  }

  async #skip(file: string, problem: string): Promise<void> {
    this.#problems.push({ file, problem, level: 'note' });
    if (!this.#settings.quiet)
      await this.#print((format) => format.unscanned({ file, problem, isSkipped: true }));
  }

  /** Prints a text to each output; for an empty text, not even the separator. */
  async #print(textIn: (format: Format, index: number) => string | Uint8Array): Promise<void> {
    for (const [i, each] of this.#outputs.entries()) {
      const { output, format } = each;
      const text = textIn(format, i);
      if (text.length === 0) continue;
      this.#clearProgress();
      await write(output.stream, each.hasTexts ? format.between : format.head);
      each.hasTexts = true;
      await write(output.stream, text);
    }
  }

  #skippedInWords(): string[] {
    const { empty } = this.#files;
    const reasons = this.#skippedByReason();
    return empty > 0 ? [`${countOf(empty, 'file')} skipped: no prose found`, ...reasons] : reasons;
  }

  #skippedByReason(): string[] {
    return [...this.#skipped.values()].map(({ first, noun, problem, count }) => {
      const example = count === 1 ? ` (${first})` : ` (such as ${first})`;
      return `${countOf(count, noun)} skipped${example}: ${problem}`;
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
        `${countOf(withoutHistory, 'file')} judged in full: git has no history for it (not committed, shallow clone, or no git)`,
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
