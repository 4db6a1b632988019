import { gunzip, gzip, nextTurn } from '#platform';
import type { Result, ResultSummary } from '../../api/report.ts';
import { countParts } from '../../report/view/parts.ts';
import { detectInSteps } from '../../detector/detect.ts';
import type { Detection } from '../../detector/document.ts';
import type { Model } from '../../detector/model/model.ts';

/**
 * A detection in the form that the service stores and sends. The long part, an entry per sentence, is serialised and
 * compressed once, by the analysing thread: a megabyte of short sentences makes 15 MB of JSON, which would block the
 * answering thread for hundreds of milliseconds.
 */
export interface Analysis extends Omit<Detection, 'result'> {
  result: ResultSummary;
  /** Gzipped compact JSON of an object with the `segments` and the `evidence` of the result. */
  details: Uint8Array<ArrayBuffer>;
  /** The number of parts in which a report's page shows the text. */
  parts: number;
}

/** Entries serialised per step. */
const entriesAtOnce = 2000;

/** The UTC date, as `2026-11-30`: the detector has no clock. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** What `model` says of `text`. Pauses as `detectInSteps` does. */
export function* analyseInSteps(text: string, model: Model): Generator<void, Analysis> {
  const { detection } = yield* detectInSteps(text, model, null, today());
  return yield* analysisInSteps(text, detection);
}

export function* analysisInSteps(text: string, { result, ...same }: Detection): Generator<void, Analysis> {
  const { segments, evidence, ...summary } = result;
  const details = gzip();
  for (const json of jsonOf({ segments, evidence })) {
    details.push(json);
    yield;
  }
  return { ...same, result: summary, details: details.end(), parts: countParts(text, segments) };
}

export function readDetails(details: Uint8Array): Pick<Result, 'segments' | 'evidence'> {
  return JSON.parse(gunzip(details)) as Pick<Result, 'segments' | 'evidence'>;
}

function* jsonOf({ segments, evidence }: Pick<Result, 'segments' | 'evidence'>): Generator<string> {
  if (segments.length <= entriesAtOnce) {
    yield JSON.stringify({ segments, evidence });
    return;
  }
  yield '{"segments":[';
  for (let at = 0; at < segments.length; at += entriesAtOnce) {
    const entries = JSON.stringify(segments.slice(at, at + entriesAtOnce)).slice(1, -1);
    yield at === 0 ? entries : `,${entries}`;
  }
  yield `],"evidence":${JSON.stringify(evidence)}}`;
}

/**
 * Runs work to its end and lets the thread receive messages between its steps.
 * @throws the signal's reason at the next step once it is aborted.
 */
export async function runInSteps<Result>(
  steps: Generator<void, Result>,
  signal: AbortSignal,
): Promise<Result> {
  for (;;) {
    signal.throwIfAborted();
    const step = steps.next();
    if (step.done) return step.value;
    await nextTurn();
  }
}

/**
 * Analyses the text of an edited document. Rejects with the signal's reason once it is aborted.
 * @param document identifies it: its next text is analysed faster than its first.
 */
export type DetectEdited = (document: string, text: string, signal: AbortSignal) => Promise<Detection>;

/** How many documents have their last analysis in memory; each uses several times its text. */
const maxKept = 4;

/**
 * Caches the last analysis of a few documents, so that after an edit only changed passages are analysed.
 * @param redetect analyses a text with the help of an earlier analysis. Rejects with the signal's reason once it is
 * aborted.
 */
export function detectingEdits<Detected extends { detection: Detection }>(
  redetect: (text: string, previous: Detected | null, signal: AbortSignal) => Promise<Detected>,
): DetectEdited {
  const last = new Map<string, Detected>();
  return async (document, text, signal) => {
    const detected = await redetect(text, last.get(document) ?? null, signal);
    // Deleted first, so that the map's order is that of their last use.
    last.delete(document);
    last.set(document, detected);
    const [oldest] = last.keys();
    if (last.size > maxKept && oldest !== undefined) last.delete(oldest);
    return detected.detection;
  };
}
