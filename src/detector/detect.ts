import type { Detection, Evidence, Span } from '../api/report.ts';
import { combine, type PlacedPassage } from './document.ts';
import { findAiTrailers, findByRules, findLeftovers } from './signs.ts';
import type { Model } from './model/model.ts';
import { leftOutReasons, authorText, type AuthorText } from './authorText.ts';
import { analysePassage, hasBlankLine, type PassageAnalysis } from './segments/passage.ts';
import { type Cuts, cutsOf, passagesOf } from './segments/passages.ts';

/** A detection with the analyses that `detectInSteps` can use again after an edit. */
export interface Detected {
  detection: Detection;
  model: Model;
  /** The scored text: the author's own prose (`authorText`). */
  text: string;
  cuts: Cuts;
  passages: readonly PlacedPassage[];
  /** By the passage's text. */
  analyses: ReadonlyMap<string, PassageAnalysis>;
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
  const cuts = cutsOf(text, known);
  const analyses = new Map<string, PassageAnalysis>();
  const passages: PlacedPassage[] = [];
  let assumed = model.language;
  let lastEnd = 0;
  for (const { start, end } of passagesOf(text, cuts)) {
    const passage = text.slice(start, end);
    let analysis = known?.analyses.get(passage);
    if (analysis === undefined || (analysis.assumed !== null && analysis.assumed !== assumed)) {
      analysis = analysePassage(passage, model, assumed);
      yield;
    }
    analyses.set(passage, analysis);
    const { parts } = analysis;
    assumed = parts.findLast(({ certain, kind }) => certain && kind === 'prose')?.language ?? assumed;
    const opens = hasBlankLine(text.slice(lastEnd, start + (parts[0]?.starts[0] ?? 0)));
    passages.push({ start, end, opens, analysis });
    lastEnd = start + (parts.at(-1)?.ends.at(-1) ?? 0);
  }
  const leftovers = findLeftovers(text);
  const byRules = findByRules(text, today);
  const trailers = findAiTrailers(whole, own.leftOut);
  const signs = [...leftovers, ...trailers.map((trailer) => ({ ...trailer, spans: [] }))];
  yield;
  const combined = combine(passages, whole.length, model, signs);
  yield;
  const detection = movedToWholeText(combined, whole, own, [...leftovers, ...byRules], trailers);
  return { detection, model, text, cuts, passages, analyses };
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

/** Runs a stepwise computation to its end without yielding. */
export function runSteps<Result>(steps: Generator<void, Result>): Result {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
