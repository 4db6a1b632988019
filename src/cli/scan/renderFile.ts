import type { Result, Verdict } from '../../api/report.ts';
import type { Model } from '../../detector/model/model.ts';
import type { IgnoreWarning } from '../../prose/ignoreComments.ts';
import { unjudgeableReason } from '../../report/model/noVerdict.ts';
import { fewWords, segmentWordCount } from '../../report/model/sentenceMarks.ts';
import {
  isFlagged,
  leftOutOf,
  passageBySegment,
  totalsOf,
  type Format,
  type Level,
  type Suppression,
  type LeftOutBy,
  type PlacedPassage,
  type Region,
  type ScannedFile,
  type Totals,
} from '../formats/format.ts';
import { jsonFormat, jsonLinesFormat } from '../formats/json.ts';
import { githubFormat, gitlabFormat, junitFormat } from '../formats/pipelines.ts';
import { sarifFormat } from '../formats/sarif.ts';
import { csvFormat, markdownFormat } from '../formats/tables.ts';
import { textFormat } from '../formats/text.ts';
import type { ChangedLines } from './git.ts';
import type { FoundFile } from './files.ts';
import { scanFile, type Outcome, type ScanOptions, type ScanProblem } from './scanFile.ts';
import { affectsExitCode, outputsOf, type FormatName, type ScanSettings } from '../settings.ts';

/** How to scan files and print their results. Plain data, because threads receive it. */
export interface RenderOptions extends ScanOptions, ScanSettings {
  isStyled: boolean;
  /** The terminal's width in columns, if the output is a terminal. */
  width?: number | undefined;
  level: Level;
  /** The hashes of passages that are not reported again. */
  known: ReadonlySet<string> | undefined;
}

export type FileJob = Pick<FoundFile, 'file' | 'lines'>;

/** The hashes of a file's passages: all of them, and those that read like AI. */
export interface FilePassages {
  all: readonly string[];
  flagged: readonly string[];
}

/** A file's printed results, and its share of the totals. */
export interface RenderedFile {
  kind: 'rendered';
  /** The text for each of `formatsOf`, possibly empty; UTF-8 bytes if it comes from another thread. */
  texts: readonly (string | Uint8Array)[];
  warnings: readonly IgnoreWarning[];
  leftOut: Record<LeftOutBy, Totals>;
  /** `known`: it would fail or read like AI, but only in known passages; `unjudged`: it is ignored as a whole. */
  outcome: Verdict | 'known' | 'unjudged';
  /** Why the file fails, if it does. */
  failure?: string | undefined;
  /** Whether the encoding was guessed. */
  isGuessed: boolean;
  hasNoHistory: boolean;
  /** Only included when a baseline is updated. */
  passages?: FilePassages;
}

/** Scans a file and formats its results independently of other files. Nothing is stored or sent. */
export async function renderFile(
  { file, lines }: FileJob,
  model: Model,
  options: RenderOptions,
): Promise<RenderedFile | ScanProblem> {
  return renderOutcome(await scanFile(file, model, options), options, lines);
}

/** Decides whether a file fails and what to print for it. @param lines as in `FileJob`. */
export function renderOutcome(
  file: Outcome,
  options: RenderOptions,
  lines?: ChangedLines,
): RenderedFile | ScanProblem {
  if (file.kind === 'problem') return file;
  const { people, history } = leftOutOf(file);
  const formats = formatsOf(options);
  const about = {
    kind: 'rendered',
    texts: formats.map(() => ''),
    warnings: file.warnings,
    leftOut: { people: totalsOf(people), history: totalsOf(history) },
    outcome: file.kind === 'scanned' ? file.detection.result.verdict : 'unjudged',
    isGuessed: file.encoding !== undefined,
    hasNoHistory: file.kind === 'scanned' && file.hasNoHistory,
  } as const;
  if (file.kind === 'ignored') {
    if (options.updateBaseline) return { ...about, passages: { all: file.hashes, flagged: [] } };
    return options.quiet ? about : { ...about, texts: formats.map((format) => format.ignored?.(file) ?? '') };
  }
  const { result } = file.detection;
  const failure = failureOf(result, options);
  const isFinding = failure !== undefined || readsLikeAi(result);
  if (options.updateBaseline) {
    const flagged = passagesToReport(file, isFinding, 1).map(({ hash }) => hash);
    return { ...about, passages: { all: file.hashes, flagged } };
  }
  if (options.known || lines) {
    const suppressionOf = ({ hash, region }: PlacedPassage): Suppression => {
      if (options.known?.has(hash)) return 'baseline';
      return lines && !overlaps(lines, region) ? 'unchanged' : undefined;
    };
    const findings = passagesToReport(file, isFinding, fewWords);
    file.known = passageBySegment(file).map((passage) => passage && suppressionOf(passage));
    if (
      isFinding &&
      findings.length > 0 &&
      findings.every((passage) => suppressionOf(passage) !== undefined)
    ) {
      return { ...about, texts: formats.map((format) => format.knownFile?.(file) ?? ''), outcome: 'known' };
    }
  }
  const isPrinted = !options.quiet || failure !== undefined || (!affectsExitCode(options) && isFinding);
  return {
    ...about,
    ...(isPrinted && { texts: formats.map((format) => format.scanned(file, failure)) }),
    failure,
  };
}

/** The formats of all outputs, beginning with that of `--format`, whose output may be a terminal. */
export function formatsOf(options: RenderOptions): Format[] {
  const optionsOfFiles = { ...options, isStyled: false, width: undefined };
  return outputsOf(options).map(({ format }, i) => formatsByName[format](i === 0 ? options : optionsOfFiles));
}

const formatsByName: Record<FormatName, (options: RenderOptions) => Format> = {
  text: textFormat,
  json: jsonFormat,
  jsonl: jsonLinesFormat,
  sarif: sarifFormat,
  markdown: () => markdownFormat,
  github: githubFormat,
  gitlab: gitlabFormat,
  junit: () => junitFormat,
  csv: () => csvFormat,
};

/** Why a file fails, if it does. A text that can't be judged never fails, because its score is not evidence. */
function failureOf(result: Result, { failOn, threshold }: RenderOptions): string | undefined {
  const { verdict, score } = result;
  if (unjudgeableReason(result)) return undefined;
  if (verdict === failOn || (verdict === 'ai' && failOn === 'mixed')) return verdict;
  if (threshold === undefined || score < threshold) return undefined;
  return `score ${score.toFixed(2)}, threshold ${threshold}`;
}

function readsLikeAi({ verdict }: Result): boolean {
  return verdict === 'ai' || verdict === 'mixed';
}

/**
 * The passages to report: those with sentences that read like AI or, if a finding has no such passage, all.
 * @param minWords a shorter sentence doesn't count: its score comes from the text around it, so a new heading in a
 *   known text would otherwise be a finding.
 */
function passagesToReport(scanned: ScannedFile, isFinding: boolean, minWords: number): PlacedPassage[] {
  const { content, detection, passages } = scanned;
  const flagged = new Set(
    passageBySegment(scanned).filter(
      (_, i) => isFlagged(scanned, i) && segmentWordCount(content, detection.result.segments[i]!) >= minWords,
    ),
  );
  const found = passages.filter((passage) => flagged.has(passage));
  return found.length === 0 && isFinding ? passages : found;
}

function overlaps(lines: ChangedLines, { line, endLine }: Region): boolean {
  return lines.some(([first, last]) => first <= endLine && last >= line);
}
