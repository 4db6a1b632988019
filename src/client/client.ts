import type { ProjectListQuery, ReportListQuery } from '../api/lists.ts';
import { LocalPage, type PageNotes } from '../api/local.ts';
import {
  type ScanRequest,
  Detection,
  Evidence,
  FalseAlarms,
  Privacy,
  Probability,
  ResultSummary,
  Segment,
  type Report,
} from '../api/report.ts';
import { ApiError } from './errors.ts';
import { Count, createCall, readList, readOne, type ClientParts, type ListPage } from './calls.ts';
import * as v from 'valibot';

export type { ListPage } from './calls.ts';

interface CallOptions {
  signal?: AbortSignal;
}

interface ScanOptions extends CallOptions {
  /**
   * 1 to 255 visible ASCII characters. Retries of a scan send the same key, so that only one report is stored
   * (draft-ietf-httpapi-idempotency-key-header). By default each call creates one.
   */
  idempotencyKey?: string;
}

/** `cursor` is the `next` of an earlier page. */
type Reading<Query> = Omit<Query, 'page'>;

/**
 * The operations of `/api/v1`. Each rejects with an `ApiError` when the service refuses, fails or can't be reached,
 * and with the signal's reason when cancelled.
 */
export interface Client {
  /** Analyses a text and stores the report. */
  scan(scan: ScanRequest, options?: ScanOptions): Promise<ScannedReport>;
  listReports(query?: Reading<ReportListQuery>, options?: CallOptions): Promise<ListPage<ListedReport>>;
  getReport(id: string, options?: CallOptions): Promise<FetchedReport>;
  deleteReport(id: string, options?: CallOptions): Promise<void>;
  listProjects(query?: Reading<ProjectListQuery>, options?: CallOptions): Promise<ListPage<ListedProject>>;
  /** Deletes a project and all its reports. */
  deleteProject(project: string, options?: CallOptions): Promise<void>;
}

export function createClient(parts: ClientParts): Client {
  const call = createCall(parts);

  /** A 404 for a list or a new report means that there is no service at this address. */
  const explained = (error: unknown): never => {
    throw error instanceof ApiError && error.code === 'notFound' ? notAService(parts.baseUrl, error) : error;
  };

  const reading: RequestInit = { headers: { Accept: 'application/json' } };

  /** @param cursor the `next` of an earlier page, whose parameters replace those of the query. */
  async function list<Schema extends v.GenericSchema>(
    path: string,
    { cursor, ...query }: { cursor?: string },
    schema: Schema,
    { signal }: CallOptions = {},
  ): Promise<ListPage<v.InferOutput<Schema>>> {
    const parameters = new URLSearchParams();
    for (const [name, value] of [...Object.entries(query), ...new URLSearchParams(cursor)]) {
      parameters.set(name, String(value));
    }
    const response = await call(`${path}?${parameters}`, reading, signal).catch(explained);
    return readList(response, schema, parameters);
  }

  async function remove(path: string, { signal }: CallOptions = {}): Promise<void> {
    await call(path, { method: 'DELETE' }, signal);
  }

  return {
    scan: async (scan, { signal, idempotencyKey = crypto.randomUUID() } = {}) => {
      const headers = {
        'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8',
        'Idempotency-Key': idempotencyKey,
        Prefer: 'return=minimal', // the caller already has the content (RFC 7240)
      };
      const init = { method: 'POST', headers, body: formOf(scan) };
      const send = () => call('/api/v1/reports', init, signal).catch(explained);
      // If the local worker dies, the second request starts a new one, which returns the report if it was stored. There
      // is no third request, because a text that ends the worker twice is the likely cause.
      const response = await send().catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'workerDied') return send();
        throw error;
      });
      const report = await readOne(response, FetchedReport);
      return {
        ...report,
        // The service left out the content, as requested. It stored the content that was sent.
        ...(isMinimal(response) && report.content === null && { content: scan.content.toWellFormed() }),
        isIdempotent: response.headers.get('Idempotency-Key') === idempotencyKey,
      };
    },
    listReports: (query = {}, options) => list('/api/v1/reports', query, ListedReport, options),
    getReport: async (id, { signal } = {}) =>
      readOne(await call(`/api/v1/reports/${pathSegment(id)}`, reading, signal), FetchedReport),
    deleteReport: (id, options) => remove(`/api/v1/reports/${pathSegment(id)}`, options),
    listProjects: (query = {}, options) => list('/api/v1/projects', query, ListedProject, options),
    deleteProject: (project, options) => remove(`/api/v1/projects/${pathSegment(project)}`, options),
  };
}

