import { gunzip, gzip, nextTurn } from '#platform';
import type { Detection, Result, ResultSummary } from '../../api/report.ts';
import { countParts } from '../../report/view/parts.ts';
import { detectInSteps } from '../../detector/detect.ts';
import type { Model } from '../../detector/model/model.ts';

/**
 * A detection in the form that the service stores and sends. The long part has an entry per sentence. The analysing
 * thread serialises and compresses it once, because a megabyte of short sentences gives 15 MB of JSON, which would
 * block the answering thread for hundreds of milliseconds.
 */
export interface Analysis extends Omit<Detection, 'result'> {
  result: ResultSummary;
  /** Gzipped compact JSON of an object with the `segments` and the `evidence` of the result. */
  details: Uint8Array<ArrayBuffer>;
  /** The number of parts into which a report's page divides the text. */
  parts: number;
}

/** Entries serialised per step. */
const entriesAtOnce = 2000;

/** The UTC date, such as `2026-11-30`. It is passed to the detector, which reads no clock. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Analyses a text. Pauses as `detectInSteps` does. */
export function* analyseInSteps(text: string, model: Model): Generator<void, Analysis> {
  const { detection } = yield* detectInSteps(text, model, null, today());
  return yield* analysisInSteps(text, detection);
}

export function* analysisInSteps(text: string, { result, ...same }: Detection): Generator<void, Analysis> {
  const { segments, evidence, ...summary } = result;
  const details = gzip();
  let json = '{"segments":[';
  for (let at = 0; at < segments.length; at += entriesAtOnce) {
    if (at > 0) {
      details.push(json);
      yield;
      json = ',';
    }
    json += JSON.stringify(segments.slice(at, at + entriesAtOnce)).slice(1, -1);
  }
  details.push(`${json}],"evidence":${JSON.stringify(evidence)}}`);
  yield;
  return { ...same, result: summary, details: details.end(), parts: countParts(text, segments) };
}

export function readDetails(details: Uint8Array): Pick<Result, 'segments' | 'evidence'> {
  return JSON.parse(gunzip(details)) as Pick<Result, 'segments' | 'evidence'>;
}

/**
 * Runs stepwise work to its end. Between steps, the thread can receive messages.
 * @throws the signal's reason at the next step after it is aborted.
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
 * Analyses the text of an edited document. Rejects with the signal's reason when aborted.
 * @param document identifies the document, whose next text is analysed faster.
 */
export type DetectEdited = (document: string, text: string, signal: AbortSignal) => Promise<Detection>;

/** The number of documents whose last analysis is in memory. Each takes several times the size of its text. */
const maxKept = 4;

/**
 * Caches the last analysis of a few documents, so that after an edit only changed passages are analysed.
 * @param redetect analyses a text, reusing an earlier analysis. Rejects with the signal's reason when aborted.
 */
export function detectingEdits<Detected extends { detection: Detection }>(
  redetect: (text: string, previous: Detected | null, signal: AbortSignal) => Promise<Detected>,
): DetectEdited {
  const last = new Map<string, Detected>();
  return async (document, text, signal) => {
    const detected = await redetect(text, last.get(document) ?? null, signal);
    // Deleted and added again, so that the map is in order of last use.
    last.delete(document);
    last.set(document, detected);
    const [oldest] = last.keys();
    if (last.size > maxKept && oldest !== undefined) last.delete(oldest);
    return detected.detection;
  };
}
