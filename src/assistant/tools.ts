import * as v from 'valibot';
import type { Client } from '../client/client.ts';
import type { ReportWords } from '../report/words/reportWords.ts';
import {
  answerOf,
  listedAnswerOf,
  type FieldsAnswer,
  type ListedAnswer,
  type ReportAnswer,
} from './answer.ts';

/** What the tools work with. */
export interface AssistantParts {
  client: Client;
  /** Host name of the service that analyses texts, or `null` for this machine. */
  host: string | null;
  /** What claims are written in. */
  words: ReportWords;
  /**
   * The prose in a file.
   * @throws an error whose message says why there is none to scan.
   */
  readFile: (path: string, signal: AbortSignal) => Promise<FileToScan>;
}

export interface FileToScan {
  content: string;
  /** At most 255 characters. */
  title: string;
  project?: string;
  /** The line in the file, from 1, of a UTF-16 offset of the content. */
  lineOf: (offset: number) => number;
}

/** A tool that an assistant may call, whichever protocol carries the call. */
export interface AssistantTool<Input, Answer> {
  name: string;
  title: string;
  /** For the model: what it does, when to use it, what the answer means. */
  description: string;
  input: v.GenericSchema<unknown, Input>;
  /** Whether a call hands a text to the service. The others only read. */
  scans: boolean;
  /** @throws ApiError when the service refuses or can't be reached. */
  run(parts: AssistantParts, input: Input, signal: AbortSignal): Promise<Answer>;
}

const described = <Schema extends v.GenericSchema<string>>(schema: Schema, description: string) =>
  v.pipe(schema, v.description(description));

const meaning =
  'The answer has a verdict (human, mixed, ai or uncertain), a calibrated probability, a confidence, reasons, and the sentences that read like AI. Under 60 words, or in another language than English, no verdict is given. It is evidence, never proof.';

const ScanText = v.object({
  text: described(
    v.pipe(v.string(), v.nonEmpty('"text" is empty. Give the prose to judge.')),
    'The prose to judge, without code or markup; at least 60 words.',
  ),
  title: v.optional(
    described(
      v.pipe(v.string(), v.maxLength(255, '"title" has more than 255 characters. Shorten it.')),
      'What to call the report.',
    ),
  ),
});

export const scanText: AssistantTool<v.InferOutput<typeof ScanText>, ReportAnswer | FieldsAnswer> = {
  name: 'scan_text',
  title: 'Scan Text for AI Writing',
  description: `Tells how likely a text was written by an AI, and stores a report. ${meaning}`,
  input: ScanText,
  scans: true,
  run: async ({ client, host, words }, { text, title }, signal) =>
    answerOf(await client.scan({ content: text, ...(title && { title }) }, { signal }), host, words),
};

const ScanFile = v.object({
  path: described(
    v.pipe(v.string(), v.nonEmpty('"path" is empty. Name the file.')),
    'The file, absolute or relative to a workspace folder; others are not read. Its prose is found in Markdown, LaTeX, HTML, plain text and others; code and markup are left out.',
  ),
});

export const scanFile: AssistantTool<v.InferOutput<typeof ScanFile>, ReportAnswer | FieldsAnswer> = {
  name: 'scan_file',
  title: 'Scan File for AI Writing',
  description: `Tells how likely the prose in a file was written by an AI, and stores a report. ${meaning} Lines are those of the file.`,
  input: ScanFile,
  scans: true,
  run: async ({ client, host, words, readFile }, { path }, signal) => {
    const { lineOf, ...scan } = await readFile(path, signal);
    return answerOf(await client.scan(scan, { signal }), host, words, lineOf);
  },
};

const ListReports = v.object({
  project: v.optional(described(v.string(), 'Only reports of the project with exactly this name.')),
});

interface ListAnswer {
  reports: ListedAnswer[];
  /** How many there are in all, where the service says it. */
  total: number | null;
}

export const listReports: AssistantTool<v.InferOutput<typeof ListReports>, ListAnswer> = {
  name: 'list_reports',
  title: 'List AI Detection Reports',
  description: 'Lists the newest 25 reports of earlier scans with id, title, project, date and verdict.',
  input: ListReports,
  scans: false,
  run: async ({ client }, { project }, signal) => {
    const page = await client.listReports(
      { per_page: 25, ...(project !== undefined && { project }) },
      { signal },
    );
    return { reports: page.items.map(listedAnswerOf), total: page.total };
  },
};

const GetReport = v.object({
  id: described(
    v.pipe(v.string(), v.nonEmpty('"id" is empty. Take one of list_reports.')),
    'As list_reports or a scan answers it.',
  ),
});

export const getReport: AssistantTool<v.InferOutput<typeof GetReport>, ReportAnswer | FieldsAnswer> = {
  name: 'get_report',
  title: 'Show AI Detection Report',
  description: `Shows the report of an earlier scan. ${meaning}`,
  input: GetReport,
  scans: false,
  run: async ({ client, host, words }, { id }, signal) =>
    answerOf(await client.getReport(id, { signal }), host, words),
};

/** Hands each tool to `register`, which learns the tool's own types. */
export function eachTool(
  register: <Input, Answer extends object>(tool: AssistantTool<Input, Answer>) => void,
): void {
  register(scanText);
  register(scanFile);
  register(listReports);
  register(getReport);
}
