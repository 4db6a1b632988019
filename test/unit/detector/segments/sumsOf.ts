import { eachVoice, type Voice } from '../../../../src/detector/model/voices.ts';
import type { Calibrated } from '../../../../src/detector/model/calibration.ts';
import type { SentenceSums } from '../../../../src/detector/model/score.ts';
import { seeded } from '../../../../lab/training/random.ts';
import { arbitraryModel } from '../model-for-tests.ts';

const arbitrary = arbitraryModel();
/** A model for documents whose evidence is made up. */
export const model: Calibrated = {
  families: arbitrary.families,
  stretches: arbitrary.stretches,
  calibrations: eachVoice((voice) => arbitrary.voices[voice].calibration),
};

/** Words of a sentence. */
const words = 20;

/** Levels of evidence a word, as human-written and AI texts have them in the chat voice. */
export const human = -0.07;
export const ai = 0.12;

export const times = (count: number, level: number): number[] => new Array<number>(count).fill(level);

/** A document of paragraphs of sentences of 20 words, each with so much evidence a word, and scatter as in real texts. */
export function sumsOf(
  paragraphs: readonly (readonly number[])[],
  seed = 1,
  voice: Voice = 'chat',
): SentenceSums {
  const random = seeded(seed);
  const evidence = paragraphs.flat().map((level) => {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return level * words + 0.38 * Math.sqrt(words) * normal;
  });
  return {
    words: new Uint32Array(evidence.length).fill(words),
    whole: new Uint8Array(evidence.length).fill(1),
    opens: Uint8Array.from(paragraphs.flatMap((levels) => levels.map((_, s) => (s === 0 ? 1 : 0)))),
    sums: eachVoice((each) =>
      model.families.map(() =>
        each === voice ? Float64Array.from(evidence) : new Float64Array(evidence.length),
      ),
    ),
    squares: model.families.map(() => new Float64Array(evidence.length).fill(words)),
  };
}
