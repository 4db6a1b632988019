import * as v from 'valibot';
import { Reason, ResultSummary, Segment } from './report.ts';

/** What the editor and its own service say to each other beside `/api/v1`: no other service offers it. */

/** Analyses a text that is being edited, and stores nothing. */
export const localDetectionsPath = '/local/detections';

/** What is sent. */
export const EditedText = v.object({
  /** A name for the document: its next text is analysed sooner than its first. */
  document: v.pipe(v.string(), v.nonEmpty(), v.maxLength(4096)),
  content: v.string(),
});
export type EditedText = v.InferOutput<typeof EditedText>;

/** How the text reads: a report's result without its evidence, and what it was made of. */
export const LocalDetection = v.object({
  ...ResultSummary.entries,
  segments: v.array(Segment),
  words: v.number(),
  language: v.string(),
});
export type LocalDetection = v.InferOutput<typeof LocalDetection>;

/**
 * What is sent for a report's page: what the editor alone knows of its text, such as its history in git. Kept for as long as
 * the pages are, and stored nowhere.
 */
export const PageNotes = v.object({ reasons: v.array(Reason) });
export type PageNotes = v.InferOutput<typeof PageNotes>;

/** Where the page of a report on this machine is: what the bundled service answers to `POST /local/reports/{id}/page`. */
export const LocalPage = v.object({
  /** The page's address, under which its privacy holds. */
  url: v.string(),
  /** An address that opens the page as its owner: once, and soon. */
  ticketUrl: v.string(),
});
export type LocalPage = v.InferOutput<typeof LocalPage>;
