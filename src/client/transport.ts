import { raceAbort } from '../threads/thread.ts';
import { errorFromResponse } from './responses.ts';

/**
 * Sends a request to a local or remote service. Rejects with the reason of the request's own signal when that is
 * aborted, as `fetch` does.
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
