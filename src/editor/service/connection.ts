import { ApiError } from '../../client/errors.ts';
import type { Transport } from '../../client/transport.ts';

/** What the last exchange told of a remote service. */
export type Connection = 'answers' | 'signedOut' | 'unreachable';

/** Tells of every exchange how it went; a cancelled one says nothing. */
export function observed(transport: Transport, tell: (connection: Connection) => void): Transport {
  return async (request) => {
    try {
      const response = await transport(request);
      tell(response.status === 401 ? 'signedOut' : 'answers');
      return response;
    } catch (error) {
      if (error instanceof ApiError) tell('unreachable');
      throw error;
    }
  };
}

/** Writes one line for every exchange: never a header, a query or a body. */
export function logged(transport: Transport, write: (line: string) => void): Transport {
  return async (request) => {
    const started = performance.now();
    const line = (outcome: string): string => {
      const { host, pathname } = new URL(request.url);
      return `${request.method} ${host}${pathname}: ${outcome} after ${Math.round(performance.now() - started)} ms`;
    };
    try {
      const response = await transport(request);
      write(line(String(response.status)));
      return response;
    } catch (error) {
      write(line(error instanceof ApiError ? error.code : 'cancelled'));
      throw error;
    }
  };
}
