import { chunksOf } from '#platform';
import { ApiError, checkListFirst } from './errors.ts';
import type { Transport } from './calls.ts';

/** Sends one request as `fetch` does, without following redirects. */
export type Send = (
  request: Request,
  options: { redirect: 'manual'; signal: AbortSignal },
) => Promise<Response>;

interface RemoteParts {
  /** The most milliseconds for a whole request. */
  timeout: number;
  /** By default the global `fetch`, to which VS Code applies its proxy settings and the system's certificates. */
  send?: Send;
  /** The maximum size of an answer in bytes, after decompression. */
  maxBytes?: number;
}

/** Looked up at each call, because VS Code replaces the global. */
const globalFetch: Send = (request, options) => fetch(request, options);

/** Several times the size of our largest report, which contains its text and an entry for each sentence. */
const maxAnswerBytes = 64 * 1024 * 1024;

/**
 * Connects to a remote service. Redirects are not followed, so that the key and the text are sent only to the
 * chosen address. Each call rejects with an ApiError if there is no complete answer.
 */
export function remoteTransport({ timeout, ...parts }: RemoteParts): Transport {
  const { send = globalFetch, maxBytes = maxAnswerBytes } = parts;
  return async (request) => {
    const limit = AbortSignal.timeout(timeout);
    try {
      const signal = AbortSignal.any([request.signal, limit]);
      const response = await send(request, { redirect: 'manual', signal });
      if (isRedirect(response)) throw redirectError(request, response);
      requireStatus(response.status);
      // A failure while the body is read is a network failure too.
      const body = await readAtMost(maxBytes, response, request);
      return new Response(body.size === 0 ? null : body, response);
    } catch (error) {
      request.signal.throwIfAborted();
      if (error instanceof ApiError) throw error;
      if (limit.aborted) throw tooSlow(request, timeout, error);
      // Loaded on demand: most windows never need it.
      const { networkFailure } = await import('./networkFailures.ts');
      throw networkFailure(request, error);
    }
  };
}

async function readAtMost(maxBytes: number, { body, status }: Response, { url }: Request): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of body ? chunksOf(body) : []) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length > maxBytes) {
      const megabytes = Math.round(maxBytes / 1024 / 1024);
      const message = `${new URL(url).host} sent more than ${megabytes} MB, too much for a report. Check the address.`;
      throw new ApiError('badAnswer', message, { status });
    }
  }
  return new Blob(chunks);
}

/** Some implementations of `fetch` return an opaque response for a redirect that they don't follow. */
function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status);
}

function redirectError({ url }: Request, { status, headers }: Response): ApiError {
  const { host } = new URL(url);
  const location = headers.get('Location');
  const target = location !== null && URL.canParse(location, url) ? new URL(location, url) : null;
  const where = target === null ? 'elsewhere' : `to ${target.origin}${target.pathname.slice(0, 100)}`;
  return new ApiError(
    'redirected',
    `${host} redirects ${where}. Inkling will not send your key or text there. If the service has moved, choose the new address.`,
    { status },
  );
}

function tooSlow({ url, method }: Request, timeout: number, cause: unknown): ApiError {
  const message = `${new URL(url).host} timed out after ${Math.round(timeout / 1000)} seconds.`;
  const mayBeDone = method === 'POST';
  return new ApiError('timeout', `${message} ${mayBeDone ? checkListFirst : 'Try again.'}`, {
    mayBeDone,
    cause,
  });
}

/** @throws Error for an invalid status (RFC 9110, 15). */
export function requireStatus(status: number): void {
  if (status < 200 || status > 599) throw notHttpError();
}

/** The error for bytes that are not HTTP. */
export function notHttpError(): Error {
  return Object.assign(new Error('The response is not HTTP.'), { code: 'HPE_INVALID_STATUS' });
}
