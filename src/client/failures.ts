import * as v from 'valibot';
import { isObject } from './envelopes.ts';
import { ApiError, type ApiErrorCode } from './errors.ts';

/** The codes that an HTTP status can mean. */
type StatusCode = Exclude<ApiErrorCode, 'offline' | 'certificate' | 'unavailable' | 'workerDied'>;

/** What a response outside 200..299 means. Reads any body: `{message}`, `{error}`, `{errors}`, RFC 9457, HTML, none. */
export async function errorFromResponse(response: Response): Promise<ApiError> {
  const { status, headers } = response;
  const body = await readBody(response);
  const code = codeOf(status);
  const fields = fieldsOf(body);
  const said = Object.values(fields).flat()[0] ?? messageIn(body);
  const requestId = headers.get('X-Request-Id');
  const retryAfter = Number(headers.get('Retry-After') ?? NaN);
  return new ApiError(code, sentenceFor(code, status, said), {
    status,
    fields,
    ...(requestId === null ? {} : { requestId }),
    ...(Number.isFinite(retryAfter) ? { retryAfter } : {}),
  });
}

function codeOf(status: number): StatusCode {
  switch (status) {
    case 400:
    case 422:
      return 'invalid';
    case 401:
      return 'unauthorised';
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

function sentenceFor(code: StatusCode, status: number, said: string | null): string {
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
      return 'The service was asked too often. Wait a little and try again.';
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

async function readBody(response: Response): Promise<unknown> {
  try {
    return JSON.parse(await response.text());
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

/** The first message in the body, wherever services put it: `message`, `error`, `errors`, RFC 9457's `detail`. */
function messageIn(body: unknown): string | null {
  if (typeof body === 'string' && body !== '') return oneLine(body);
  if (Array.isArray(body)) return messageIn(body[0]);
  if (!isObject(body)) return null;
  for (const name of ['message', 'detail', 'error', 'title', 'errors']) {
    const message = messageIn(body[name]);
    if (message !== null) return message;
  }
  return null;
}

/** What a stranger's service says is shown short and on one line. */
function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return line.length <= 300 ? line : `${line.slice(0, 299)}…`;
}
