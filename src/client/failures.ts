import * as v from 'valibot';
import { ApiError, type ApiErrorCode } from './errors.ts';
import { isObject, messageIn, oneLine } from './errorText.ts';
import { parseJson } from '../api/parseJson.ts';

/** The codes that an HTTP status can mean. */
type StatusCode = Exclude<
  ApiErrorCode,
  'offline' | 'certificate' | 'redirected' | 'unavailable' | 'workerDied'
>;

/**
 * What a response outside 200..299 means. Reads any body: `{message}`, `{error}`, `{errors}`, RFC 9457, HTML, none.
 * @param method of the request.
 */
export async function errorFromResponse(response: Response, method = 'POST'): Promise<ApiError> {
  const { status, headers } = response;
  const body = await readBody(response);
  // Only what carries a text can carry too much of it.
  const code = status === 413 && method !== 'POST' ? 'refused' : codeOf(status);
  const fields = fieldsOf(body);
  const said = Object.values(fields).flat()[0] ?? messageIn(body);
  const serviceCode = isObject(body) && typeof body['code'] === 'string' ? oneLine(body['code']) : null;
  const requestId = headers.get('X-Request-Id');
  const retryAfter = secondsToWait(headers.get('Retry-After'));
  return new ApiError(code, sentenceFor({ code, status, said, retryAfter }), {
    status,
    fields,
    ...(serviceCode === null ? {} : { serviceCode }),
    ...(requestId === null ? {} : { requestId }),
    ...(retryAfter === null ? {} : { retryAfter }),
  });
}

/** Seconds: a day. A service that asks for more, or for more than a number can hold, does not mean it. */
const longestWait = 86_400;

/** `Retry-After` holds seconds or a date. @returns seconds from now, 0 to `longestWait`; `null` where it says nothing. */
function secondsToWait(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  const seconds = /^\s*\d+\s*$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(0, seconds), longestWait);
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
  /** What the service says of it. */
  said: string | null;
  /** Seconds. */
  retryAfter: number | null;
}

function sentenceFor({ code, status, said, retryAfter }: Refusal): string {
  const quoted = said === null ? '' : ` It says: ${said}`;
  switch (code) {
    case 'unauthorised':
      return 'The service does not accept the API key.';
    case 'notFound':
      return 'The service does not have this any more.';
    case 'invalid':
      return `The service could not use what was sent.${quoted}`;
    case 'tooLarge':
      return `The text is too large for the service. Scan a part of it.${quoted}`;
    case 'rateLimited':
      return `The service was asked too often. Wait ${waitInWords(retryAfter)} and try again.`;
    case 'proxy':
      return status === 407
        ? 'The proxy wants a user name and a password (HTTP 407). Check the proxy in the settings.'
        : 'The network wants you to sign in first (HTTP 511). Open any page in a browser and sign in.';
    case 'timeout':
      return 'The service took too long. Try again.';
    case 'server':
      return `The service failed (HTTP ${status}). Try again; if it keeps failing, its log says why.${quoted}`;
    case 'badAnswer':
      return `The service answered unexpectedly (HTTP ${status}). Check its address.`;
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
    return await parseJson(new Uint8Array(await response.arrayBuffer()));
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
