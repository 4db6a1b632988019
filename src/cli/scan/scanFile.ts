import type { IgnoreWarning } from '../../prose/ignoreComments.ts';
import { hashedBlocksOf, type HashedBlock } from '../../scan/judged.ts';
import { detect } from '../../detector/detect.ts';
import { today } from '../../service/detection/analysis.ts';
import type { Model } from '../../detector/model/model.ts';
import { withNotes } from '../../scan/notes.ts';
import type { JudgedSection } from '../../report/formats/csv.ts';
import { sectionsOf } from '../../report/model/sections.ts';
import {
  faultInWords,
  flaggedIn,
  placesIn,
  regionsIn,
  type IgnoredFile,
  type IgnoredRegion,
  type Placed,
  type ScannedFile,
  type Suppressed,
} from '../formats/format.ts';
import {
  FileProblem,
  readOpenDocument,
  readProse,
  type ReadDocument,
  type ReadOptions,
} from './readProse.ts';

/** How to scan files. Plain data, because threads receive it. */
export interface ScanOptions extends ReadOptions {
  /** Whether to judge ignored passages too, in order to list what would have been reported. */
  judgeIgnored: boolean;
  /** Whether to hash passages. A file may have as many passages as letters, so this is not always done. */
  hashPassages: boolean;
  /** Whether to judge each section separately as well. */
  judgeSections?: boolean;
}

/** The outcome of a file: a result, or why there is none. */
export type Outcome =
  | {
      kind: 'scanned';
      scanned: ScannedFile;
      warnings: readonly IgnoreWarning[];
      hashes: readonly string[];
      /** Whether git was asked about the file's lines but has no history for them. */
      hasNoHistory: boolean;
    }
  | { kind: 'ignored'; ignored: IgnoredFile; warnings: readonly IgnoreWarning[]; hashes: readonly string[] }
  | ScanProblem;

/** Why there is no result. */
export interface ScanProblem {
  kind: 'problem';
  /** Why and what to do, printed after the file's name. */
  problem: string;
  /** Whether the file just contains nothing to scan. */
  isNothing: boolean;
}

/** A document in an editor, saved or not. */
export interface OpenDocument {
  text: string;
  /** VS Code's id of the language. */
  languageId: string;
  /** The path of its file, if it has one. */
  path?: string | undefined;
  options: ScanOptions;
}

/** Reads and analyses a file. Nothing of it is stored or sent. */
export async function scanFile(file: string, model: Model, options: ScanOptions): Promise<Outcome> {
  return outcomeOf(file, readProse(file, options), model, options);
}

/** Scans a document that is open in an editor. @param file its name for the results. */
export async function scanOpenDocument(
  file: string,
  { text, languageId, path, options }: OpenDocument,
  model: Model,
): Promise<Outcome> {
  return outcomeOf(file, readOpenDocument(text, languageId, options, path), model, options);
}

/** Analyses a document once it is read. */
export async function outcomeOf(
  file: string,
  reading: Promise<ReadDocument>,
  model: Model,
  { judgeIgnored, hashPassages, judgeSections = false }: ScanOptions,
): Promise<Outcome> {
  try {
    const read = await reading;
    const { prose, whole, warnings } = read;
    const regionOf = placesIn(read);
    const ignored = read.ignored.map(({ start, end, words, reason, by }): IgnoredRegion => ({
      region: regionOf({ start, end }),
      words,
      by,
      ...(reason !== '' && { reason }),
    }));
    const passages = hashPassages ? hashedBlocksOf((whole ?? prose).text) : [];
    const hashes = passages.map(({ hash }) => hash);
    const { document, paged } = read;
    const suppressed =
      whole && judgeIgnored
        ? suppressedIn(file, { document, prose: whole, paged }, ignored, model)
        : undefined;
    const { encoding } = read;
    const fileInfo = { file, ignored, ...(suppressed && { suppressed }), ...(encoding && { encoding }) };
    if (prose.text.trim() === '') return { kind: 'ignored', ignored: fileInfo, warnings, hashes };
    return {
      kind: 'scanned',
      scanned: {
        ...fileInfo,
        ...analysed(read, hashPassages && whole ? hashedBlocksOf(prose.text) : passages, model),
        ...(judgeSections && { sections: judgedSections(prose.text, model) }),
      },
      warnings,
      hashes,
      hasNoHistory: read.hasNoHistory,
    };
  } catch (error) {
    if (error instanceof FileProblem) {
      return { kind: 'problem', problem: error.message, isNothing: error.isNothing };
    }
    // A bug in Inkling that concerns this file. The scan continues with the others.
    return faultProblem(error);
  }
}

/** The problem of a file that crashed the program or its thread. */
export function faultProblem(error: unknown): ScanProblem {
  const problem = faultInWords(error instanceof Error ? error.message : String(error));
  return { kind: 'problem', problem, isNothing: false };
}

type Analysed = Omit<ScannedFile, keyof IgnoredFile>;

/** @param passages of the prose. */
function analysed(
  placed: Placed & Partial<Pick<ReadDocument, 'notes'>>,
  passages: readonly HashedBlock[],
  model: Model,
): Analysed {
  const { prose, notes } = placed;
  const detection = withNotes(detect(prose.text, model, today()), notes);
  const regionOf = regionsIn(placed);
  const { segments, evidence } = detection.result;
  return {
    content: prose.text,
    detection,
    segments: segments.map(regionOf),
    evidence: evidence.map(({ spans }) => spans.map(regionOf)),
    passages: passages.map((passage) => ({
      ...passage,
      region: regionOf(passage),
    })),
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
  file: string,
  whole: Placed,
  ignored: readonly IgnoredRegion[],
  model: Model,
): Suppressed | undefined {
  const scanned: ScannedFile = { file, ignored: [], ...analysed(whole, [], model) };
  const { result } = scanned.detection;
  const flagged = flaggedIn(scanned).filter(({ region }) =>
    ignored.some((passage) => region.line >= passage.region.line && region.endLine <= passage.region.endLine),
  );
  return flagged.length > 0 ? { result, flagged } : undefined;
}
