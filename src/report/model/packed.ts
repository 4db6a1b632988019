import * as v from 'valibot';
import { Evidence, Report, ResultSummary } from '../../api/report.ts';

/**
 * A report as it is posted to its panel. VS Code writes messages as JSON, which for the 100,000 sentences of
 * megabytes would block the extension host, and passes buffers on as they are.
 */
const Packed = v.object({
  ...v.omit(Report, ['content', 'result']).entries,
  /** In UTF-8. */
  content: v.instance(Uint8Array),
  result: v.object({
    ...ResultSummary.entries,
    evidence: v.array(Evidence),
    /** Of each, one after the other: start, end, score. */
    segments: v.instance(Float64Array),
  }),
});
export type Packed = v.InferOutput<typeof Packed>;

/** A packed report, as the report that it was. */
export const PackedReport = v.pipe(Packed, v.transform(unpacked), Report);

/** What `PackedReport` reads. A half of a character, which UTF-8 can't say, becomes U+FFFD; offsets stay. */
export function packed({ content, result, ...report }: Report): Packed {
  const segments = new Float64Array(result.segments.length * 3);
  let at = 0;
  for (const { start, end, score } of result.segments) {
    segments[at++] = start;
    segments[at++] = end;
    segments[at++] = score;
  }
  return { ...report, content: new TextEncoder().encode(content), result: { ...result, segments } };
}

/** A byte order mark is part of the content. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function unpacked({ content, result, ...report }: Packed): Report {
  const segments = Array.from({ length: result.segments.length / 3 }, (_, i) => {
    const [start = NaN, end = NaN, score = NaN] = result.segments.subarray(i * 3, i * 3 + 3);
    return { start, end, score };
  });
  return { ...report, content: decoder.decode(content), result: { ...result, segments } };
}