function isMinimal({ headers }: Response): boolean {
  return /(?:^|,)\s*return=minimal\b/i.test(headers.get('Preference-Applied') ?? '');
}

function notAService(baseUrl: string, cause: ApiError): ApiError {
  return new ApiError('badAnswer', `There is no AI detection service at ${baseUrl}. Check the address.`, {
    status: 404,
    cause,
  });
}

/**
 * A path segment for this text. URL parsers resolve `.` and `..` even when percent-encoded, so a space is appended to
 * them. The service trims spaces from every name.
 */
function pathSegment(text: string): string {
  return encodeURIComponent((text === '.' || text === '..' ? `${text} ` : text).toWellFormed());
}

/**
 * `application/x-www-form-urlencoded`, encoded here because `URLSearchParams` takes three times as long for the
 * longest text.
 */
function formOf(fields: object): string {
  return Object.entries(fields)
    .map((field) => field.map((value) => encodeURIComponent(String(value).toWellFormed())).join('='))
    .join('&');
}

/**
 * How the client parses reports and projects. A remote service may send fewer fields than ours, or fields in other
 * forms (docs/api.md, Other services). A missing or unreadable field becomes `null`, never a default value.
 */

const Id = v.union([
  v.pipe(v.string(), v.nonEmpty()),
  v.pipe(v.number(), v.safeInteger(), v.transform(String)),
]);

/** An unreadable value counts as missing. */
const orNull = <Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.nullable(schema), null);

/** Any form that `Date.parse` reads, or Unix seconds; returned as RFC 3339 in UTC. */
const Timestamp = v.pipe(
  v.union([v.pipe(v.string(), v.nonEmpty()), v.number()]),
  v.transform(
    (sent) => new Date(typeof sent === 'number' || /^\d+$/.test(sent) ? Number(sent) * 1000 : sent),
  ),
  v.date(),
  v.transform((date) => date.toISOString()),
);

const nullable = {
  id: Id,
  created_at: orNull(Timestamp),
  generated_at: orNull(Timestamp),
  title: orNull(v.string()),
  project: orNull(v.string()),
  privacy: orNull(Privacy),
  url: orNull(v.string()),
  language: orNull(v.string()),
  words: orNull(Count),
  characters: orNull(Count),
  sentences: orNull(Count),
  model: orNull(v.string()),
};

/** Some services send the result's fields beside those of the report. */
function withResult(sent: Record<string, unknown>): Record<string, unknown> {
  return sent['result'] === undefined && sent['verdict'] !== undefined ? { ...sent, result: sent } : sent;
}

/**
 * The object without this entry if the entry is unreadable, so that an optional entry never makes the others
 * unreadable.
 */
const dropIfUnreadable = (name: string, schema: v.GenericSchema) =>
  v.pipe(
    v.custom<Record<string, unknown>>((sent) => typeof sent === 'object' && sent !== null),
    v.transform((sent) =>
      !(name in sent) || v.is(schema, sent[name])
        ? sent
        : Object.fromEntries(Object.entries(sent).filter(([key]) => key !== name)),
    ),
  );

const knownAlarms = dropIfUnreadable('false_alarms', FalseAlarms);

