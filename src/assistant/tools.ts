import { placeFinder } from '../text/lines.ts';
import * as v from 'valibot';
import { isTooLong } from '../api/limits.ts';
import type { Reason, ResultSummary } from '../api/report.ts';
import type { Client } from '../client/client.ts';
import { ApiError } from '../client/errors.ts';
import type { ReportLanguage } from '../report/words/words.ts';
import {
  answerOf,
  answerOfReport,
  described,
  ListAnswer,
  listedAnswerOf,
  ReportAnswer,
  type Analysed,
  type FlaggedPlace,
} from './answer.ts';

/** The parts that the tools need. */
export interface AssistantParts {
  client: Client;
  /** Host name of the service that analyses texts, or `null` for this machine. */
  host: string | null;
  /** The language of the claims. */
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
        `No report has the id "${id.slice(0, 60)}". Take an id from list_reports.`,
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
