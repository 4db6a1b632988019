import type { ProjectListQuery, ReportListQuery } from '../api/lists.ts';
import type { ScanRequest } from '../api/report.ts';
import { ApiError } from './errors.ts';
import { FetchedReport, ListedProject, ListedReport, type ScannedReport } from './reports.ts';
import { readList, readOne, type ListPage } from './responses.ts';
import { caller, type ClientParts } from './transport.ts';

export type { ListPage } from './responses.ts';
export { wholeReport } from './reports.ts';
export type { FetchedReport, ListedProject, ListedReport, ScannedReport } from './reports.ts';

interface CallOptions {
  signal?: AbortSignal;
}

interface ScanOptions extends CallOptions {
  /**
   * 1 to 255 visible ASCII characters: the same for a scan that is attempted again, so that it is stored once
   * (draft-ietf-httpapi-idempotency-key-header). By default one for this call.
   */
  idempotencyKey?: string;
}

/** `cursor` is what an earlier page's `next` said. */
type Reading<Query> = Omit<Query, 'page'>;

/**
 * The six operations of `/api/v1`. Each rejects with an `ApiError` when the service refuses, fails or can't be
 * reached, and with the signal's reason when it was cancelled.
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
  const send = caller(parts);
  const call: typeof send = (path, init, signal) => send(`/api/v1${path}`, init, signal);

  /** The same where nothing can be missing but the service itself: every service has its lists, and takes texts. */
  async function callCollection(...parameters: Parameters<typeof call>): Promise<Response> {
    try {
      return await call(...parameters);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'notFound') throw noService(parts.baseUrl, error);
      throw error;
    }
  }

  const reading: RequestInit = { headers: { Accept: 'application/json' } };
  const list = (path: string, { signal }: CallOptions = {}) => callCollection(path, reading, signal);

  async function remove(path: string, { signal }: CallOptions = {}): Promise<void> {
    await call(path, { method: 'DELETE' }, signal);
  }

  return {
    scan: async (scan, { signal, idempotencyKey = crypto.randomUUID() } = {}) => {
      const headers = {
        'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8',
        'Idempotency-Key': idempotencyKey,
        Prefer: 'return=minimal', // the content is here already (RFC 7240)
      };
      const init = { method: 'POST', headers, body: formOf(scan) };
      const response = await callCollection('/reports', init, signal);
      const report = await readOne(response, FetchedReport);
      return {
        ...report,
        // Left out as asked: it is stored as it was sent.
        ...(isMinimal(response) && report.content === null && { content: scan.content.toWellFormed() }),
        isIdempotent: response.headers.get('Idempotency-Key') === idempotencyKey,
      };
    },
    listReports: async (query = {}, options) => {
      const parameters = listParameters(query);
      return readList(await list(`/reports?${parameters}`, options), ListedReport, parameters);
    },
    getReport: async (id, { signal } = {}) =>
      readOne(await call(`/reports/${segment(id)}`, reading, signal), FetchedReport),
    deleteReport: (id, options) => remove(`/reports/${segment(id)}`, options),
    listProjects: async (query = {}, options) => {
      const parameters = listParameters(query);
      return readList(await list(`/projects?${parameters}`, options), ListedProject, parameters);
    },
    deleteProject: (project, options) => remove(`/projects/${segment(project)}`, options),
  };
}

function isMinimal({ headers }: Response): boolean {
  return /(?:^|,)\s*return=minimal\b/i.test(headers.get('Preference-Applied') ?? '');
}

function noService(baseUrl: string, cause: ApiError): ApiError {
  return new ApiError('badAnswer', `There is no AI detection service at ${baseUrl}. Check the address.`, {
    status: 404,
    cause,
  });
}

/**
 * A path segment that reads as this text. URL parsers take `.` and `..` for steps up the path however they are
 * percent-encoded, so a space follows them, which the service trims as it does from every name.
 */
function segment(text: string): string {
  return encodeURIComponent((text === '.' || text === '..' ? `${text} ` : text).toWellFormed());
}

/** As `application/x-www-form-urlencoded`. `URLSearchParams` takes three times as long for a text of the limit. */
function formOf(fields: object): string {
  return Object.entries(givenOf(fields))
    .map((field) => field.map((text) => encodeURIComponent(text.toWellFormed())).join('='))
    .join('&');
}

function givenOf(fields: object): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}

/** The query's parameters, and over them those that an earlier page's `next` carries. */
function listParameters({ cursor, ...query }: { cursor?: string }): URLSearchParams {
  const parameters = new URLSearchParams(givenOf(query));
  for (const [name, value] of new URLSearchParams(cursor)) parameters.set(name, value);
  return parameters;
}
