import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Environment } from '../api/environment.ts';
import { Problem } from '../api/problem.ts';
import { isSeal } from './signature.ts';
import type { Session } from '../account/sessions.ts';

/**
 * Takes what changes something from this site's own pages alone: by `Sec-Fetch-Site`, which a page can't set, or
 * `Origin` where a browser sends no such thing (plain http in a local network).
 */
export const requireSameOrigin = (baseUrl: string) => {
  const { origin } = new URL(baseUrl);
  return createMiddleware<Environment>(async (context, next) => {
    if (context.req.method === 'POST') {
      const site = context.req.header('Sec-Fetch-Site');
      const from = context.req.header('Origin');
      const own = site === undefined ? from === origin : site === 'same-origin';
      if (!own) throw site === undefined && from === hostOrigin(context) ? elsewhere(origin) : forged();
    }
    await next();
  });
};

/** @throws Problem 403 when a form does not carry its session's token. */
export function requireToken({ csrf }: Session, fields: Record<string, unknown>): void {
  const given = fields['csrf'];
  if (typeof given !== 'string' || !isSeal(given, csrf)) throw forged();
}

/** The origin that the browser has this page from, if the address that it asked is to be believed. */
function hostOrigin(context: Context): string {
  return `http://${context.req.header('Host') ?? ''}`;
}

/** For who opened this very service by another address than its own, as its number instead of its name. */
function elsewhere(origin: string): Problem {
  return new Problem(403, `This service takes forms at ${origin} alone. Open it there and repeat.`);
}

function forged(): Problem {
  return new Problem(
    403,
    'This form was not sent from a page of this session. Open the page again and repeat.',
  );
}
