import { nextTurn } from '#platform';
import * as v from 'valibot';
import { cutOff } from '../api/limits.ts';
import { ApiError, type ApiErrorCode } from './errors.ts';

/** Parses responses, possibly from a third-party service: a resource, a page of a list, or a failure. */

/** A page of a list. */
export interface ListPage<Item> {
  items: Item[];
  /** The `cursor` of the next page; `null` at the end. */
  next: string | null;
  /** The total number of items; `null` if the service doesn't send it. */
  total: number | null;
  /** The number of items left out of this page because the service or the client can't read them. */
  damaged: number;
}

/**
 * The single resource of a response, wrapped in `data` or bare.
 * @throws ApiError `badAnswer` when the schema can't parse it.
 */
export async function readOne<Schema extends v.GenericSchema | v.GenericSchemaAsync>(
  response: Response,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const body = await readJson(response);
  const read = await v.safeParseAsync(schema, isObject(body) && isObject(body['data']) ? body['data'] : body);
  if (!read.success) throw unreadable(response, body);
  return read.output;
}

/** Entries parsed within about a millisecond. */
const entriesAtOnce = 2000;

/**
 * The schema of an array with one entry per sentence. Large arrays are parsed in slices, and the thread is free
 * between them.
 */
export function slicedArray<Schema extends v.GenericSchema>(entry: Schema) {
  const Slice = v.array(entry);
  return v.pipeAsync(
    v.array(v.unknown()),
    v.rawTransformAsync(async ({ dataset: { value }, addIssue, NEVER }) => {
      const entries: v.InferOutput<Schema>[] = [];
      for (let at = 0; at < value.length; at += entriesAtOnce) {
        if (at > 0) await nextTurn();
        const read = v.safeParse(Slice, value.slice(at, at + entriesAtOnce));
        if (!read.success) {
          addIssue({ message: read.issues[0].message });
          return NEVER;
        }
        entries.push(...read.output);
      }
      return entries;
    }),
  );
}

/**
 * The page of a list, wrapped in `data` or bare.
 * @param requested the parameters that were sent, to compute the next page if the service doesn't send it.
 * @throws ApiError `badAnswer` when the schema can parse none of its items.
 */
export async function readList<Schema extends v.GenericSchema>(
  response: Response,
  schema: Schema,
  requested: URLSearchParams,
): Promise<ListPage<v.InferOutput<Schema>>> {
  const body = await readJson(response);
  const wrapper = isObject(body) ? body : {};
  const sent = v.safeParse(v.array(v.unknown()), Array.isArray(body) ? body : wrapper['data']);
  if (!sent.success) throw unreadable(response, body);
  // An unreadable item must not hide the others.
  const items = sent.output
    .map((item) => v.safeParse(schema, item))
    .flatMap((read) => (read.success ? [read.output] : []));
  const unread = sent.output.length - items.length;
  if (unread > 0 && items.length === 0) throw unreadable(response, body);
  const meta = wrapper['meta'];
  return {
    items,
    next: nextPage(wrapper, sent.output.length, requested),
    total: v.is(v.object({ total: Count }), meta) ? meta.total : null,
    damaged: unread + (v.is(v.object({ damaged: Count }), meta) ? meta.damaged : 0),
  };
}

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const Links = v.object({ next: v.nullable(v.string()) });

/**
 * The query for the next page. Only the query of the service's link is used, so that no answer can redirect the key
 * to another address.
 */
function nextPage(
  wrapper: Record<string, unknown>,
  count: number,
  requested: URLSearchParams,
): string | null {
  if (v.is(Links, wrapper['links'])) {
    const query = wrapper['links'].next?.replace(/^[^?]*\??/, '').replace(/#[^]*$/, '') ?? '';
    return leadsToNewPage(query, requested) ? query : null;
  }
  // Without links, a full page may have another after it. A page longer than requested means that the service has
  // no paging.
  const perPage = Number(requested.get('per_page') ?? 10);
  return count !== perPage ? null : `page=${Number(requested.get('page') ?? 1) + 1}`;
}

/** Whether the query leads to a different page; otherwise the same page would be read forever. */
function leadsToNewPage(query: string, requested: URLSearchParams): boolean {
  return Array.from(new URLSearchParams(query)).some(([name, value]) => requested.get(name) !== value);
}

async function readJson(response: Response): Promise<unknown> {
  const json = new Uint8Array(await response.arrayBuffer());
  try {
    return await parsed(json);
  } catch (cause) {
    if (isWebPage(response, json)) throw webPage(response);
    throw badAnswer(response, cause);
  }
}

/** Imported with the first answer, to keep the editor's start fast. */
async function parsed(json: Uint8Array): Promise<unknown> {
  const { parseJson } = await import('../api/parseJson.ts');
  return parseJson(json);
}

function isWebPage({ headers }: Response, body: Uint8Array): boolean {
  const isSaid = /\bhtml\b/i.test(headers.get('Content-Type') ?? '');
  return isSaid || /^\s*<(!doctype|html)\b/i.test(new TextDecoder().decode(body));
}

/** Networks that require a sign-in answer every request with their sign-in page. */
function webPage({ status }: Response): ApiError {
  return new ApiError(
    'badAnswer',
    'The response is a web page. If this network requires you to sign in, do so in a browser. Otherwise check the service’s address.',
    { status },
  );
}

/** Some services report a failure with a success status. */
function unreadable(response: Response, body: unknown): ApiError {
  const reportsFailure =
    isObject(body) &&
    (body['success'] === false || body['status'] === 'error' || 'error' in body || 'errors' in body);
  const serviceMessage = reportsFailure ? messageIn(body) : null;
  if (serviceMessage === null) return badAnswer(response);
  return new ApiError('refused', `The service reported a failure: ${serviceMessage}`, {
    status: response.status,
  });
}

function badAnswer(response: Response, cause?: unknown): ApiError {
  return new ApiError(
    'badAnswer',
    'Inkling can’t read the service’s response. Check that the address is of an AI detection service.',
    { status: response.status, cause },
  );
}

/** The error codes that follow from an HTTP status. */
type StatusCode = Exclude<
  ApiErrorCode,
  'offline' | 'certificate' | 'redirected' | 'unavailable' | 'workerDied'
>;

/**
 * Converts a response outside 200..299 to an error. Reads any kind of body: `{message}`, `{error}`, `{errors}`, RFC
 * 9457, HTML, or none.
 * @param method of the request.
 */
export async function errorFromResponse(response: Response, method = 'POST'): Promise<ApiError> {
  const { status, headers } = response;
  const body = await readBody(response);
  // Only a request with a text can be too large.
  const code = status === 413 && method !== 'POST' ? 'refused' : codeOf(status);
  const fields = fieldsOf(body);
  const serviceMessage = Object.values(fields).flat()[0] ?? messageIn(body);
  const serviceCode = isObject(body) && typeof body['code'] === 'string' ? oneLine(body['code']) : null;
  const requestId = headers.get('X-Request-Id');
  const retryAfter = secondsToWait(headers.get('Retry-After'));
  return new ApiError(code, sentenceFor({ code, status, serviceMessage, retryAfter }), {
    status,
    fields,
    ...(serviceCode === null ? {} : { serviceCode }),
    ...(requestId === null ? {} : { requestId }),
    ...(retryAfter === null ? {} : { retryAfter }),
  });
}

/** A day, in seconds; longer waits are not credible. */
const maxRetryAfter = 86_400;

/** Parses `Retry-After`, seconds or a date. @returns seconds from now, 0 to `maxRetryAfter`; `null` if invalid. */
function secondsToWait(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  const seconds = /^\s*\d+\s*$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(0, seconds), maxRetryAfter);
}

