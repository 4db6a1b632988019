import * as v from 'valibot';
import { Evidence, Reason } from '../api/report.ts';

/** What a report says besides what was found in the text: of how the file was read, and what was left out of it. */
export const ProvenanceNotes = v.object({ reasons: v.array(Reason), evidence: v.array(Evidence) });
export type ProvenanceNotes = v.InferOutput<typeof ProvenanceNotes>;

/** A report with these notes; one without a result stays as it is. */
export function withNotes<Reported extends { result: ProvenanceNotes | null }>(
  report: Reported,
  notes: ProvenanceNotes | undefined,
): Reported {
  const { result } = report;
  if (!notes || !result) return report;
  const reasons = [...result.reasons, ...notes.reasons];
  return { ...report, result: { ...result, reasons, evidence: [...notes.evidence, ...result.evidence] } };
}

/** What a report says of passages that the document's own comments ignore. */
export function ignoredReasons(ignored: readonly { words: number }[]): Reason[] {
  const words = ignored.reduce((sum, passage) => sum + passage.words, 0);
  if (words === 0) return [];
  const message = `Left out of the score: ${words} word${words === 1 ? '' : 's'} ignored by a comment in the file.`;
  return [{ code: 'left_out_ignored', message }];
}
