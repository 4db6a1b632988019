import * as v from 'valibot';
import { Evidence, Reason } from '../api/report.ts';

/** What a report says besides what was found in the text: of its history, and of what a person vouched for. */
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
