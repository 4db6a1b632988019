import type { Calibration, Model } from '../model/model.ts';
import type { ByVoice } from '../model/voices.ts';

/**
 * Each sentence's contribution to the document's logit: one entry per sentence, in document order. Arrays of
 * families follow `model.families`. `sums` adds up weight x value x scale over the n-grams that begin in a
 * sentence, `squares` their squared values.
 */
export interface SentenceSums {
  words: Uint32Array;
  /** 1 if the sentence begins a paragraph, else 0. */
  opens: Uint8Array;
  /** 1 for a whole sentence, 0 for a heading, a label or a list entry. */
  whole: Uint8Array;
  sums: ByVoice<Float64Array[]>;
  squares: Float64Array[];
}

/** A model calibrated for the kind of text of one document. */
export type Calibrated = Pick<Model, 'families' | 'stretches'> & { calibrations: ByVoice<Calibration> };
