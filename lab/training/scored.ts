import type { Voice } from '../../src/detector/model/voices.ts';
import type { Confidence, Verdict } from '../../src/api/report.ts';

/** A labelled text with what was said of it. */
export interface Scored {
  /** Texts that a text is compared with where its own source or kind holds one class only. */
  genre: string;
  source: string;
  domain: string;
  /** BCP 47 tag, or `und`. */
  language: string;
  /** Null for human texts and where the source does not say. */
  generator: string | null;
  /** What the corpus did to the text (`polish`, `paraphrase` ...); null for nothing. */
  edit: string | null;
  /** The attack of a text that was roughed up for the evaluation, `none` of its clean twin; null of all others. */
  attack: string | null;
  /** Texts of one prompt or document, within the source. */
  cluster: string;
  /** Written by a model of before 2022 that only continues a text (`isBaseModel`). */
  isBaseModel: boolean;
  /** Several texts of one document, taken as one; else a text by itself. */
  isWhole?: boolean;
  isAi: boolean;
  /** Of an AI text; null for people's. */
  voice: Voice | null;
  /** Of a mirror: how it was asked for. */
  style: string | null;
  words: number;
  /** Probability of being AI-written, 0..1. */
  score: number;
  verdict: Verdict;
  confidence: Confidence;
}
