import { styleText } from 'node:util';
import type { Result, Verdict } from '../../api/report.ts';
import type { Model } from '../../detector/model/model.ts';
import type { IgnoreWarning } from '../../prose/ignoreComments.ts';
import { unjudgeableReason } from '../../report/model/noVerdict.ts';
import { fewWords, wordsOf } from '../../report/model/sentenceMarks.ts';
import { githubFormat, gitlabFormat } from '../formats/annotations.ts';
import { csvFormat } from '../formats/csv.ts';
import {
  isFlagged,
  knownIn,
  leftOutOf,
  totalsOf,
  type Format,
  type Suppression,
  type LeftOutBy,
  type PlacedPassage,
  type Region,
  type ScannedFile,
  type Totals,
} from '../formats/format.ts';
import { jsonFormat, jsonLinesFormat, placedResult, wholeReport } from '../formats/json.ts';
import { junitFormat } from '../formats/junit.ts';
import { markdownFormat } from '../formats/markdown.ts';
import { sarifFormat, type Level } from '../formats/sarif.ts';
import { textFormat } from '../formats/text.ts';
import type { ChangedLines } from './git.ts';
import { scanFile, type Outcome, type ScanOptions, type ScanProblem } from './scanFile.ts';
import { affectsExitCode, outputsOf, type FormatName, type ScanSettings } from '../settings.ts';

/** How to scan files and print their results. Plain data, because threads receive it. */
export interface RenderOptions extends ScanOptions, Omit<ScanSettings, 'provenance'> {
  /** Whether text output uses styles. */
  isStyled: boolean;
  /** The terminal's width in columns, if the output is a terminal. */
  width?: number | undefined;
  /** The severity of findings. */
  level: Level;
  /** The hashes of passages that are not reported again. */
  known: ReadonlySet<string> | undefined;
}

/** A file to scan. */
export interface FileJob {
  file: string;
  /** The changed lines; only passages that contain one are reported. */
  lines?: ChangedLines | undefined;
}

/** The hashes of a file's passages: all of them, and those that read like AI. */
export interface FilePassages {
  all: readonly string[];
  flagged: readonly string[];
}

/** A file's printed results, and its share of the totals. */
export type FileOutput =
  | {
      kind: 'rendered';
      /** The text for each of `formatsOf`, possibly empty; UTF-8 bytes if it comes from another thread. */
      texts: readonly (string | Uint8Array)[];
      warnings: readonly IgnoreWarning[];
      leftOut: Record<LeftOutBy, Totals>;
      hasNoHistory: boolean;
      /** The verdict; `undefined` if no part of the file is judged. */
      verdict: Verdict | undefined;
      /** Why the file fails, if it does. */
      failure: string | undefined;
      /** Whether the encoding was guessed. */
      isGuessed: boolean;
      /** Whether the file would fail or read like AI, but only in known passages. */
      isKnown: boolean;
      /** Only included when a baseline is updated. */
      passages?: FilePassages;
    }
  | ScanProblem;

/** Scans a file and formats its results independently of other files. Nothing is stored or sent. */
export async function renderFile(asked: FileJob, model: Model, options: RenderOptions): Promise<FileOutput> {
  return renderOutcome(await scanFile(asked.file, model, options), options, asked.lines);
}

/** @param lines as in `FileJob`. */
export function renderOutcome(outcome: Outcome, options: RenderOptions, lines?: ChangedLines): FileOutput {
  if (outcome.kind === 'problem') return outcome;
  const { warnings, hashes } = outcome;
  const { ignored, encoding } = outcome.kind === 'ignored' ? outcome.ignored : outcome.scanned;
  const { people, history } = leftOutOf({ ignored });
  const formats = formatsOf(options);
  const about = {
    kind: 'rendered',
    warnings,
    leftOut: { people: totalsOf(people), history: totalsOf(history) },
    hasNoHistory: outcome.kind === 'scanned' && outcome.hasNoHistory,
    verdict: outcome.kind === 'scanned' ? outcome.scanned.detection.result.verdict : undefined,
    failure: undefined,
    isGuessed: encoding !== undefined,
    isKnown: false,
  } as const;
  const nothing = formats.map(() => '');
  if (outcome.kind === 'ignored') {
    return options.updateBaseline
      ? { ...about, texts: nothing, passages: { all: hashes, flagged: [] } }
      : {
          ...about,
          texts: options.quiet ? nothing : formats.map((format) => format.ignored(outcome.ignored)),
        };
  }
  const { scanned } = outcome;
  if (options.updateBaseline) {
    const flagged = passagesToReport(scanned, options, 1).map(({ hash }) => hash);
    return { ...about, texts: nothing, passages: { all: hashes, flagged } };
  }
  return { ...about, ...renderScanned(scanned, options, lines) };
}

