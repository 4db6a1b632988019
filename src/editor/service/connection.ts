import { ApiError } from '../../client/errors.ts';
import type { Transport } from '../../client/calls.ts';
import { cutOff } from '../../api/limits.ts';
import { parseAddress, type AddressProblem, type ServiceAddress } from '../../client/address.ts';

/** The service that analyses texts. */
export type Choice =
  | { kind: 'local' }
  | { kind: 'remote'; address: ServiceAddress }
  /**
   * An address that can't be used. Inkling uses no other service instead, because the user chose where texts are
   * sent.
   */
  | { kind: 'unusable'; text: string; problem: AddressProblem; by: 'setting' | 'environment' };

/**
 * The service named by the user's setting or, without one, by the environment; by default this machine.
 * @param setting `inkling.service.url` as the user set it; `undefined` if not set, '' for this machine.
 * @param environment the value of `INKLING_URL`
 */
export function choose(setting: unknown, environment: string | undefined): Choice {
  const by = typeof setting === 'string' ? 'setting' : 'environment';
  const text = typeof setting === 'string' ? setting : (environment ?? '');
  if (text.trim() === '') return { kind: 'local' };
  const parsed = parseAddress(text);
  if (parsed.ok) return { kind: 'remote', address: parsed.address };
  return { kind: 'unusable', text: cutOff(text.trim(), 200), problem: parsed.problem, by };
}

/** The outcome of the last request to a remote service. */
export type Connection = 'answers' | 'signedOut' | 'unreachable';

/** Reports the outcome of every request, except cancelled ones. */
export function withObserver(transport: Transport, report: (connection: Connection) => void): Transport {
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

/** Logs one line per request, without headers, query or body. */
export function withLog(transport: Transport, write: (line: string) => void): Transport {
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
