import { ApiError } from './errors.ts';
import { pause } from './pause.ts';
import type { Transport } from './transport.ts';

/** Milliseconds before the second and the third try. */
const pauses = [300, 1200];

/**
 * Asks again, twice at most, where the service or the way to it failed for a moment. Only what reads or deletes: a
 * scan goes by `scanWithRetry`.
 * @param wait resolves after so many milliseconds, or rejects with the signal's reason.
 */
export function retrying(transport: Transport, wait = pause): Transport {
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'DELETE') return transport(request);
    let hadNoAnswer = false;
    for (const milliseconds of pauses) {
      try {
        const response = await transport(request.clone());
        if (!isPassing(response)) return asAsked(request, response, hadNoAnswer);
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'offline')) throw error;
        hadNoAnswer = true;
      }
      await wait(milliseconds, request.signal);
    }
    return asAsked(request, await transport(request), hadNoAnswer);
  };
}

function isPassing({ status }: Response): boolean {
  return status === 502 || status === 503;
}

/** What a deletion without an answer has deleted is gone at the second try, as it should be. */
function asAsked({ method }: Request, response: Response, hadNoAnswer: boolean): Response {
  return method === 'DELETE' && response.status === 404 && hadNoAnswer
    ? new Response(null, { status: 204 })
    : response;
}
