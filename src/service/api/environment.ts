import type { Context } from 'hono';
import type { ByteReservation } from './byteBudget.ts';

/** Values that routes find in their context. */
export interface Environment {
  Bindings: {
    /** The request's own signal, aborted when the client disconnects. */
    signal: AbortSignal;
    /** The client's IP address, if known. */
    address: string;
  };
  Variables: {
    requestId: string;
    /** The account of the request's key. The request can access only this account's reports and projects. */
    account: string;
    /** Counts the bytes of the request's body, if the method has one. */
    reservation?: ByteReservation;
  };
}

/** The context of any route, including routes with more variables. */
export type RequestContext = Pick<Context<Environment>, 'req' | 'env' | 'var'> & {
  set: (name: 'reservation', value: ByteReservation) => void;
};

/** The owner in budgets: the account of the request's key, else the client's network. */
export function ownerOf(context: RequestContext): string {
  const known: Partial<Environment['Variables']> = context.var;
  return known.account ?? networkOf(context.env.address);
}

/** The /64 of an IPv6 address, because each subscriber gets a whole one; an IPv4 address itself. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail = ''] = address.replace(/%.*$/, '').split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail.split(':').filter(Boolean);
  const gap = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  const groups = address.includes('::') ? [...front, ...gap, ...back] : front;
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
