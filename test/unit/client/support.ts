import { createClient, type Client } from '../../../src/client/client.ts';
import type { Clock } from '../../../src/client/retry.ts';

/** A client of a service that gives every request this answer, and the requests it was sent. */
export function clientOf(answer: (request: Request) => Response): { client: Client; sent: Request[] } {
  const sent: Request[] = [];
  const client = createClient({
    baseUrl: 'https://service.test/base/',
    apiKey: () => Promise.resolve('a-key'),
    transport: (request) => {
      sent.push(request);
      return Promise.resolve(answer(request));
    },
  });
  return { client, sent };
}

/** A clock that goes only as far as it is waited for. */
export function madeUpClock(): Clock {
  let now = 0;
  return {
    now: () => now,
    wait: (milliseconds, signal) => {
      signal.throwIfAborted();
      now += milliseconds;
      return Promise.resolve();
    },
  };
}
