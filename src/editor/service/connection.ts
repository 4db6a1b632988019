import { ApiError } from '../../client/errors.ts';
import type { Transport } from '../../client/transport.ts';
import { cutOff } from '../../api/limits.ts';
import { parseAddress, type AddressProblem, type ServiceAddress } from '../../client/address.ts';

/** Who said which service it is. */
type ChosenBy = 'setting' | 'environment';

/** The service that analyses texts. */
export type Choice =
  | { kind: 'local' }
  | { kind: 'remote'; address: ServiceAddress }
  /** An address that can't be used. Never a reason to use another one: the user chose where texts go. */
  | { kind: 'unusable'; text: string; problem: AddressProblem; by: ChosenBy };

/**
 * The service that the user's setting names, else the one that the environment names, else this machine.
 * @param setting `inkling.service.url` as the user set it; `undefined` where they didn't, '' for this machine.
 * @param environment `INKLING_URL`
 */
export function choose(setting: unknown, environment: string | undefined): Choice {
  const by: ChosenBy = typeof setting === 'string' ? 'setting' : 'environment';
  const text = typeof setting === 'string' ? setting : (environment ?? '');
  if (text.trim() === '') return { kind: 'local' };
  const parsed = parseAddress(text);
  if (parsed.ok) return { kind: 'remote', address: parsed.address };
  return { kind: 'unusable', text: cutOff(text.trim(), 200), problem: parsed.problem, by };
}

/** What the last exchange with a remote service showed. */
export type Connection = 'answers' | 'signedOut' | 'unreachable';

/** Reports how every exchange went, but for a cancelled one. */
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

/** Writes one line for every exchange: never a header, a query or a body. */
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
