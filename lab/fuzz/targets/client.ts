import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { createClient, wholeReport, type Client, type FetchedReport } from '../../../src/client/client.ts';
import { ApiError } from '../../../src/client/errors.ts';
import { remoteTransport } from '../../../src/client/remote.ts';
import { sendWithCustomCa } from '../../../src/client/customCa.ts';
import { renderFields } from '../../../src/report/view/panelView.ts';
import { reportMarkdown } from '../../../src/report/formats/markdown.ts';
import { reportView } from '../../../src/report/view/view.ts';
import { english } from '../../../src/report/words/en.ts';
import { root } from '../../../test/rig/paths.ts';
import { bodies, replies, statuses, strangeHeaders, type Reply } from '../generators/answers.ts';
import { startLying, type LyingServer } from '../lyingServer.ts';
import { check, type FuzzTarget } from '../target.ts';

/** Maximum bytes of an answer; few, so that tests of the limit are fast. */
const maxBytes = 8 * 1024 * 1024;
/** The client's time limit in milliseconds. */
const timeout = 400;
/** Milliseconds within which it must have given up, even on a busy machine. */
const patience = 60_000;

const calls: Record<string, (client: Client) => Promise<unknown>> = {
  scan: async (client) => checkReport(await client.scan({ content: 'A text.', privacy: 2, password: 'p' })),
  getReport: async (client) => checkReport(await client.getReport('an id')),
  deleteReport: (client) => client.deleteReport('..'),
  deleteProject: (client) => client.deleteProject('Term papers'),
  listReports: (client) => readOn((cursor) => client.listReports({ per_page: 10, ...cursor })),
  listProjects: (client) => readOn((cursor) => client.listProjects({ search: '%', ...cursor })),
};
const call = fc.constantFrom(...Object.keys(calls));

let plain: LyingServer;
let trusted: LyingServer;
const pem = readFileSync(path.join(root, 'test/fixtures/tls/trusted.pem'), 'utf8');
const send = sendWithCustomCa(pem.replace(/-----BEGIN PRIVATE[^]*/, ''));

export const target: FuzzTarget = {
  open: async () => {
    plain = await startLying();
    trusted = await startLying(pem);
  },
  close: async () => {
    await plain.close();
    await trusted.close();
  },
  checks: {
    json: check(
      fc.record({ name: call, status: statuses, headers: strangeHeaders, body: bodies }),
      async ({ name, status, headers, body }) => {
        const baseUrl = 'http://service.test/base';
        const answer = (request: Request): Promise<Response> => {
          assert.ok(request.url.startsWith(`${baseUrl}/api/v1/`), request.url);
          return Promise.resolve(new Response(body, { status, headers }));
        };
        await expectAnswered(name, clientOf(baseUrl, answer), body);
      },
    ),
    http: check(fc.record({ name: call, reply: replies }), ({ name, reply }) => overWire(name, reply, plain)),
    trusted: check(fc.record({ name: call, reply: replies }), ({ name, reply }) =>
      overWire(name, reply, trusted, send),
    ),
  },
};

type Send = NonNullable<Parameters<typeof remoteTransport>[0]['send']>;

function clientOf(baseUrl: string, by?: Send): Client {
  const transport = remoteTransport({ timeout, maxBytes, ...(by && { send: by }) });
  return createClient({ transport, baseUrl, apiKey: () => Promise.resolve('ink_secret') });
}

async function overWire(name: string, reply: Reply, server: LyingServer, by?: Send): Promise<void> {
  server.reply = reply;
  server.written = 0;
  await expectAnswered(name, clientOf(server.address, by));
  // Twice the limit, because of buffers; compressed answers are counted where they are decompressed.
  assert.ok(server.written <= 4 * maxBytes + 4 * 17 * 1024 * 1024, `${server.written} bytes were taken`);
}

/** Checks that the call ends in time with its documented result or error. */
async function expectAnswered(name: string, client: Client, body?: string): Promise<void> {
  const begun = performance.now();
  try {
    const value = await calls[name]?.(client);
    if (body !== undefined) expectSaid(value, body);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expectReadable(error);
  }
  const taken = performance.now() - begun;
  assert.ok(taken < patience, `${name} took ${taken} ms`);
}

