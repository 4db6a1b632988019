import {
  LocalDetection,
  localDetectionsPath,
  LocalPage,
  type EditedText,
  type PageNotes,
} from '../api/local.ts';
import * as v from 'valibot';
import { Segment } from '../api/report.ts';
import { longArray, readOne } from './responses.ts';
import { caller, type ClientParts } from './transport.ts';

/** What only the service on this machine offers, beside the operations of every service. */

/**
 * Analyses a text that is being edited and stores nothing.
 * @throws ApiError when it fails; the signal's reason when it was cancelled.
 */
export type DetectEdited = (text: EditedText, signal: AbortSignal) => Promise<LocalDetection>;

const ReadDetection = v.objectAsync({ ...LocalDetection.entries, segments: longArray(Segment) });

export function localDetections(parts: ClientParts): DetectEdited {
  const call = caller(parts);
  const headers = { 'Content-Type': 'application/json' };
  return async (text, signal) => {
    const init = { method: 'POST', headers, body: JSON.stringify(text) };
    return readOne(await call(localDetectionsPath, init, signal), ReadDetection);
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
