import assert from 'node:assert/strict';
import * as v from 'valibot';
import { errorCodes, type ErrorCode } from '../../../src/api/errorBody.ts';
import { Project, Report, ReportSummary } from '../../../src/api/report.ts';
import type { Subject } from './targets.ts';
import { apiKey, baseUrl } from './testService.ts';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

interface Call {
  method?: string;
  form?: Record<string, string> | [string, string][];
  json?: unknown;
  body?: BodyInit;
  headers?: Record<string, string>;
  /** `null` sends none. */
  key?: string | null;
  signal?: AbortSignal;
}

export async function call(subject: Subject, path: string, options: Call = {}): Promise<Answer> {
  const headers = new Headers(options.headers);
  const { key = apiKey, form, json, signal } = options;
  if (key !== null) headers.set('Authorization', `Bearer ${key}`);
  if (json !== undefined) headers.set('Content-Type', 'application/json');
  const body = form ? new URLSearchParams(form) : json !== undefined ? JSON.stringify(json) : options.body;
  const request = new Request(path.startsWith('http') ? path : baseUrl + path, {
    method: options.method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    ...(body === undefined ? {} : { body }),
    ...(signal ? { signal } : {}),
  });
  const response = await subject.transport(request);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

export function expectStatus(answer: Answer, status: number): Answer {
  assert.equal(answer.status, status, answer.text.slice(0, 500));
  return answer;
}

const One = v.object({ data: Report });

export function reportIn(answer: Answer): Report {
  return v.parse(One, JSON.parse(answer.text)).data;
}

export async function scan(subject: Subject, fields: Record<string, string>, key?: string): Promise<Report> {
  const form = { content: 'Some words to analyse.', ...fields };
  const answer = await call(subject, '/api/v1/reports', { form, ...(key === undefined ? {} : { key }) });
  return reportIn(expectStatus(answer, 201));
}

const link = v.nullable(v.string());
const count = v.nullable(v.number());
const pageOf = <Item extends v.GenericSchema>(item: Item) =>
  v.strictObject({
    data: v.array(item),
    links: v.strictObject({ first: link, last: link, prev: link, next: link }),
    meta: v.strictObject({
      current_page: count,
      from: count,
      to: count,
      last_page: v.number(),
      per_page: v.number(),
      path: v.string(),
      total: v.number(),
    }),
  });
const ReportPage = pageOf(
  v.strictObject({ ...ReportSummary.entries, result: v.strictObject(ReportSummary.entries.result.entries) }),
);
const ProjectPage = pageOf(v.strictObject(Project.entries));

export async function listReports(subject: Subject, query = '', key?: string) {
  const answer = await call(subject, address('/api/v1/reports', query), key === undefined ? {} : { key });
  return v.parse(ReportPage, JSON.parse(expectStatus(answer, 200).text));
}

export async function listProjects(subject: Subject, query = '', key?: string) {
  const answer = await call(subject, address('/api/v1/projects', query), key === undefined ? {} : { key });
  return v.parse(ProjectPage, JSON.parse(expectStatus(answer, 200).text));
}

/** A query behind a path, or a whole address, as links are. */
function address(path: string, query: string): string {
  return query.startsWith('http') ? query : `${path}?${query}`;
}

const Refusal = v.strictObject({
  message: v.string(),
  code: v.picklist(errorCodes),
  errors: v.optional(v.record(v.string(), v.array(v.string()))),
});

/** Checks that the request was refused with 422 for exactly these parameters. */
export function expectInvalid(answer: Answer, ...fields: string[]): void {
  const { message, errors = {} } = v.parse(Refusal, JSON.parse(expectStatus(answer, 422).text));
  assert.deepEqual(Object.keys(errors).sort(), fields.sort());
  for (const field of fields) assert.ok(message.includes(field), `“${message}” does not name ${field}`);
}

/** Checks that the request was refused with this status, a message and a code, which is this one if it is given. */
export function expectRefused(answer: Answer, status: number, code?: ErrorCode): Answer {
  const refusal = v.parse(Refusal, JSON.parse(expectStatus(answer, status).text));
  assert.equal(refusal.errors, undefined);
  if (code !== undefined) assert.equal(refusal.code, code);
  assert.notEqual(refusal.message, '');
  return answer;
}
