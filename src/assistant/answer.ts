import { bandIn } from '../api/bands.ts';
import type { Confidence, Report, Verdict } from '../api/report.ts';
import { wholeReport, type FetchedReport, type ListedReport } from '../client/client.ts';
import { claimOf, confidenceOf } from '../report/model/claim.ts';
import { unjudgeableReason } from '../report/model/noVerdict.ts';
import { isMarkable, strengthOf, wordsOf, type Strength } from '../report/model/sentenceMarks.ts';
import type { ReportWords } from '../report/words/reportWords.ts';
import { reasonsIn } from '../report/words/translated.ts';

/** A sentence that reads like AI. */
interface FlaggedSentence {
  /** Where it begins in the file, from 1; absent for text that was handed over. */
  line?: number;
  text: string;
  /** How strongly it reads so: of one sentence less is known than a number would say. */
  strength: Strength;
}

/** What an assistant gets of a scan: the claim and its limits first, then the places. */
export interface ReportAnswer {
  id: string;
  title: string | null;
  project: string | null;
  /** The claim in a sentence, and how far to believe it. */
  says: string;
  verdict: Verdict;
  confidence: Confidence;
  /** The calibrated probability that the text is AI-written, 0..1. */
  score: number;
  /** What limits the confidence. */
  reasons: string[];
  words: number;
  language: string;
  /** At most `maxFlagged`, in the order of the text. */
  flaggedSentences: FlaggedSentence[];
  flaggedSentencesInAll: number;
  /** Host name of the service that analysed the text. */
  analysed: string;
  note: string;
}

/** A report of a service that sent less than a result: what did come, as it came. */
export interface FieldsAnswer {
  id: string;
  note: string;
  fields: Readonly<Record<string, unknown>>;
}

/** As many as an assistant can use without its context filling up. */
const maxFlagged = 40;

const caution =
  'Evidence, not proof: it can be wrong, and a false accusation is worse than no answer. Report the confidence and the reasons with the verdict.';

/**
 * @param host of the service, or `null` for this machine.
 * @param words what the claim, its limits and the reasons are written in.
 * @param lineOf the line, from 1, of a UTF-16 offset of the content, where the content came from a file.
 */
export function answerOf(
  fetched: FetchedReport,
  host: string | null,
  words: ReportWords,
  lineOf?: (offset: number) => number,
): ReportAnswer | FieldsAnswer {
  const report = wholeReport(fetched);
  if (!report) {
    return {
      id: fetched.id,
      note: 'The service sent no result that can be read, only these fields. Say so; do not guess a verdict.',
      fields: fetched.fields,
    };
  }
  const { result } = report;
  const flagged = flaggedIn(report);
  return {
    id: report.id,
    title: report.title,
    project: report.project,
    says: `${claimOf(result, words)}. ${confidenceOf(result, words)}`,
    verdict: result.verdict,
    confidence: result.confidence,
    score: result.score,
    reasons: reasonsIn(result, words),
    words: report.words,
    language: report.language,
    flaggedSentences: flagged.slice(0, maxFlagged).map((segment) => ({
      ...(lineOf && { line: lineOf(segment.start) }),
      text: report.content.slice(segment.start, segment.end),
      strength: strengthOf(segment.score, wordsOf(report.content, segment), result),
    })),
    flaggedSentencesInAll: flagged.length,
    analysed: host ?? 'on this machine',
    note: caution,
  };
}

/** A report in a list. */
export interface ListedAnswer {
  id: string;
  title: string | null;
  project: string | null;
  created_at: string | null;
  /** `null` where the service sent no result. */
  verdict: Verdict | null;
  confidence: Confidence | null;
  score: number | null;
}

export function listedAnswerOf({ id, title, project, created_at, result }: ListedReport): ListedAnswer {
  const { verdict = null, confidence = null, score = null } = result ?? {};
  return { id, title, project, created_at, verdict, confidence, score };
}

function flaggedIn({ content, result }: Report): Report['result']['segments'] {
  if (unjudgeableReason(result)) return [];
  return result.segments.filter(
    (segment) => bandIn(result, segment.score) === 'ai' && isMarkable(content, segment),
  );
}
