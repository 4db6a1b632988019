import type { Calibration, Model } from '../model/model.ts';
import type { ByVoice } from '../model/voices.ts';

/**
 * What the sentences of a document add to its logit, one entry each in document order. Arrays of families follow
 * `model.families`: the sum of weight x value x scale, and of value squared, of the n-grams that begin in a sentence.
 */
export interface SentenceSums {
  words: Uint32Array;
  /** 1 where a sentence begins a paragraph, else 0. */
  opens: Uint8Array;
  /** 1 where it is a whole sentence, not a heading, a label or an entry of a list. */
  whole: Uint8Array;
  sums: ByVoice<Float64Array[]>;
  squares: Float64Array[];
}

/** A model for one document: calibrated for what kind of text that is. */
export type Calibrated = Pick<Model, 'families' | 'stretches'> & { calibrations: ByVoice<Calibration> };
