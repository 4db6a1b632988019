import { createClient, type Client } from '../../../src/client/client.ts';

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
