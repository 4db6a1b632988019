import type { Context } from 'hono';
import type { ByteHold } from './byteBudget.ts';
import { networkOf } from './clientNetwork.ts';

/** What the routes find in their context. */
export interface Environment {
  Bindings: {
    /** The request's own signal, aborted when the client has left. */
    signal: AbortSignal;
    /** The client's IP address, if known. */
    address: string;
  };
  Variables: {
    requestId: string;
    /** The account of the request's key, whose reports and projects it accesses. */
    account: string;
    /** Counts the bytes of the request's body, where it may have one. */
    hold?: ByteHold;
  };
}

/** The owner in budgets: the account of the request's key, else the client's network. */
export function ownerOf(context: Context<Environment>): string {
  const known: Partial<Environment['Variables']> = context.var;
  return known.account ?? networkOf(context.env.address);
}
