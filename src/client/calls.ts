import * as v from 'valibot';
import { cutOff } from '../api/limits.ts';
import { parseJson } from '../api/parseJson.ts';
import { raceAbort } from '../threads/thread.ts';
import { ApiError, type ApiErrorCode } from './errors.ts';

/** Sends requests and parses the answers of any service: a resource, a page of a list, or a failure. */

/**
 * Sends a request to a local or remote service. When the request's own signal is aborted, rejects with its reason, as
 * `fetch` does.
 */
export type Transport = (request: Request) => Promise<Response>;

export interface ClientParts {
  transport: Transport;
  /** Scheme and host of the service, and the path before `/api/v1`, if any. */
  baseUrl: string;
  /** Returns the key to send. Called for every request, so that a changed key takes effect. */
  apiKey: () => Promise<string | undefined>;
}

export type Call = (path: string, init: RequestInit, signal?: AbortSignal) => Promise<Response>;

/**
 * Sends requests with the key to paths under the service's address.
 * @returns only answers with status 200..299. For any other, rejects with an `ApiError`.
 */
export function createCall({ transport, baseUrl, apiKey }: ClientParts): Call {
  const root = baseUrl.replace(/\/+$/, '');
  return async (path, init, signal) => {
    const headers = new Headers(init.headers);
    const key = await raceAbort(signal, apiKey);
    if (key !== undefined) headers.set('Authorization', `Bearer ${key}`);
    const request = new Request(root + path, { ...init, headers, ...(signal ? { signal } : {}) });
    const response = await transport(request);
    if (!response.ok) throw await errorFromResponse(response, request.method);
    return response;
  };
}

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

export const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/**
 * The single resource of a response, wrapped in `data` or bare.
 * @throws ApiError `badAnswer` when the schema can't parse it.
 */
export async function readOne<Schema extends v.GenericSchema>(
  response: Response,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const body = await readJson(response);
  const read = v.safeParse(schema, isObject(body) && isObject(body['data']) ? body['data'] : body);
  if (!read.success) throw unreadable(response, body);
  return read.output;
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
  // Without links, only a full page may have a next page. A page longer than requested means that the service has no
  // paging.
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
    return await parseJson(json);
  } catch (cause) {
    const isWebPage =
      /\bhtml\b/i.test(response.headers.get('Content-Type') ?? '') ||
      /^\s*<(!doctype|html)\b/i.test(new TextDecoder().decode(json));
    // Networks that require a sign-in answer every request with their sign-in page.
    throw isWebPage
      ? badAnswer(
          response,
          'The response is a web page. If this network requires you to sign in, do so in a browser. Otherwise check the service’s address.',
        )
      : badAnswer(response, notReadable, cause);
  }
}

const notReadable =
  'Inkling can’t read the service’s response. Check that the address is that of an AI detection service.';

function badAnswer({ status }: Response, message: string, cause?: unknown): ApiError {
  return new ApiError('badAnswer', message, { status, cause });
}

/** Some services report a failure with a success status. */
function unreadable(response: Response, body: unknown): ApiError {
  const reportsFailure =
    isObject(body) &&
    (body['success'] === false || body['status'] === 'error' || 'error' in body || 'errors' in body);
  const serviceMessage = reportsFailure ? messageIn(body) : null;
  if (serviceMessage === null) return badAnswer(response, notReadable);
  const { status } = response;
  return new ApiError('refused', `The service reported a failure: ${serviceMessage}`, { status });
}

/** The error codes that follow from an HTTP status. */
type StatusCode = Exclude<
  ApiErrorCode,
  'offline' | 'certificate' | 'redirected' | 'unavailable' | 'workerDied'
>;

/** The statuses with their own code. Any other status gets the code of its class (4xx, 5xx). */
const codesByStatus: Readonly<Record<number, StatusCode>> = {
  400: 'invalid',
  401: 'unauthorised',
  404: 'notFound',
  407: 'proxy',
  408: 'timeout',
  410: 'notFound',
  413: 'tooLarge',
  422: 'invalid',
  429: 'rateLimited',
  504: 'timeout',
  511: 'proxy',
};

/**
 * Converts a response outside 200..299 to an error. Reads any kind of body: `{message}`, `{error}`, `{errors}`, RFC
 * 9457, HTML, or none.
 * @param method of the request.
 */
export async function errorFromResponse(response: Response, method = 'POST'): Promise<ApiError> {
  const { status, headers } = response;
  const body = await readJson(response).catch(() => null);
  const ofClass = status >= 500 ? 'server' : status >= 400 ? 'refused' : 'badAnswer';
  // Only a request with a text can be too large.
  const code = status === 413 && method !== 'POST' ? 'refused' : (codesByStatus[status] ?? ofClass);
  const fields = fieldsOf(body);
  const serviceMessage = Object.values(fields).flat()[0] ?? messageIn(body);
  const quoted = serviceMessage === null ? '' : ` The service says: ${serviceMessage}`;
  const retryAfter = secondsToWait(headers.get('Retry-After'));
  return new ApiError(code, sentenceFor(code, status, quoted, retryAfter), {
    status,
    fields,
    serviceCode: isObject(body) && typeof body['code'] === 'string' ? oneLine(body['code']) : null,
    requestId: headers.get('X-Request-Id'),
    retryAfter,
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

function sentenceFor(code: StatusCode, status: number, quoted: string, retryAfter: number | null): string {
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