/** Decides whether a file fails and what to print for it. */
function renderScanned(
  scanned: ScannedFile,
  options: RenderOptions,
  lines: ChangedLines | undefined,
): Pick<Extract<FileOutput, { kind: 'rendered' }>, 'texts' | 'failure' | 'isKnown'> {
  const { result } = scanned.detection;
  const isFailing = fails(result, options);
  const isFinding = isFailing || readsLikeAi(result);
  const formats = formatsOf(options);
  if (options.known || lines) {
    const suppressionOf = ({ hash, region }: PlacedPassage): Suppression => {
      if (options.known?.has(hash)) return 'baseline';
      return lines && !overlaps(lines, region) ? 'unchanged' : undefined;
    };
    const findings = passagesToReport(scanned, options, fewWords);
    scanned.known = knownIn(scanned, suppressionOf);
    if (
      isFinding &&
      findings.length > 0 &&
      findings.every((passage) => suppressionOf(passage) !== undefined)
    ) {
      return { texts: formats.map((format) => format.knownFile(scanned)), failure: undefined, isKnown: true };
    }
  }
  const isPrinted = !options.quiet || isFailing || (!affectsExitCode(options) && isFinding);
  const failure = isFailing ? failureOf(result, options) : undefined;
  return {
    texts: formats.map((format) => (isPrinted ? format.scanned(scanned, failure) : '')),
    failure,
    isKnown: false,
  };
}

/** The formats of all outputs, beginning with that of `--format`. */
export function formatsOf(options: RenderOptions): Format[] {
  return outputsOf(options).map(({ format }, i) => formatOf(format, i === 0, options));
}

/** @param isMain whether it is the format of `--format`, whose output may be a terminal. */
function formatOf(name: FormatName, isMain: boolean, options: RenderOptions): Format {
  const { report, suppressions, level, isStyled, width, verbose = false, explain = false } = options;
  const fields = report ? wholeReport : placedResult;
  switch (name) {
    case 'text':
      return textFormat({
        ...{ verbose, explain, width: isMain ? width : undefined },
        paint: (style, text) =>
          isStyled && isMain ? styleText(style, text, { validateStream: false }) : text,
      });
    case 'json':
      return jsonFormat(fields);
    case 'jsonl':
      return jsonLinesFormat(fields);
    case 'sarif':
      return sarifFormat({ level, suppressions });
    case 'markdown':
      return markdownFormat();
    case 'github':
      return githubFormat(level);
    case 'gitlab':
      return gitlabFormat(level);
    case 'junit':
      return junitFormat();
    case 'csv':
      return csvFormat();
  }
}

/** A text that can't be judged never fails, because its score is no evidence. */
function fails(result: Result, options: RenderOptions): boolean {
  if (unjudgeableReason(result)) return false;
  const { threshold } = options;
  return failsByVerdict(result, options) || (threshold !== undefined && result.score >= threshold);
}

function failsByVerdict({ verdict }: Result, { failOn }: RenderOptions): boolean {
  const failing: readonly Verdict[] = failOn === 'mixed' ? ['mixed', 'ai'] : failOn === 'ai' ? ['ai'] : [];
  return failing.includes(verdict);
}

/** Why a result fails: because of the verdict or else because of the score. */
function failureOf(result: Result, options: RenderOptions): string {
  if (failsByVerdict(result, options)) return result.verdict;
  return `score ${result.score.toFixed(2)}, the threshold is ${options.threshold}`;
}

function readsLikeAi({ verdict }: Result): boolean {
  return verdict === 'ai' || verdict === 'mixed';
}

/**
 * The passages to report: those with sentences that read like AI or, if a file fails without any, all.
 * @param minWords a shorter sentence doesn't count. Its score comes from the text around it, so a new heading in a
 *   known text would be a finding.
 */
function passagesToReport(scanned: ScannedFile, options: RenderOptions, minWords: number): PlacedPassage[] {
  const { content, detection } = scanned;
  const { result } = detection;
  const flagged = result.segments.filter(
    (segment, i) => isFlagged(scanned, i) && wordsOf(content, segment) >= minWords,
  );
  let next = 0;
  const found = scanned.passages.filter(({ end }) => {
    const first = next;
    while (next < flagged.length && flagged[next]!.start < end) next++;
    return next > first;
  });
  return found.length === 0 && (fails(result, options) || readsLikeAi(result)) ? scanned.passages : found;
}

function overlaps(lines: ChangedLines, { line, endLine }: Region): boolean {
  return lines.some(([first, last]) => first <= endLine && last >= line);
}
