import { createMiddleware } from 'hono/factory';
import type { Environment } from './environment.ts';

/** Nothing may be loaded, run, sent or framed by what holds no page. */
const nothing = "default-src 'none'; frame-ancestors 'none'";

/**
 * What every answer says, unless it says otherwise: a browser may not guess another type than it is sent as, keep
 * it, frame it, load anything for it, or tell its address to others.
 */
export const securityHeaders = createMiddleware<Environment>(async (context, next) => {
  context.header('Cache-Control', 'no-store');
  context.header('Content-Security-Policy', nothing);
  context.header('Referrer-Policy', 'no-referrer');
  context.header('X-Content-Type-Options', 'nosniff');
  await next();
});

/**
 * The policy of a page without script whose style has this hash.
 * @param styleHash SHA-256 of the text of its `<style>`, in base64.
 */
export function pagePolicy(styleHash: string): string {
  return `${nothing}; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;
}
