import type { Voice } from '../../src/detector/model/voices.ts';
import type { Confidence, Verdict } from '../../src/api/report.ts';

/** A labelled text with its result. */
export interface Scored {
  /** Texts of the genre are added for comparison if a group has one class only. */
  genre: string;
  source: string;
  domain: string;
  /** BCP 47 tag, or `und`. */
  language: string;
  /** Null for human texts and if the source does not state it. */
  generator: string | null;
  /** How the corpus changed the text (`polish`, `paraphrase` ...); null if unchanged. */
  edit: string | null;
  /** The attack on a text of the evaluation, `none` for its clean twin; null for all others. */
  attack: string | null;
  /** Texts of one prompt or document, within the source. */
  cluster: string;
  /** Whether a model from before 2022 that only continues texts wrote it (`isBaseModel`). */
  isBaseModel: boolean;
  /** Whether it is a document joined from several texts. */
  isWhole?: boolean;
  isAi: boolean;
  /** The voice of an AI text; null for people's. */
  voice: Voice | null;
  /** The style of a mirror. */
  style: string | null;
  words: number;
  /** Probability of being AI-written, 0..1. */
  score: number;
  verdict: Verdict;
  confidence: Confidence;
}
