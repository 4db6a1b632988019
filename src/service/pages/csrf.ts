import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Environment } from '../api/environment.ts';
import { Problem } from '../api/problem.ts';
import { isSignature } from './signature.ts';
import type { Session } from '../account/sessions.ts';

/**
 * Accepts forms from this site's own pages only: by `Sec-Fetch-Site`, which a page can't set, or
 * `Origin` where a browser sends no such thing (plain http in a local network).
 */
export const requireSameOrigin = (baseUrl: string) => {
  const { origin } = new URL(baseUrl);
  return createMiddleware<Environment>(async (context, next) => {
    if (context.req.method === 'POST') {
      const site = context.req.header('Sec-Fetch-Site');
      const from = context.req.header('Origin');
      const own = site === undefined ? from === origin : site === 'same-origin';
      if (!own)
        throw site === undefined && from === hostOrigin(context) ? otherOrigin(origin) : foreignForm();
    }
    await next();
  });
};

/** @throws Problem 403 when a form does not carry its session's token. */
export function requireToken({ csrf }: Session, fields: Record<string, unknown>): void {
  const given = fields['csrf'];
  if (typeof given !== 'string' || !isSignature(given, csrf)) throw foreignForm();
}

/** The origin of the page as the browser sees it, by the address that it asked. */
function hostOrigin(context: Context): string {
  return `http://${context.req.header('Host') ?? ''}`;
}

/** For a browser that opened this service by another address than its public one, such as its IP address. */
function otherOrigin(origin: string): Problem {
  return new Problem(403, `This service takes forms at ${origin} alone. Open it there and repeat.`);
}

function foreignForm(): Problem {
  return new Problem(
    403,
    'This form was not sent from a page of this session. Open the page again and repeat.',
  );
}
