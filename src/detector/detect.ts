import type { Evidence, Span } from '../api/report.ts';
import { type Detection, combine, type PlacedPassage } from './document.ts';
import { editBetween, type Edit } from './edit.ts';
import { findAiTrailers, findLeftovers } from './leftovers.ts';
import { findByRules } from './rules.ts';
import type { Model } from './model/model.ts';
import { leftOutReasons, authorText, type AuthorText } from './authorText.ts';
import { analysePassage, opensAfter, type PassageAnalysis } from './segments/passage.ts';
import { passagesOf, segmentText, type Chunk } from './segments/passages.ts';
import { runSteps } from './steps.ts';

/** A detection, and what it was made from: given to `redetectInSteps` after an edit, it saves most of the work. */
export interface Detected {
  detection: Detection;
  model: Model;
  /** What was scored: the author's own prose in the text (`authorText`). */
  text: string;
  chunks: readonly Chunk[];
  passages: readonly PlacedPassage[];
}

/**
 * What `model` says of `text`, in one go. Any string is answered; the same string always alike.
 * @param today as `2026-11-30`, to know which dates are still to come.
 */
export function detect(text: string, model: Model, today?: string): Detection {
  return runSteps(detectInSteps(text, model, today));
}

/** As `detect`, pausing after every few milliseconds of work. A caller that stops asking has cancelled. */
export function* detectInSteps(text: string, model: Model, today?: string): Generator<void, Detection> {
  const { detection } = yield* redetectInSteps(text, model, null, today);
  return detection;
}

/**
 * As `detectInSteps`, for a text that is being edited: the work is to find what differs from the text of `previous`, to
 * analyse the passages that it touches, and to combine them with the others. The detection is the same as without
 * `previous`, which may be of any text.
 */
export function* redetectInSteps(
  whole: string,
  model: Model,
  previous: Detected | null,
  today?: string,
): Generator<void, Detected> {
  const own = authorText(whole);
  yield;
  const { text } = own;
  const known = previous?.model === model ? previous : null;
  const edit = known === null ? null : editBetween(known.text, text);
  const before = known && edit && { chunks: known.chunks, length: known.text.length, edit };
  const chunks = yield* segmentText(text, before);
  const kept = known && edit && keptPassages(known, edit, text.length);
  const passages: PlacedPassage[] = [];
  let assumed = model.language;
  const isAsAssumed = (analysis: PassageAnalysis): boolean =>
    analysis.assumed === null || analysis.assumed === assumed;
  for (const { start, end } of passagesOf(text, chunks)) {
    const untouched = kept?.untouched.get(start);
    if (untouched?.end === end && isAsAssumed(untouched.analysis)) {
      assumed = languageAtEnd(untouched.analysis) ?? assumed;
      passages.push(untouched);
      continue;
    }
    const passage = text.slice(start, end);
    let analysis = kept?.others.get(passage);
    if (analysis === undefined || !isAsAssumed(analysis)) {
      analysis = analysePassage(passage, model, assumed);
      yield;
    }
    assumed = languageAtEnd(analysis) ?? assumed;
    passages.push({ start, end, opens: false, analysis });
  }
  markParagraphs(text, passages);
  const leftovers = findLeftovers(text);
  const byRules = findByRules(text, today);
  const trailers = findAiTrailers(whole, own.leftOut);
  const signs = [...leftovers, ...trailers.map((trailer) => ({ ...trailer, spans: [] }))];
  yield;
  const combined = combine(passages, whole.length, model, signs);
  yield;
  const detection = inWhole(combined, whole, own, [...leftovers, ...byRules], trailers);
  return { detection, model, text, chunks, passages };
}

/** The language of the last prose of a passage that is long enough to tell. */
const languageAtEnd = ({ parts }: PassageAnalysis): string | undefined =>
  parts.findLast(({ certain, kind }) => certain && kind === 'prose')?.language;

/** Says of each passage whether a paragraph begins with it. */
function markParagraphs(text: string, passages: PlacedPassage[]): void {
  let end = 0;
  passages.forEach((passage, i) => {
    const { start, analysis } = passage;
    const first = analysis.parts[0]?.starts[0] ?? 0;
    passages[i] = { ...passage, opens: opensAfter(text.slice(end, start + first)) };
    end = start + (analysis.parts.at(-1)?.ends.at(-1) ?? 0);
  });
}

/** A detection of the author's own prose, its places moved to the whole text, with what is said of the rest. */
function inWhole(
  detection: Detection,
  whole: string,
  { leftOut, toWhole }: AuthorText,
  leftovers: readonly Evidence[],
  trailers: readonly Evidence[],
): Detection {
  const { result } = detection;
  const placed = <Place extends Span>(place: Place): Place => ({
    ...place,
    start: toWhole(place.start),
    end: toWhole(place.end - 1) + 1,
  });
  const evidence = [...leftovers, ...result.evidence].map((one) => ({
    ...one,
    spans: one.spans.map(placed),
  }));
  return {
    ...detection,
    result: {
      ...result,
      reasons: [...result.reasons, ...leftOutReasons(whole, leftOut)],
      segments: leftOut.length === 0 ? result.segments : result.segments.map(placed),
      evidence: [...trailers, ...evidence],
    },
  };
}

interface KeptPassages {
  /** Before and after an edit, by where they begin after it. */
  untouched: Map<number, PlacedPassage>;
  /** By their text: what lies between two changes is found again so. */
  others: Map<string, PassageAnalysis>;
}

function keptPassages(
  { text, passages }: Detected,
  { prefix, suffix }: Edit,
  newLength: number,
): KeptPassages {
  const kept: KeptPassages = { untouched: new Map(), others: new Map() };
  const shift = newLength - text.length;
  for (const passage of passages) {
    const { start, end, analysis } = passage;
    if (end <= prefix) kept.untouched.set(start, passage);
    else if (start < text.length - suffix) kept.others.set(text.slice(start, end), analysis);
    else kept.untouched.set(start + shift, { ...passage, start: start + shift, end: end + shift });
  }
  return kept;
}