/** JSON.parse reads `1e999` as Infinity, from which no share can be computed. */
const isWeighed = v.check(({ weight }: Evidence) => Number.isFinite(weight));

const Result = v.pipe(
  knownAlarms,
  v.object({
    ...ResultSummary.entries,
    segments: v.array(v.pipe(dropIfUnreadable('own_score', Probability), Segment)),
    evidence: v.array(v.pipe(Evidence, isWeighed)),
  }),
);

const Fields = v.record(v.string(), v.unknown());

/** A report in a list. */
const ListedReport = v.pipe(
  Fields,
  v.transform(withResult),
  v.object({ ...nullable, result: orNull(v.pipe(knownAlarms, ResultSummary)) }),
);
export type ListedReport = v.InferOutput<typeof ListedReport>;

/** A report as create and show return it. `fields` is the unparsed answer. */
const FetchedReport = v.pipe(
  Fields,
  v.transform((fields) => ({ ...withResult(fields), fields })),
  v.object({ ...nullable, result: orNull(Result), content: orNull(v.string()), fields: Fields }),
);
export type FetchedReport = v.InferOutput<typeof FetchedReport>;

/** A report as returned by its scan. */
export interface ScannedReport extends FetchedReport {
  /** Whether the service stores idempotency keys, so that a retry with the same one creates no second report. */
  isIdempotent: boolean;
}

/** The report if it has every field that our service always sends. For `null`, only its `fields` can be shown. */
export function wholeReport(fetched: FetchedReport): Report | null {
  const report: Partial<ScannedReport> = { ...fetched };
  delete report.fields;
  delete report.isIdempotent;
  return hasAllFields(report) ? report : null;
}

function hasAllFields(report: Partial<ScannedReport>): report is Report {
  return Object.entries(report).every(([name, value]) => value !== null || mayBeNull.has(name));
}

/** The fields that may also be `null` in our own reports. */
const mayBeNull = new Set(['title', 'project']);

/** A report in the form of lists: without its text, sentences and evidence. */
export function toListedReport(fetched: FetchedReport): ListedReport {
  return v.parse(ListedReport, fetched);
}

/** A project in a list. */
const ListedProject = v.object({
  project: v.string(),
  created_at: orNull(Timestamp),
  reports: orNull(Count),
});
export type ListedProject = v.InferOutput<typeof ListedProject>;

/**
 * The text of an edited document, and the document's name. After the first analysis of a document, later ones are
 * faster.
 */
export interface EditedText {
  document: string;
  content: string;
}

/** A detection whose evidence is not parsed. */
const DetectionWithoutEvidence = v.object({
  ...Detection.entries,
  result: v.omit(Detection.entries.result, ['evidence']),
});
type DetectionWithoutEvidence = v.InferOutput<typeof DetectionWithoutEvidence>;

/** Calls that only the service on this machine offers. Each rejects as those of `Client` do. */
export interface LocalCalls {
  /** Analyses the text of an edited document without storing anything. */
  detectEdited: (text: EditedText, signal: AbortSignal) => Promise<DetectionWithoutEvidence>;
  /** Opens the page of a report on this machine, with the editor's notes. */
  openLocalPage: (reportId: string, notes?: PageNotes) => Promise<LocalPage>;
}

export function localCalls(parts: ClientParts): LocalCalls {
  const call = createCall(parts);
  const post = (path: string, body: object, signal?: AbortSignal): Promise<Response> => {
    const headers = { 'Content-Type': 'application/json' };
    return call(path, { method: 'POST', headers, body: JSON.stringify(body) }, signal);
  };
  return {
    detectEdited: async (text, signal) =>
      readOne(await post('/api/v1/detections', text, signal), DetectionWithoutEvidence),
    openLocalPage: async (reportId, notes = { reasons: [] }) =>
      readOne(await post(`/local/reports/${encodeURIComponent(reportId)}/page`, notes), LocalPage),
  };
}
