import type { Context } from 'hono';
import { csrf } from 'hono/csrf';
import { Problem } from '../api/problem.ts';
import { isSignature } from './signature.ts';
import type { Session } from '../account/sessions.ts';

/**
 * Accepts forms from this site's own pages only: by `Sec-Fetch-Site`, which a page can't set, or by `Origin` where a
 * browser sends no such header (plain http in a local network). It checks what a form of another site can send;
 * `readFormFields` takes nothing else.
 */
export const requireSameOrigin = (baseUrl: string) => {
  const { origin } = new URL(baseUrl);
  return csrf({
    origin: (given, context) => {
      if (context.req.header('Sec-Fetch-Site') !== undefined) return false;
      if (given !== origin && given === hostOrigin(context)) throw otherOrigin(origin);
      return given === origin;
    },
  });
};

/** @throws Problem 403 when a form does not carry its session's token. */
export function requireToken(session: Session, fields: Record<string, unknown>): void {
  const given = fields['csrf'];
  if (typeof given !== 'string' || !isSignature(given, session.csrf)) throw foreignForm();
}

/** The origin of the page as the browser sees it, by the address that it asked. */
function hostOrigin(context: Context): string {
  return `http://${context.req.header('Host') ?? ''}`;
}

/** For a browser that opened this service by another address than its public one, such as its IP address. */
function otherOrigin(origin: string): Problem {
  return new Problem(403, `This service accepts forms only at ${origin}. Open that address and try again.`);
}

export function foreignForm(): Problem {
  return new Problem(403, 'This form is not from your current session. Reload the page and try again.');
}
