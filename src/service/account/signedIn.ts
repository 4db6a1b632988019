import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { readBody } from '../api/body.ts';
import type { Fields } from '../api/fields.ts';
import { requireToken } from '../pages/csrf.ts';
import type { Sessions } from './sessions.ts';
import type { SignedIn } from '../pages/site.ts';

/** Lets through whoever is signed in, and sends others to where they can be. */
export const requireSession = (sessions: Sessions) =>
  createMiddleware<SignedIn>(async (context, next) => {
    const session = await sessions.read(context);
    if (!session) return context.redirect('/account/sign-in', 303);
    context.set('session', session);
    return next();
  });

/**
 * The fields of a form that this session's own page sent.
 * @throws Problem 403 when it did not.
 */
export async function readForm(context: Context<SignedIn>): Promise<Fields> {
  const fields = await readBody(context.req.raw);
  requireToken(context.var.session, fields);
  return fields;
}
