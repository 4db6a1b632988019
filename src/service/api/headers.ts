import { createMiddleware } from 'hono/factory';
import type { Environment } from './environment.ts';

/** Nothing may be loaded, run, sent or framed by what holds no page. */
const nothing = "default-src 'none'; frame-ancestors 'none'";

/**
 * What every answer says, unless it says otherwise: a browser may not guess another type than it is sent as, keep
 * it, frame it, load anything for it, or tell its address to others.
 */
export const safeHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': nothing,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

export const securityHeaders = createMiddleware<Environment>(async (context, next) => {
  for (const [name, value] of Object.entries(safeHeaders)) context.header(name, value);
  await next();
});

/**
 * The policy of a page without script whose style has this hash.
 * @param styleHash SHA-256 of the text of its `<style>`, in base64.
 */
export function pagePolicy(styleHash: string): string {
  return `${nothing}; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;
}
