import type { ProjectListQuery, ReportListQuery } from '../api/lists.ts';
import type { ScanRequest } from '../api/scan.ts';
import { caller, type ClientParts } from './call.ts';
import { readList, readOne, type ListPage } from './envelopes.ts';
import { FetchedReport, ListedProject, ListedReport } from './reports.ts';

export type { ListPage } from './envelopes.ts';
export { wholeReport } from './reports.ts';
export type { FetchedReport, ListedProject, ListedReport } from './reports.ts';

interface CallOptions {
  signal?: AbortSignal;
}

/** `cursor` is what an earlier page's `next` said. */
type Reading<Query> = Omit<Query, 'page'>;

/**
 * The six operations of `/api/v1`. Each rejects with an `ApiError` when the service refuses, fails or can't be
 * reached, and with the signal's reason when it was cancelled.
 */
export interface Client {
  /** Analyses a text and stores the report. */
  scan(scan: ScanRequest, options?: CallOptions): Promise<FetchedReport>;
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

  const get = (path: string, { signal }: CallOptions = {}) =>
    call(path, { headers: { Accept: 'application/json' } }, signal);

  async function remove(path: string, { signal }: CallOptions = {}): Promise<void> {
    await call(path, { method: 'DELETE' }, signal);
  }

  return {
    scan: async (scan, { signal } = {}) =>
      readOne(await call('/reports', { method: 'POST', body: parametersOf(scan) }, signal), FetchedReport),
    listReports: async (query = {}, options) => {
      const parameters = listParameters(query);
      return readList(await get(`/reports?${parameters}`, options), ListedReport, parameters);
    },
    getReport: async (id, options) => readOne(await get(`/reports/${segment(id)}`, options), FetchedReport),
    deleteReport: (id, options) => remove(`/reports/${segment(id)}`, options),
    listProjects: async (query = {}, options) => {
      const parameters = listParameters(query);
      return readList(await get(`/projects?${parameters}`, options), ListedProject, parameters);
    },
    deleteProject: (project, options) => remove(`/projects/${segment(project)}`, options),
  };
}

/**
 * A path segment that reads as this text. URL parsers take `.` and `..` for steps up the path however they are
 * percent-encoded, so a space goes behind them, which the service trims as it does from every name.
 */
function segment(text: string): string {
  return encodeURIComponent((text === '.' || text === '..' ? `${text} ` : text).toWellFormed());
}

function parametersOf(fields: object): URLSearchParams {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
}

/** The query's parameters, and over them those that an earlier page's `next` carries. */
function listParameters({ cursor, ...query }: { cursor?: string }): URLSearchParams {
  const parameters = parametersOf(query);
  for (const [name, value] of new URLSearchParams(cursor)) parameters.set(name, value);
  return parameters;
}
