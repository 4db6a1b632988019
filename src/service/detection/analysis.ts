import type { ResultSummary } from '../../api/report.ts';
import type { Detection } from '../../detector/detection.ts';

/**
 * A detection as the service hands it on: what may be long, an entry for each sentence, is written once, where it is
 * made, and travels, is stored and is answered as text.
 */
export interface Analysis extends Omit<Detection, 'result'> {
  result: ResultSummary;
  /** JSON of an object with the `segments` and the `evidence` of the result, without white space around it. */
  details: string;
}

export function analysisOf({ result, ...same }: Detection): Analysis {
  const { score, verdict, confidence, reasons, shares, segments, evidence } = result;
  return {
    ...same,
    result: { score, verdict, confidence, reasons, shares },
    details: JSON.stringify({ segments, evidence }),
  };
}
