import * as v from 'valibot';
import { Evidence, Reason } from '../api/report.ts';
import type { IgnoredPassage } from '../text/blocks.ts';

/** Notes that are added to an analysis in the report: how the file was read, and what was left out. */
export const ProvenanceNotes = v.object({ reasons: v.array(Reason), evidence: v.array(Evidence) });
export type ProvenanceNotes = v.InferOutput<typeof ProvenanceNotes>;

/** Adds notes to a report; a report without a result is returned unchanged. */
export function withNotes<Reported extends { result: ProvenanceNotes | null }>(
  report: Reported,
  notes: ProvenanceNotes | undefined,
): Reported {
  const { result } = report;
  if (!notes || !result) return report;
  const reasons = [...result.reasons, ...notes.reasons];
  return { ...report, result: { ...result, reasons, evidence: [...notes.evidence, ...result.evidence] } };
}

/**
 * The notes for a report: what was left out, what git shows, and that the encoding is a guess.
 * @returns `undefined` if there are none.
 */
export function notesOf(
  { ignored, notes }: { ignored: readonly IgnoredPassage[]; notes?: ProvenanceNotes },
  isGuessed = false,
): ProvenanceNotes | undefined {
  const reasons = [
    ...(notes?.reasons ?? []),
    ...exclusionReasons('left_out_vouched', wordsOf(ignored, 'baseline'), 'marked as human'),
    ...exclusionReasons('left_out_ignored', wordsOf(ignored, 'comment'), 'ignored by a comment in the file'),
    ...(isGuessed ? [readAsLatin] : []),
  ];
  const evidence = notes?.evidence ?? [];
  return reasons.length + evidence.length === 0 ? undefined : { reasons, evidence };
}

function wordsOf(ignored: readonly IgnoredPassage[], by: IgnoredPassage['by']): number {
  return ignored.reduce((sum, passage) => sum + (passage.by === by ? passage.words : 0), 0);
}

function exclusionReasons(code: string, words: number, which: string): Reason[] {
  if (words === 0) return [];
  return [{ code, message: `Left out of the score: ${words} word${words === 1 ? '' : 's'} ${which}.` }];
}

/** The note about a guessed encoding. */
const readAsLatin: Reason = {
  code: 'read_as_windows_1252',
  message: 'Not UTF-8: read as Windows-1252 (Latin-1).',
};
