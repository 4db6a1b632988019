import { hashedBlocksOf, type HashedBlock } from '../../scan/judged.ts';
import { detect } from '../../detector/detect.ts';
import { today } from '../../service/detection/analysis.ts';
import type { Model } from '../../detector/model/model.ts';
import { withNotes } from '../../scan/notes.ts';
import { type JudgedSection, sectionsOf } from '../../report/formats/csv.ts';
import type { Prose } from '../../text/prose.ts';
import {
  flaggedIn,
  placesIn,
  regionsIn,
  type IgnoredFile,
  type IgnoredRegion,
  type JudgedText,
  type Placed,
  type ScannedFile,
  type Suppressed,
} from '../formats/format.ts';
import { FileProblem, readProse, type ReadDocument, type ReadOptions } from './readProse.ts';

/** How to scan files. Plain data, because threads receive it. */
export interface ScanOptions extends ReadOptions {
  /** Whether to judge ignored passages too, in order to list what would have been reported. */
  judgeIgnored?: boolean;
  /** Whether to hash passages. Only if needed, because a file may have as many passages as letters. */
  hashPassages?: boolean;
  /** Whether to judge each section separately as well. */
  judgeSections?: boolean;
}

/** The outcome of a file: a result, or why there is none. */
export type Outcome = ScannedFile | IgnoredFile | ScanProblem;

/** Why there is no result. */
export interface ScanProblem {
  kind: 'problem';
  /** Why and what to do, printed after the file's name. */
  problem: string;
  /** Whether the only problem is that the file has no prose. */
  hasNoProse: boolean;
}

/** Reads and analyses a file, without storing or sending any of it. */
export async function scanFile(file: string, model: Model, options: ScanOptions): Promise<Outcome> {
  return outcomeOf(file, readProse(file, options), model, options);
}

/** Analyses a document once it is read. */
export async function outcomeOf(
  file: string,
  reading: Promise<ReadDocument>,
  model: Model,
  { judgeIgnored, hashPassages, judgeSections }: ScanOptions,
): Promise<Outcome> {
  try {
    const read = await reading;
    const { document, prose, whole, paged, encoding, warnings, hasNoHistory } = read;
    const regionOf = placesIn(read);
    const ignored = read.ignored.map(({ start, end, words, reason, by }): IgnoredRegion => ({
      region: regionOf({ start, end }),
      words,
      by,
      ...(reason !== '' && { reason }),
    }));
    const passagesOf = ({ text }: Prose): HashedBlock[] => (hashPassages ? hashedBlocksOf(text) : []);
    const passages = passagesOf(whole ?? prose);
    const suppressed =
      whole && judgeIgnored ? suppressedIn({ document, prose: whole, paged }, ignored, model) : undefined;
    const readFile = {
      file,
      ignored,
      warnings,
      hashes: passages.map(({ hash }) => hash),
      ...(suppressed && { suppressed }),
      ...(encoding && { encoding }),
    };
    if (prose.text.trim() === '') return { kind: 'ignored', ...readFile };
    return {
      kind: 'scanned',
      ...readFile,
      ...judge(read, whole ? passagesOf(prose) : passages, model),
      ...(judgeSections && { sections: judgedSections(prose.text, model) }),
      hasNoHistory,
    };
  } catch (error) {
    if (error instanceof FileProblem) {
      return { kind: 'problem', problem: error.message, hasNoProse: error.hasNoProse };
    }
    return faultProblem(error);
  }
}

/** The problem of a file on which Inkling itself fails. The scan continues with the other files. */
export function faultProblem(error: unknown): ScanProblem {
  const reason = error instanceof Error ? error.message : String(error);
  const problem = `could not be scanned (${reason}). Please report this bug.`;
  return { kind: 'problem', problem, hasNoProse: false };
}

/** @param passages of the prose. */
function judge(
  placed: Placed & Partial<Pick<ReadDocument, 'notes'>>,
  passages: readonly HashedBlock[],
  model: Model,
): JudgedText {
  const { prose, notes } = placed;
  const detection = withNotes(detect(prose.text, model, today()), notes);
  const regionOf = regionsIn(placed);
  const { segments, evidence } = detection.result;
  return {
    content: prose.text,
    detection,
    segments: segments.map(regionOf),
    evidence: evidence.map(({ spans }) => spans.map(regionOf)),
    passages: passages.map((passage) => ({ ...passage, region: regionOf(passage) })),
    known: [],
  };
}

/** The sections under headings, each judged separately. */
function judgedSections(text: string, model: Model): JudgedSection[] {
  return sectionsOf(text).map(({ heading, start, end }) => {
    const { words, result } = detect(text.slice(start, end), model);
    return { heading, words, result };
  });
}

/** The ignored passages that would otherwise have been reported. */
function suppressedIn(
  whole: Placed,
  ignored: readonly IgnoredRegion[],
  model: Model,
): Suppressed | undefined {
  const text = judge(whole, [], model);
  const flagged = flaggedIn(text).filter(({ region }) =>
    ignored.some((passage) => region.line >= passage.region.line && region.endLine <= passage.region.endLine),
  );
  return flagged.length > 0 ? { result: text.detection.result, flagged } : undefined;
}
