import { ApiError } from '../../client/errors.ts';
import type { Transport } from '../../client/transport.ts';

/** What the last exchange with a remote service showed. */
export type Connection = 'answers' | 'signedOut' | 'unreachable';

/** Reports how every exchange went, but for a cancelled one. */
export function observed(transport: Transport, report: (connection: Connection) => void): Transport {
  return async (request) => {
    try {
      const response = await transport(request);
      report(response.status === 401 ? 'signedOut' : 'answers');
      return response;
    } catch (error) {
      if (error instanceof ApiError) report('unreachable');
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
