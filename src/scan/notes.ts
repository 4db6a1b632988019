import type { Evidence, Reason } from '../api/report.ts';
import type { IgnoredPassage } from '../text/blocks.ts';

/** Notes that are added to an analysis in the report: how the file was read, and what was left out. */
export interface ProvenanceNotes {
  reasons: Reason[];
  evidence: Evidence[];
}

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
  const wordsBy = (by: IgnoredPassage['by']): number =>
    totalWords(ignored.filter((passage) => passage.by === by));
  const reasons = [
    ...(notes?.reasons ?? []),
    ...leftOut('left_out_vouched', wordsBy('baseline'), 'marked as human'),
    ...leftOut('left_out_ignored', wordsBy('comment'), 'ignored by a comment in the file'),
    ...(isGuessed ? [readAsLatin] : []),
  ];
  const evidence = notes?.evidence ?? [];
  return reasons.length + evidence.length === 0 ? undefined : { reasons, evidence };
}

export function totalWords(passages: readonly { words: number }[]): number {
  return passages.reduce((sum, { words }) => sum + words, 0);
}

/** The reason for words that are left out of the score; none if there are no such words. */
export function leftOut(code: string, words: number, why: string): Reason[] {
  return words === 0 ? [] : [{ code, message: `Left out of the score: ${wordCountText(words)} ${why}.` }];
}

export function wordCountText(words: number): string {
  return `${words} word${words === 1 ? '' : 's'}`;
}

const readAsLatin: Reason = {
  code: 'read_as_windows_1252',
  message: 'Not UTF-8: read as Windows-1252 (Latin-1).',
};
