import { LocalPage, type PageNotes } from '../api/local.ts';
import * as v from 'valibot';
import { Detection, ResultSummary, Segment } from '../api/report.ts';
import { longArray, readOne } from './responses.ts';
import { caller, type ClientParts } from './transport.ts';

/** What the editor asks of the service on this machine alone. */

/** A text that is being edited, and a name for its document: its next text is analysed sooner than its first. */
export interface EditedText {
  document: string;
  content: string;
}

/** How a text reads. Of what moved the score nothing is read. */
export interface EditedDetection extends Omit<Detection, 'result'> {
  result: Omit<Detection['result'], 'evidence'>;
}

/**
 * Analyses a text that is being edited and stores nothing.
 * @throws ApiError when it fails; the signal's reason when it was cancelled.
 */
export type DetectEdited = (text: EditedText, signal: AbortSignal) => Promise<EditedDetection>;

const ReadDetection = v.objectAsync({
  ...Detection.entries,
  result: v.objectAsync({ ...ResultSummary.entries, segments: longArray(Segment) }),
});

export function localDetections(parts: ClientParts): DetectEdited {
  const call = caller(parts);
  const headers = { 'Content-Type': 'application/json' };
  return async (text, signal) => {
    const init = { method: 'POST', headers, body: JSON.stringify(text) };
    return readOne(await call('/api/v1/detections', init, signal), ReadDetection);
  };
}

/** Gives the page of a report on this machine, with what the editor alone knows of it. Rejects with an `ApiError`; `notFound` when there is no such report. */
export type OpenLocalPage = (reportId: string, notes?: PageNotes) => Promise<LocalPage>;

export function createOpenLocalPage(parts: ClientParts): OpenLocalPage {
  const call = caller(parts);
  const headers = { 'Content-Type': 'application/json' };
  return async (reportId, notes = { reasons: [] }) => {
    const init = { method: 'POST', headers, body: JSON.stringify(notes) };
    return readOne(await call(`/local/reports/${encodeURIComponent(reportId)}/page`, init), LocalPage);
  };
}
