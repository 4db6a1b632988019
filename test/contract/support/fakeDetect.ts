import type { Detection } from '../../../src/api/report.ts';
import { runSteps } from '../../../src/detector/detect.ts';
import type { ServiceParts } from '../../../src/service/service.ts';
import { analysisInSteps, type Analysis, runInSteps } from '../../../src/service/detection/analysis.ts';

/** Texts that the fake detector treats otherwise than the rest. */
export const endless = 'This text takes for ever.';
export const failing = 'This text makes the detector fail.';
export const killing = 'This text kills the thread.';

/** A detector without a model, for what lies around it: the same text has the same result. */
export const fakeDetect = (text: string, signal: AbortSignal): Promise<Analysis> =>
  runInSteps(steps(text), signal);

function* steps(text: string): Generator<void, Analysis> {
  if (text === failing) throw new Error('a secret of the detector');
  if (text === killing) process.exit(1); // in a worker this ends the thread
  const maxSteps = text === endless ? 1e9 : 2;
  for (let step = 0; step < maxSteps; step++) yield;
  return analysisOf(detectionOf(text), text);
}

/** @param text one line as long as the detection says, if left out. */
export function analysisOf(detection: Detection, text = 'x'.repeat(detection.characters)): Analysis {
  return runSteps(analysisInSteps(text, detection));
}

export const fakeModels: ServiceParts['models'] = () => [
  {
    model: 'fake 1.0',
    language: 'en',
    false_alarms: [
      { kind: null, min_words: 60, max_words: 149, texts: 10, levels: [] },
      { kind: 'essays', min_words: 60, max_words: null, texts: 900, levels: [{ per_1000: 12, score: 0.25 }] },
    ],
  },
];

export function detectionOf(text: string): Detection {
  return {
    model: 'fake 1.0',
    language: 'en',
    words: text.split(/\s+/u).length,
    characters: text.length,
    sentences: 1,
    result: {
      score: 0.25,
      verdict: 'uncertain',
      confidence: 'low',
      reasons: [{ code: 'too_short', message: 'The text is short.' }],
      shares: { human: 0.5, uncertain: 0.25, ai: 0.25 },
      false_alarms: { per_1000: 12, texts: 900, kind: 'essays', min_words: 60, max_words: null },
      segments: [{ start: 0, end: text.length, score: 0.25, own_score: 0.125 }],
      evidence: [{ feature: 'f', label: 'A habit', weight: -0.5, spans: [{ start: 0, end: 1 }] }],
    },
  };
}
