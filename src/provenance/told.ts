import * as v from 'valibot';
import { Evidence, Reason } from '../api/report.ts';

/** What a report says besides what was found in the text. */
export const Told = v.object({ reasons: v.array(Reason), evidence: v.array(Evidence) });
export type Told = v.InferOutput<typeof Told>;

/** A report with what its text's history tells. One without a result tells nothing. */
export function withTold<Reported extends { result: Told | null }>(
  report: Reported,
  told: Told | undefined,
): Reported {
  const { result } = report;
  if (!told || !result) return report;
  const reasons = [...result.reasons, ...told.reasons];
  return { ...report, result: { ...result, reasons, evidence: [...told.evidence, ...result.evidence] } };
}
