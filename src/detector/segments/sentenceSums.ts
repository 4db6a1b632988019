/**
 * What the sentences of a document add to its logit, one entry each in document order. Arrays of families follow
 * `model.families`: the sum of weight x value x scale, and of value squared, of the n-grams that begin in a sentence.
 */
export interface SentenceSums {
  words: Uint32Array;
  sums: Float64Array[];
  squares: Float64Array[];
}
