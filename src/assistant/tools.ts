import * as v from 'valibot';
import { isTooLong } from '../api/limits.ts';
import {
  Confidence,
  FalseAlarms,
  Verdict,
  type Reason,
  type Result,
  type ResultSummary,
} from '../api/report.ts';
import { wholeReport, type Client, type FetchedReport, type ListedReport } from '../client/client.ts';
import { ApiError } from '../client/errors.ts';
import { claimWithReach, falseAlarmsOf } from '../report/model/claim.ts';
import { sentenceStrengths, strongestFirst } from '../report/model/sentenceMarks.ts';
import { sentencesOf } from '../report/model/sentences.ts';
import { reasonsIn, type ReportLanguage } from '../report/words/words.ts';
import { placeFinder } from '../text/lines.ts';

const described = <Schema extends v.GenericSchema>(schema: Schema, description: string) =>
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
const ReportAnswer = v.object({
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
type ReportAnswer = v.InferOutput<typeof ReportAnswer>;

const ListedAnswer = v.object({
  ...Identity,
  created_at: v.nullable(v.string()),
  verdict: described(v.nullable(Verdict), 'null if the service sent no result.'),
  confidence: v.nullable(Confidence),
  score: Score,
});

const ListAnswer = v.object({
  reports: v.array(ListedAnswer),
  total: described(v.nullable(v.number()), 'The total number, if the service reports it.'),
});

/** An analysed text, stored or not. */
interface Analysed {
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

/** Where a sentence begins, counted from 1. */
type FlaggedPlace = Pick<v.InferOutput<typeof FlaggedSentence>, 'line' | 'page' | 'paragraph'>;

/** The parts that the tools need. */
export interface AssistantParts {
  client: Client;
  /** Host name of the service that analyses texts, or `null` for this machine. */
  host: string | null;
  /** The language of the claims, their limits and the reasons. */
  language: ReportLanguage;
  /** Analyses a text without storing it. If absent, every scan stores a report, because remote services always do. */
  detect?: (content: string, signal: AbortSignal) => Promise<Pick<Analysed, 'words' | 'language' | 'result'>>;
  /**
   * Reads the prose in a file.
   * @throws an error that says why there is nothing to scan.
   */
  readFile: (path: string, signal: AbortSignal) => Promise<FileToScan>;
}

export interface FileToScan {
  content: string;
  /** At most 255 characters. */
  title?: string | undefined;
  project?: string;
  /** The place in the file of a UTF-16 offset in the content. */
  placeOf: (offset: number) => FlaggedPlace;
  /** The report's notes on how the file was read and what was left out. */
  reasons: readonly Reason[];
}

/** A tool for assistants, independent of the protocol. */
export interface AssistantTool<Input, Answer> {
  name: string;
  title: string;
  /** Tells the model what the tool does, when to use it and what the answer means. */
  description: string;
  input: v.GenericSchema<unknown, Input>;
  output: v.GenericSchema<unknown, Answer>;
  /** Whether a call sends a text to the service. Other tools only read. */
  scans: boolean;
  /** @throws ApiError when the service rejects the call or can't be reached. */
  run(parts: AssistantParts, input: Input, signal: AbortSignal): Promise<Answer>;
}

/** Infers the types of a tool from its schemas. */
const defineTool = <Input, Answer>(tool: AssistantTool<Input, Answer>) => tool;

/** The schema of a tool's arguments. An error names a missing or unknown argument for the model. */
const argumentsOf = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject(entries, ({ expected, received }) =>
    expected === 'never'
      ? `Unknown argument ${received}. Arguments: ${Object.keys(entries).join(', ')}.`
      : `${expected} is missing.`,
  );

const meaning =
  'The answer has a verdict (human, mixed, ai or uncertain), how many of 1,000 human-written texts of the same kind and length score as high (if measured; it is not the chance that a person wrote the text), reasons, and the sentences that read like AI. Under 60 words, or in a language that is not judged, no verdict is given. It is evidence, never proof.';

const store = v.optional(
  described(
    v.boolean('"store" must be true or false.'),
    'Whether to store a report for list_reports and get_report. A remote service stores one for every text.',
  ),
  false,
);

export const scanText = defineTool({
  name: 'scan_text',
  title: 'Scan Text',
  description: `Says whether a text reads like AI. ${meaning} Line numbers refer to the text.`,
  input: argumentsOf({
    text: described(
      v.pipe(v.string(), v.nonEmpty('"text" is empty. Send the prose to judge.')),
      'The prose to judge, without code or markup; at least 60 words, at most 1 MiB.',
    ),
    title: v.optional(
      described(
        v.pipe(v.string(), v.maxLength(255, '"title" is longer than 255 characters. Shorten it.')),
        'The report’s title.',
      ),
    ),
    store,
  }),
  output: ReportAnswer,
  scans: true,
  run: (parts, { text, title, store }, signal) => {
    const placeAt = placeFinder(text);
    const placeOf = (offset: number): FlaggedPlace => ({ line: placeAt(offset).line });
    return scan(
      parts,
      { content: text, title: title === '' ? undefined : title, placeOf, reasons: [] },
      store,
      signal,
    );
  },
});

/** Analyses a text, and stores a report if requested or unavoidable. */
async function scan(
  { client, detect, ...service }: AssistantParts,
  { content, title, project, placeOf, reasons }: FileToScan,
  store: boolean,
  signal: AbortSignal,
): Promise<ReportAnswer> {
  if (isTooLong(content)) {
    throw new ApiError('tooLarge', 'The text is longer than 1 MiB, the limit for one scan. Send part of it.');
  }
  const about = { ...service, placeOf };
  const withReasons = <Some extends Pick<ResultSummary, 'reasons'>>(result: Some): Some => ({
    ...result,
    reasons: [...result.reasons, ...reasons],
  });
  if (store || !detect) {
    const named = { ...(title !== undefined && { title }), ...(project !== undefined && { project }) };
    const report = await client.scan({ content, ...named }, { signal });
    return answerOfReport({ ...report, result: report.result && withReasons(report.result) }, about);
  }
  const { result, ...counts } = await detect(content, signal);
  const names = { id: null, title: title ?? null, project: project ?? null };
  return answerOf({ content, ...names, ...counts, result: withReasons(result) }, about);
}

export const scanFile = defineTool({
  name: 'scan_file',
  title: 'Scan File',
  description: `Says whether the prose in a file reads like AI. ${meaning} Line numbers refer to the file.`,
  input: argumentsOf({
    path: described(
      v.pipe(v.string(), v.nonEmpty('"path" is empty. Name the file.')),
      'The path of the file, absolute or relative to a workspace folder; files outside are not read. Inkling reads the prose of Markdown, LaTeX, HTML, plain text and other formats, without code and markup.',
    ),
    store,
  }),
  output: ReportAnswer,
  scans: true,
  run: async (parts, { path, store }, signal) =>
    scan(parts, await parts.readFile(path, signal), store, signal),
});

export const listReports = defineTool({
  name: 'list_reports',
  title: 'List Reports',
  description: 'Lists the newest 25 reports of earlier scans with id, title, project, date and verdict.',
  input: argumentsOf({
    project: v.optional(described(v.string(), 'Only reports of the project with exactly this name.')),
  }),
  output: ListAnswer,
  scans: false,
  run: async ({ client }, { project }, signal) => {
    const page = await client.listReports(
      { per_page: 25, ...(project !== undefined && { project }) },
      { signal },
    );
    return { reports: page.items.map(listedAnswerOf), total: page.total };
  },
});

export const getReport = defineTool({
  name: 'get_report',
  title: 'Show Report',
  description: `Shows the report of an earlier scan. ${meaning}`,
  input: argumentsOf({
    id: described(
      v.pipe(v.string(), v.nonEmpty('"id" is empty. Use one from list_reports.')),
      'The id from list_reports or a stored scan.',
    ),
  }),
  output: ReportAnswer,
  scans: false,
  run: async ({ client, ...about }, { id }, signal) => {
    const report = await client.getReport(id, { signal }).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'notFound') throw error;
      throw new ApiError(
        'notFound',
        `No report has the id "${id.slice(0, 60)}". Use an id from list_reports.`,
      );
    });
    return answerOfReport(report, about);
  },
});