function codeOf(status: number): StatusCode {
  switch (status) {
    case 400:
    case 422:
      return 'invalid';
    case 401:
      return 'unauthorised';
    case 407:
    case 511:
      return 'proxy';
    case 404:
    case 410:
      return 'notFound';
    case 408:
    case 504:
      return 'timeout';
    case 413:
      return 'tooLarge';
    case 429:
      return 'rateLimited';
    default:
      return status >= 500 ? 'server' : status >= 400 ? 'refused' : 'badAnswer';
  }
}

interface Refusal {
  code: StatusCode;
  status: number;
  /** The service's own message. */
  serviceMessage: string | null;
  /** Seconds. */
  retryAfter: number | null;
}

function sentenceFor({ code, status, serviceMessage, retryAfter }: Refusal): string {
  const quoted = serviceMessage === null ? '' : ` The service says: ${serviceMessage}`;
  switch (code) {
    case 'unauthorised':
      return 'The service does not accept the API key.';
    case 'notFound':
      return 'Not found. It may have been deleted.';
    case 'invalid':
      return `The service rejected the request as invalid.${quoted}`;
    case 'tooLarge':
      return `The text is too large for the service. Scan part of it.${quoted}`;
    case 'rateLimited':
      return `Too many requests. Wait ${waitInWords(retryAfter)} and try again.`;
    case 'proxy':
      return status === 407
        ? 'The proxy requires a user name and password (HTTP 407). Check the proxy settings.'
        : 'The network requires you to sign in (HTTP 511). Open any page in a browser and sign in.';
    case 'timeout':
      return 'The service timed out. Try again.';
    case 'server':
      return `The service failed (HTTP ${status}). Try again. If it keeps failing, see its log.${quoted}`;
    case 'badAnswer':
      return `The service sent an unexpected response (HTTP ${status}). Check its address.`;
    case 'refused':
      return `The service refused the request (HTTP ${status}).${quoted}`;
  }
}

function waitInWords(seconds: number | null): string {
  if (seconds === null || seconds === 0) return 'a little';
  if (seconds < 120) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

async function readBody(response: Response): Promise<unknown> {
  try {
    return await parsed(new Uint8Array(await response.arrayBuffer()));
  } catch {
    return null;
  }
}

const Messages = v.union([
  v.array(v.string()),
  v.pipe(
    v.string(),
    v.transform((message) => [message]),
  ),
]);

function fieldsOf(body: unknown): Record<string, string[]> {
  const errors = isObject(body) && isObject(body['errors']) ? body['errors'] : {};
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, messages]) => {
      const read = v.safeParse(Messages, messages);
      return read.success ? [[field, read.output.map(oneLine)]] : [];
    }),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The message of a third-party service, from any of the usual places: `message`, `error`, `errors`, RFC 9457's
 * `detail`, or the text itself.
 */
function messageIn(body: unknown): string | null {
  if (typeof body === 'string' && body !== '') return oneLine(body);
  if (Array.isArray(body)) return messageIn(body[0]);
  if (!isObject(body)) return null;
  for (const name of ['message', 'detail', 'error', 'title', 'msg', 'errors']) {
    const message = messageIn(body[name]);
    if (message !== null) return message;
  }
  return null;
}

/** A third-party message, shortened to one line for display. */
function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return line.length <= 300 ? line : `${cutOff(line, 299)}…`;
}

/** @throws Error for an invalid status (RFC 9110, 15). */
export function requireStatus(status: number): void {
  if (status < 200 || status > 599) throw notHttpError();
}

/** The error for bytes that are not HTTP. */
export function notHttpError(): Error {
  return Object.assign(new Error('The response is not HTTP.'), { code: 'HPE_INVALID_STATUS' });
}
