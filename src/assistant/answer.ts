import * as v from 'valibot';
import { bandIn } from '../api/bands.ts';
import { Confidence, Verdict, type Result, type ResultSummary, type Segment } from '../api/report.ts';
import { wholeReport, type FetchedReport, type ListedReport } from '../client/client.ts';
import { claimOf, confidenceOf } from '../report/model/claim.ts';
import { unjudgeableReason } from '../report/model/noVerdict.ts';
import { isMarkable, strengthOf, strengths, wordsOf } from '../report/model/sentenceMarks.ts';
import type { ReportWords } from '../report/words/reportWords.ts';
import { reasonsIn } from '../report/words/words.ts';

const described = <Schema extends v.GenericSchema>(schema: Schema, description: string) =>
  v.pipe(schema, v.description(description));

/** Two digits: more would say more than is known. */
const Score = described(
  v.nullable(v.number()),
  'The calibrated probability that the text is AI-written, 0 to 1; null where there is none.',
);

const FlaggedSentence = v.object({
  page: v.optional(described(v.number(), 'The page of a PDF that it begins on, from 1.')),
  paragraph: v.optional(
    described(v.number(), 'The paragraph of a Word file, e-book and their like that it is in, from 1.'),
  ),
  line: v.optional(described(v.number(), 'Where it begins, from 1, in the file or the text that was given.')),
  text: v.string(),
  strength: described(
    v.picklist(strengths),
    'How strongly it reads like AI: of one sentence less is known than a number would say.',
  ),
});

const Identity = {
  id: described(v.nullable(v.string()), 'For get_report; null where no report was stored.'),
  title: v.nullable(v.string()),
  project: v.nullable(v.string()),
};

/** What an assistant gets of a scan: the claim and its limits first, then the places. */
export const ReportAnswer = v.object({
  says: described(v.string(), 'The claim in a sentence, and how far to believe it.'),
  verdict: v.nullable(Verdict),
  confidence: v.nullable(Confidence),
  score: Score,
  reasons: described(v.array(v.string()), 'What limits the confidence.'),
  flaggedSentences: described(
    v.array(FlaggedSentence),
    'Sentences that read like AI, the strongest first; at most 40.',
  ),
  flaggedSentencesInAll: v.number(),
  words: v.nullable(v.number()),
  language: v.nullable(v.string()),
  analysed: described(v.string(), 'Where: on this machine, or the host of a service.'),
  ...Identity,
  note: v.string(),
  fields: v.optional(
    described(v.record(v.string(), v.unknown()), 'All that a service sent, where it sent no result.'),
  ),
});
export type ReportAnswer = v.InferOutput<typeof ReportAnswer>;

/** As many as an assistant can use without its context filling up. */
const maxFlagged = 40;

const caution =
  'Evidence, not proof: it can be wrong, and a false accusation is worse than no answer. Report the confidence and the reasons with the verdict.';

/** A text that was analysed, whether a report of it was stored or not. */
export interface Analysed {
  content: string;
  /** `null` where nothing was stored. */
  id: string | null;
  title: string | null;
  project: string | null;
  words: number;
  language: string;
  result: ResultSummary & Pick<Result, 'segments'>;
}

/** Where a sentence begins, counted from 1. */
export type Place = Pick<v.InferOutput<typeof FlaggedSentence>, 'line' | 'page' | 'paragraph'>;

interface About {
  /** Host name of the service, or `null` for this machine. */
  host: string | null;
  /** What the claim, its limits and the reasons are written in. */
  words: ReportWords;
  /** Where a UTF-16 offset of the content stands, where there is something to count in. */
  placeOf?: (offset: number) => Place;
}

export function answerOf(analysed: Analysed, { host, words, placeOf }: About): ReportAnswer {
  const { content, id, title, project, result, language } = analysed;
  const flagged = flaggedIn(content, result).sort((a, b) => b.score - a.score);
  return {
    says: `${claimOf(result, words)}. ${confidenceOf(result, words)}`,
    verdict: result.verdict,
    confidence: result.confidence,
    score: twoDigits(result.score),
    reasons: reasonsIn(result, words),
    flaggedSentences: flagged.slice(0, maxFlagged).map((segment) => ({
      ...placeOf?.(segment.start),
      text: content.slice(segment.start, segment.end),
      strength: strengthOf(segment.score, wordsOf(content, segment), result),
    })),
    flaggedSentencesInAll: flagged.length,
    words: analysed.words,
    language,
    analysed: analysedWhere(host),
    id,
    title,
    project,
    note: caution,
  };
}

/** What a service answered; where it sent less than a result, what did come, as it came. */
export function answerOfReport(fetched: FetchedReport, about: About): ReportAnswer {
  const report = wholeReport(fetched);
  if (report) return answerOf(report, about);
  return {
    says: 'The service sent no result that can be read.',
    verdict: null,
    confidence: null,
    score: null,
    reasons: [],
    flaggedSentences: [],
    flaggedSentencesInAll: 0,
    words: null,
    language: null,
    analysed: analysedWhere(about.host),
    id: fetched.id,
    title: fetched.title,
    project: fetched.project,
    note: 'Only these fields came. Say so; do not guess a verdict.',
    fields: fetched.fields,
  };
}

const ListedAnswer = v.object({
  ...Identity,
  created_at: v.nullable(v.string()),
  verdict: described(v.nullable(Verdict), 'null where the service sent no result.'),
  confidence: v.nullable(Confidence),
  score: Score,
});

export const ListAnswer = v.object({
  reports: v.array(ListedAnswer),
  total: described(v.nullable(v.number()), 'How many there are in all, where the service says it.'),
});
export type ListAnswer = v.InferOutput<typeof ListAnswer>;

export function listedAnswerOf({
  id,
  title,
  project,
  created_at,
  result,
}: ListedReport): v.InferOutput<typeof ListedAnswer> {
  const { verdict = null, confidence = null, score = null } = result ?? {};
  return { id, title, project, created_at, verdict, confidence, score: score && twoDigits(score) };
}

function twoDigits(score: number): number {
  return Math.round(score * 100) / 100;
}

function analysedWhere(host: string | null): string {
  return host ?? 'on this machine';
}

function flaggedIn(content: string, result: Analysed['result']): Segment[] {
  if (unjudgeableReason(result)) return [];
  return result.segments.filter(
    (segment) => bandIn(result, segment.score) === 'ai' && isMarkable(content, segment),
  );
}
