import * as v from 'valibot';
import { bandIn } from '../api/bands.ts';
import {
  Confidence,
  FalseAlarms,
  Verdict,
  type Result,
  type ResultSummary,
  type Segment,
} from '../api/report.ts';
import { wholeReport, type FetchedReport, type ListedReport } from '../client/client.ts';
import { claimWithReach, falseAlarmsOf } from '../report/model/claim.ts';
import { unjudgeableReason } from '../report/model/noVerdict.ts';
import {
  isMarkable,
  ownReasonsIn,
  sentenceStrengths,
  strengthOfSegment,
  strongestFirst,
  type SentenceStrength,
} from '../report/model/sentenceMarks.ts';
import { reasonsIn, type ReportLanguage } from '../report/words/words.ts';

export const described = <Schema extends v.GenericSchema>(schema: Schema, description: string) =>
  v.pipe(schema, v.description(description));

/** Two digits, because more would suggest too much precision. */
const Score = described(
  v.nullable(v.number()),
  'For sorting and comparing, 0 to 1; null if there is none. Quote the number in “says”, not this score.',
);

const FlaggedSentence = v.object({
  page: v.optional(described(v.number(), 'The page of a PDF where it begins, from 1.')),
  paragraph: v.optional(described(v.number(), 'The paragraph of a Word file, e-book or similar, from 1.')),
  line: v.optional(described(v.number(), 'The line of the file or text where it begins, from 1.')),
  text: v.string(),
  strength: described(
    v.picklist(sentenceStrengths),
    'How strongly the sentence itself reads like AI. “passage”: only the passage around it does.',
  ),
});

const Identity = {
  id: described(v.nullable(v.string()), 'For get_report; null if no report was stored.'),
  title: v.nullable(v.string()),
  project: v.nullable(v.string()),
};

/** A scan's result for an assistant: the claim and its limits first, then the places. */
export const ReportAnswer = v.object({
  says: described(
    v.string(),
    'The claim, and how many of 1,000 human-written texts of the same kind and length score as high, if measured.',
  ),
  falseAlarms: described(
    v.nullable(FalseAlarms),
    'How many of 1,000 human-written texts score as high, and the basis; null if not measured. It is not the chance that a person wrote the text.',
  ),
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
  analysed: described(v.string(), 'Where the text was analysed: on this machine, or the host of a service.'),
  ...Identity,
  note: v.string(),
  fields: v.optional(
    described(v.record(v.string(), v.unknown()), 'Everything the service sent, if it sent no result.'),
  ),
});
export type ReportAnswer = v.InferOutput<typeof ReportAnswer>;

/** The most sentences in an answer, so that they don't fill the assistant's context. */
const maxFlagged = 40;

const caution =
  'Evidence, not proof: it can be wrong, and a false accusation is worse than no answer. With the verdict, report the reasons and, if measured, how many human-written texts score as high.';

/** An analysed text, stored or not. */
export interface Analysed {
  content: string;
  /** `null` if no report was stored. */
  id: string | null;
  title: string | null;
  project: string | null;
  words: number;
  language: string;
  /** Without evidence if none was collected. */
  result: ResultSummary & Pick<Result, 'segments'> & Partial<Pick<Result, 'evidence'>>;
}

/** The beginning of a sentence, counted from 1. */
export type FlaggedPlace = Pick<v.InferOutput<typeof FlaggedSentence>, 'line' | 'page' | 'paragraph'>;

interface About {
  /** Host name of the service, or `null` for this machine. */
  host: string | null;
  /** The language of the claim, its limits and the reasons. */
  language: ReportLanguage;
  /** The place of a UTF-16 offset in the content, if the text's source is known. */
  placeOf?: (offset: number) => FlaggedPlace;
}

export function answerOf(analysed: Analysed, { host, language, placeOf }: About): ReportAnswer {
  const { content, id, title, project, words, result } = analysed;
  const flagged = flaggedIn(content, result).sort(strongestFirst);
  return {
    says: claimWithReach(result, language),
    falseAlarms: (falseAlarmsOf(result, language) && result.false_alarms) ?? null,
    verdict: result.verdict,
    confidence: result.confidence,
    score: roundedScore(result.score),
    reasons: reasonsIn(result, language.words),
    flaggedSentences: flagged.slice(0, maxFlagged).map(({ start, end, strength }) => ({
      ...placeOf?.(start),
      text: content.slice(start, end),
      strength,
    })),
    flaggedSentencesInAll: flagged.length,
    words,
    language: analysed.language,
    analysed: host ?? thisMachine,
    id,
    title,
    project,
    note: caution,
  };
}

const thisMachine = 'on this machine';

/** The answer for a stored report. If the service's result can't be read, contains what could be. */
export function answerOfReport(fetched: FetchedReport, about: About): ReportAnswer {
  const report = wholeReport(fetched);
  if (report) return answerOf(report, about);
  const { id, title, project, fields } = fetched;
  return {
    says: 'The service’s result can’t be read.',
    falseAlarms: null,
    verdict: null,
    confidence: null,
    score: null,
    reasons: [],
    flaggedSentences: [],
    flaggedSentencesInAll: 0,
    words: null,
    language: null,
    analysed: about.host ?? thisMachine,
    id,
    title,
    project,
    note: 'Only these fields were received. Say so; do not guess a verdict.',
    fields,
  };
}

const ListedAnswer = v.object({
  ...Identity,
  created_at: v.nullable(v.string()),
  verdict: described(v.nullable(Verdict), 'null if the service sent no result.'),
  confidence: v.nullable(Confidence),
  score: Score,
});

export const ListAnswer = v.object({
  reports: v.array(ListedAnswer),
  total: described(v.nullable(v.number()), 'The total number, if the service reports it.'),
});
export type ListAnswer = v.InferOutput<typeof ListAnswer>;

export function listedAnswerOf(report: ListedReport): v.InferOutput<typeof ListedAnswer> {
  const { id, title, project, created_at, result } = report;
  const { verdict = null, confidence = null, score = null } = result ?? {};
  return { id, title, project, created_at, verdict, confidence, score: score && roundedScore(score) };
}

function roundedScore(score: number): number {
  return Math.round(score * 100) / 100;
}

function flaggedIn(
  content: string,
  result: Analysed['result'],
): (Segment & { strength: SentenceStrength })[] {
  if (unjudgeableReason(result)) return [];
  const reasons = result.evidence && ownReasonsIn(content, result.evidence);
  return result.segments
    .filter((segment) => bandIn(result, segment.score) === 'ai' && isMarkable(content, segment))
    .map((segment) => ({ ...segment, strength: strengthOfSegment(content, segment, result, reasons) }));
}
