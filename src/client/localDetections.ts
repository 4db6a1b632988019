import { LocalDetection, localDetectionsPath, type EditedText } from '../api/local.ts';
import { caller, type ClientParts } from './call.ts';
import { readOne } from './envelopes.ts';

/**
 * Analyses a text that is being edited and stores nothing. Only the bundled service can.
 * @throws ApiError when it fails; the signal's reason when it was cancelled.
 */
export type DetectEdited = (text: EditedText, signal: AbortSignal) => Promise<LocalDetection>;

export function localDetections(parts: ClientParts): DetectEdited {
  const call = caller(parts);
  const headers = { 'Content-Type': 'application/json' };
  return async (text, signal) => {
    const init = { method: 'POST', headers, body: JSON.stringify(text) };
    return readOne(await call(localDetectionsPath, init, signal), LocalDetection);
  };
}
