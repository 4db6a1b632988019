import type { Detection } from './detection.ts';
import { combine, type PlacedPassage } from './document.ts';
import type { Model } from './model.ts';
import { analysePassage, type PassageAnalysis } from './passage.ts';
import { cutPassages } from './passages.ts';
import { finish } from './steps.ts';

/** A detection, and what it was made from: given to `redetect` after an edit, it saves most of the work. */
export interface Detected {
  detection: Detection;
  model: Model;
  /** The analysis of each passage, by its text: an analysis depends on nothing else. */
  passages: ReadonlyMap<string, PassageAnalysis>;
}

/** What `model` says of `text`, in one go. Any string is answered; the same string always alike. */
export function detect(text: string, model: Model): Detection {
  return finish(detectInSteps(text, model));
}

/** As `detect`, pausing after every few milliseconds of work. A caller that stops asking has cancelled. */
export function* detectInSteps(text: string, model: Model): Generator<void, Detection> {
  const { detection } = yield* redetectInSteps(text, model, null);
  return detection;
}

/**
 * As `detectInSteps`, for a text that is being edited: passages that `previous` holds are not analysed again, so that
 * the work after a small edit is a small part of the whole. The detection is the same as without `previous`.
 */
export function* redetectInSteps(
  text: string,
  model: Model,
  previous: Detected | null,
): Generator<void, Detected> {
  const known = previous?.model === model ? previous.passages : null;
  const passages = new Map<string, PassageAnalysis>();
  const placed: PlacedPassage[] = [];
  for (const { start, end } of yield* cutPassages(text)) {
    const passage = text.slice(start, end);
    let analysis = known?.get(passage);
    if (analysis === undefined) {
      analysis = analysePassage(passage, model);
      yield;
    }
    passages.set(passage, analysis);
    placed.push({ start, analysis });
  }
  return { detection: combine(placed, text.length, model), model, passages };
}