/** Calls `register` with each tool, typed by the tool's own input and answer. */
export function eachTool(
  register: <Input, Answer extends object>(tool: AssistantTool<Input, Answer>) => void,
): void {
  register(scanText);
  register(scanFile);
  register(listReports);
  register(getReport);
}

/** The most sentences in an answer, so that they don't fill the assistant's context. */
const maxFlagged = 40;

const caution =
  'Evidence, not proof: it can be wrong, and a false accusation is worse than no answer. With the verdict, report the reasons and, if measured, how many human-written texts score as high.';

/** What an answer says besides the result. `placeOf` is missing if the text’s source is unknown. */
type About = Pick<AssistantParts, 'host' | 'language'> & Partial<Pick<FileToScan, 'placeOf'>>;

function answerOf(analysed: Analysed, { host, language, placeOf }: About): ReportAnswer {
  const { content, id, title, project, words, result } = analysed;
  const flagged = sentencesOf({ content, result })
    .flatMap(({ start, end, score, band, strength }) =>
      band === 'ai' && strength ? [{ start, end, score, strength }] : [],
    )
    .sort(strongestFirst);
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

/** The answer for a stored report. If the service's result can't be read, the answer contains the fields that can. */
function answerOfReport(fetched: FetchedReport, about: About): ReportAnswer {
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

function listedAnswerOf(report: ListedReport): v.InferOutput<typeof ListedAnswer> {
  const { id, title, project, created_at, result } = report;
  const { verdict = null, confidence = null, score = null } = result ?? {};
  return { id, title, project, created_at, verdict, confidence, score: score && roundedScore(score) };
}

function roundedScore(score: number): number {
  return Math.round(score * 100) / 100;
}