function expectReadable({ message, retryAfter }: ApiError): void {
  assert.ok(message.length > 0 && message.length < 1000, `a message of ${message.length} characters`);
  assert.doesNotMatch(message, /\p{Cc}|ink_secret/u);
  assert.doesNotMatch(message.replace(/ It says: .*/, ''), /undefined|NaN|Infinity|\[object/);
  assert.ok(retryAfter === null || (Number.isFinite(retryAfter) && retryAfter >= 0), String(retryAfter));
}

async function readOn<Page extends Awaited<ReturnType<Client['listReports' | 'listProjects']>>>(
  read: (from: { cursor?: string }) => Promise<Page>,
): Promise<Page['items']> {
  const page = await read({});
  checkPage(page);
  if (page.next !== null) checkPage(await read({ cursor: page.next }));
  return page.items;
}

function checkPage({
  items,
  next,
  total,
}: Awaited<ReturnType<Client['listReports' | 'listProjects']>>): void {
  if (total !== null) expectCount(total);
  if (next !== null) assert.notEqual(next, '', 'a next page that is the first');
  for (const item of items) {
    if ('id' in item) checkFields(item);
    else assert.equal(typeof item.project, 'string');
    expectTime(item.created_at);
    if ('reports' in item && item.reports !== null) expectCount(item.reports);
  }
}

/** Checks a report, and that it can be displayed. */
function checkReport(report: FetchedReport): FetchedReport {
  checkFields(report);
  const { result, content } = report;
  assert.ok(content === null || typeof content === 'string');
  for (const { score, start, end } of result?.segments ?? []) {
    expectProbability(score);
    assert.ok(start >= 0 && end >= 0);
  }
  for (const { weight, spans } of result?.evidence ?? []) {
    assert.ok(Number.isFinite(weight), `weight ${weight}`);
    for (const { start, end } of spans) assert.ok(start >= 0 && end >= 0);
  }
  const language = { words: english, locale: 'en' };
  const context = { ...language, host: 'h', actions: [], timeZone: 'UTC' };
  const whole = wholeReport(report);
  if (whole === null) assert.doesNotMatch(renderFields(report, context), /<(script|img)/);
  else {
    assert.doesNotMatch(reportView(whole, context).toString(), /<(script|img)|\bNaN\b|Infinity/);
    reportMarkdown(whole, context);
  }
  return report;
}

function checkFields({
  id,
  words,
  characters,
  sentences,
  generated_at,
  privacy,
  result,
}: Omit<FetchedReport, 'fields' | 'content' | 'result'> & {
  result: Pick<NonNullable<FetchedReport['result']>, 'score' | 'shares'> | null;
}): void {
  assert.ok(typeof id === 'string' && id !== '');
  for (const count of [words, characters, sentences]) if (count !== null) expectCount(count);
  expectTime(generated_at);
  assert.ok(privacy === null || [0, 1, 2].includes(privacy));
  if (result === null) return;
  for (const share of [result.score, ...Object.values(result.shares)]) expectProbability(share);
}

function expectProbability(value: unknown): void {
  assert.ok(typeof value === 'number' && value >= 0 && value <= 1, `${String(value)} is no probability`);
}

function expectCount(value: unknown): void {
  assert.ok(Number.isSafeInteger(value) && Number(value) >= 0, `${String(value)} is no count`);
}

function expectTime(value: string | null): void {
  if (value !== null) assert.equal(new Date(value).toISOString(), value);
}

/** Checks that every score was in the answer, in its place, and none was invented. */
function expectSaid(value: unknown, body: string): void {
  if (value === undefined) return;
  const sent: unknown = JSON.parse(body.replace(/^\uFEFF/, ''));
  const within = memberOf(sent, 'data') ?? sent;
  const [gotten, given] = Array.isArray(value) ? [value, within] : [[value], [within]];
  assert.ok(Array.isArray(given));
  gotten.forEach((item, i) => {
    const result = memberOf(item, 'result');
    if (result === undefined || result === null) return;
    const of = memberOf((given as unknown[])[i], 'result');
    for (const name of ['score', 'verdict', 'confidence'])
      assert.equal(memberOf(result, name), memberOf(of, name));
  });
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
