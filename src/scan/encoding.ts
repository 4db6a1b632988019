import type { Reason } from '../api/report.ts';
import type { ProvenanceNotes } from './notes.ts';

/** What a report says of a text whose encoding was guessed. */
export function encodingReasons(isGuessed: boolean): Reason[] {
  if (!isGuessed) return [];
  return [{ code: 'read_as_windows_1252', message: 'Not UTF-8: read as Windows-1252 (Latin-1).' }];
}

/** These notes and, for a text whose encoding was guessed, that it was. */
export function withEncodingNote(
  notes: ProvenanceNotes | undefined,
  { isGuessed }: { readonly isGuessed: boolean },
): ProvenanceNotes | undefined {
  if (!isGuessed) return notes;
  const { reasons, evidence } = notes ?? { reasons: [], evidence: [] };
  return { reasons: [...reasons, ...encodingReasons(isGuessed)], evidence };
}
