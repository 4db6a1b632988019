import { LocalPage, type PageNotes } from '../api/local.ts';
import * as v from 'valibot';
import { Detection, Result } from '../api/report.ts';
import { readOne } from './responses.ts';
import { createCall, type ClientParts } from './transport.ts';

/**
 * The text of an edited document, and the document's name. Once a document was analysed, its next text is analysed
 * faster.
 */
export interface EditedText {
  document: string;
  content: string;
}

/** How a text reads. Evidence is not parsed. */
const DetectionWithoutEvidence = v.object({ ...Detection.entries, result: v.omit(Result, ['evidence']) });
type DetectionWithoutEvidence = v.InferOutput<typeof DetectionWithoutEvidence>;

/** Calls that only the service on this machine offers. Each rejects as those of `Client` do. */
export interface LocalCalls {
  /** Analyses the text of an edited document without storing anything. */
  detectEdited: (text: EditedText, signal: AbortSignal) => Promise<DetectionWithoutEvidence>;
  /** Opens the page of a report on this machine, with the editor's notes. */
  openLocalPage: (reportId: string, notes?: PageNotes) => Promise<LocalPage>;
}

export function localCalls(parts: ClientParts): LocalCalls {
  const call = createCall(parts);
  const post = (path: string, body: object, signal?: AbortSignal): Promise<Response> => {
    const headers = { 'Content-Type': 'application/json' };
    return call(path, { method: 'POST', headers, body: JSON.stringify(body) }, signal);
  };
  return {
    detectEdited: async (text, signal) =>
      readOne(await post('/api/v1/detections', text, signal), DetectionWithoutEvidence),
    openLocalPage: async (reportId, notes = { reasons: [] }) =>
      readOne(await post(`/local/reports/${encodeURIComponent(reportId)}/page`, notes), LocalPage),
  };
}
