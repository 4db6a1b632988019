import type { Evidence, Span } from '../api/report.ts';
import { type Detection, combine, type PlacedPassage } from './document.ts';
import { editBetween, type Edit } from './edit.ts';
import { findAiTrailers, findLeftovers } from './leftovers.ts';
import { findByRules } from './rules.ts';
import type { Model } from './model/model.ts';
import { leftOutReasons, authorText, type AuthorText } from './authorText.ts';
import { analysePassage, hasBlankLine, type PassageAnalysis } from './segments/passage.ts';
import { passagesOf, segmentText, type Chunk } from './segments/passages.ts';
import { runSteps } from './steps.ts';

/** A detection with its intermediate results, from which `detectInSteps` saves most of the work after an edit. */
export interface Detected {
  detection: Detection;
  model: Model;
  /** The scored text: the author's own prose (`authorText`). */
  text: string;
  chunks: readonly Chunk[];
  passages: readonly PlacedPassage[];
}

/**
 * Analyses `text` with `model` in one go. Any string is valid, and results are deterministic.
 * @param today as `2026-11-30`, to recognise future dates.
 */
export function detect(text: string, model: Model, today?: string): Detection {
  return runSteps(detectInSteps(text, model, null, today)).detection;
}

/**
 * Like `detect`, but pauses every few milliseconds. To cancel, stop iterating.
 * @param previous the analysis of any earlier text. Passages that occur in it are not analysed again, which saves
 *   time after an edit and does not change the result.
 */
export function* detectInSteps(
  whole: string,
  model: Model,
  previous: Detected | null = null,
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
  const matchesAssumedLanguage = (analysis: PassageAnalysis): boolean =>
    analysis.assumed === null || analysis.assumed === assumed;
  for (const { start, end } of passagesOf(text, chunks)) {
    const untouched = kept?.untouched.get(start);
    if (untouched?.end === end && matchesAssumedLanguage(untouched.analysis)) {
      assumed = languageAtEnd(untouched.analysis) ?? assumed;
      passages.push(untouched);
      continue;
    }
    const passage = text.slice(start, end);
    let analysis = kept?.others.get(passage);
    if (analysis === undefined || !matchesAssumedLanguage(analysis)) {
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
  const detection = movedToWholeText(combined, whole, own, [...leftovers, ...byRules], trailers);
  return { detection, model, text, chunks, passages };
}

/** The language of the last part of a passage that is long enough to identify. */
const languageAtEnd = ({ parts }: PassageAnalysis): string | undefined =>
  parts.findLast(({ certain, kind }) => certain && kind === 'prose')?.language;

/** Records for each passage whether it begins a paragraph. */
function markParagraphs(text: string, passages: PlacedPassage[]): void {
  let end = 0;
  passages.forEach((passage, i) => {
    const { start, analysis } = passage;
    const first = analysis.parts[0]?.starts[0] ?? 0;
    passages[i] = { ...passage, opens: hasBlankLine(text.slice(end, start + first)) };
    end = start + (analysis.parts.at(-1)?.ends.at(-1) ?? 0);
  });
}

/** Moves the offsets of a detection from the author's prose to the whole text, and adds the findings in the rest. */
function movedToWholeText(
  detection: Detection,
  whole: string,
  { leftOut, toOffsetInWhole }: AuthorText,
  leftovers: readonly Evidence[],
  trailers: readonly Evidence[],
): Detection {
  const { result } = detection;
  const inWholeText = <Place extends Span>(place: Place): Place => ({
    ...place,
    start: toOffsetInWhole(place.start),
    end: toOffsetInWhole(place.end - 1) + 1,
  });
  const evidence = [...leftovers, ...result.evidence].map((one) => ({
    ...one,
    spans: one.spans.map(inWholeText),
  }));
  return {
    ...detection,
    result: {
      ...result,
      reasons: [...result.reasons, ...leftOutReasons(whole, leftOut)],
      segments: leftOut.length === 0 ? result.segments : result.segments.map(inWholeText),
      evidence: [...trailers, ...evidence],
    },
  };
}

interface KeptPassages {
  /** Passages that an edit left unchanged, by their start after the edit. */
  untouched: Map<number, PlacedPassage>;
  /** Analyses of passages by their text, reused between edits. */
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
