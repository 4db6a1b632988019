import { LocalPage, type PageNotes } from '../api/local.ts';
import * as v from 'valibot';
import { Detection, ResultSummary, Segment } from '../api/report.ts';
import { slicedArray, readOne } from './responses.ts';
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
export interface DetectionWithoutEvidence extends Omit<Detection, 'result'> {
  result: Omit<Detection['result'], 'evidence'>;
}

/**
 * Analyses the text of an edited document without storing anything.
 * @throws ApiError when it fails; the signal's reason when it was cancelled.
 */
export type DetectEdited = (text: EditedText, signal: AbortSignal) => Promise<DetectionWithoutEvidence>;

const ReadDetection = v.objectAsync({
  ...Detection.entries,
  result: v.objectAsync({ ...ResultSummary.entries, segments: slicedArray(Segment) }),
});

/**
 * Opens the page of a report on this machine, with the editor's notes. Rejects with an `ApiError`; `notFound` when
 * there is no such report.
 */
export type OpenLocalPage = (reportId: string, notes?: PageNotes) => Promise<LocalPage>;

/** Calls that only the service on this machine offers. */
export interface LocalCalls {
  detectEdited: DetectEdited;
  openLocalPage: OpenLocalPage;
}

export function localCalls(parts: ClientParts): LocalCalls {
  const call = createCall(parts);
  const post = (path: string, body: object, signal?: AbortSignal): Promise<Response> => {
    const headers = { 'Content-Type': 'application/json' };
    return call(path, { method: 'POST', headers, body: JSON.stringify(body) }, signal);
  };
  return {
    detectEdited: async (text, signal) =>
      readOne(await post('/api/v1/detections', text, signal), ReadDetection),
    openLocalPage: async (reportId, notes = { reasons: [] }) =>
      readOne(await post(`/local/reports/${encodeURIComponent(reportId)}/page`, notes), LocalPage),
  };
}
