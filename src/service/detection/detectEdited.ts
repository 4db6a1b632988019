import type { Detection } from '../../detector/detection.ts';
import type { DetectEdited } from '../service.ts';

/** The last analysis is kept of so many documents: it takes several times the memory of their texts. */
const mostKept = 4;

/**
 * Keeps the last analysis of each of a few documents, so that after an edit only what it touched is analysed.
 * @param redetect analyses a text with the help of an earlier analysis. Rejects with the signal's reason once it is
 * aborted.
 */
export function detectingEdits<Detected extends { detection: Detection }>(
  redetect: (text: string, previous: Detected | null, signal: AbortSignal) => Promise<Detected>,
): DetectEdited {
  const last = new Map<string, Detected>();
  return async (document, text, signal) => {
    const detected = await redetect(text, last.get(document) ?? null, signal);
    // Deleted first, so that the map's order is that of their last use.
    last.delete(document);
    last.set(document, detected);
    const [oldest] = last.keys();
    if (last.size > mostKept && oldest !== undefined) last.delete(oldest);
    return detected.detection;
  };
}
