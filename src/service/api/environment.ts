import type { Context } from 'hono';
import type { ByteHold } from './byteBudget.ts';
import { networkOf } from './clientNetwork.ts';

/** What the routes find in their context. */
export interface Environment {
  Bindings: {
    /** The request's own signal, aborted when nobody waits for the answer any more. */
    signal: AbortSignal;
    /** IP address of whoever asks, as far as is known. */
    address: string;
  };
  Variables: {
    requestId: string;
    /** Whose reports and projects the request acts on: the account that its key names. */
    account: string;
    /** What the request's body is counted in, where it may have one. */
    hold?: ByteHold;
  };
}

/** Who what a request takes is counted by: the account where it has a key, else the network that it came from. */
export function ownerOf(context: Context<Environment>): string {
  const known: Partial<Environment['Variables']> = context.var;
  return known.account ?? networkOf(context.env.address);
}
