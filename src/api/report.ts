import * as v from 'valibot';

/**
 * A report as `/api/v1` emits it. Shapes and meanings: `docs` of the contract, section "Report".
 * The service builds these; the client reads a remote service's answers more tolerantly (client/).
 */

export const verdicts = ['human', 'mixed', 'ai', 'uncertain'] as const;
export const Verdict = v.picklist(verdicts);
export type Verdict = v.InferOutput<typeof Verdict>;

export const Confidence = v.picklist(['low', 'medium', 'high']);
export type Confidence = v.InferOutput<typeof Confidence>;

/** Who may read a report's page: 0 anyone with the address, 1 the owner, 2 whoever has the password. */
export const Privacy = v.picklist([0, 1, 2]);
export type Privacy = v.InferOutput<typeof Privacy>;

/** A probability, 0..1. */
export const Probability = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** UTF-16 code units into `content`, end exclusive, as JavaScript strings and VS Code count. */
export const Span = v.object({ start: Count, end: Count });
export type Span = v.InferOutput<typeof Span>;

/** A sentence; `score` is its calibrated probability of being AI-written, 0..1. */
export const Segment = v.object({ ...Span.entries, score: Probability });
export type Segment = v.InferOutput<typeof Segment>;

/** Why confidence is limited, or what a reader must know before believing the score. */
export const Reason = v.object({ code: v.string(), message: v.string() });
export type Reason = v.InferOutput<typeof Reason>;

/** Shares of the words, 0..1 each, summing to 1. */
export const Shares = v.object({ human: Probability, uncertain: Probability, ai: Probability });
export type Shares = v.InferOutput<typeof Shares>;

/** One habit that moved the score. `weight` is in log-odds: above 0 towards AI, below 0 towards a person. */
export const Evidence = v.object({
  feature: v.string(),
  label: v.string(),
  weight: v.number(),
  spans: v.array(Span),
});
export type Evidence = v.InferOutput<typeof Evidence>;

export const ResultSummary = v.object({
  score: Probability,
  verdict: Verdict,
  confidence: Confidence,
  reasons: v.array(Reason),
  shares: Shares,
});
export type ResultSummary = v.InferOutput<typeof ResultSummary>;

export const Result = v.object({
  ...ResultSummary.entries,
  segments: v.array(Segment),
  evidence: v.array(Evidence),
});
export type Result = v.InferOutput<typeof Result>;

const reportEntries = {
  id: v.string(),
  created_at: v.string(),
  generated_at: v.string(),
  title: v.nullable(v.string()),
  project: v.nullable(v.string()),
  privacy: Privacy,
  url: v.string(),
  language: v.string(),
  words: Count,
  characters: Count,
  sentences: Count,
  model: v.string(),
};

/** A report as lists show it. */
export const ReportSummary = v.object({ ...reportEntries, result: ResultSummary });
export type ReportSummary = v.InferOutput<typeof ReportSummary>;

/** A report as create and show answer it. */
export const Report = v.object({ ...reportEntries, result: Result, content: v.string() });
export type Report = v.InferOutput<typeof Report>;
