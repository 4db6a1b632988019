import { createMiddleware } from 'hono/factory';
import type { Environment } from './environment.ts';

/** Responses that hold no page may load, run, send and be framed by nothing. */
const nothing = "default-src 'none'; frame-ancestors 'none'";

/**
 * The headers of every response, unless its route sets others: a browser may not guess another type than it is sent as,
 * cache it, frame it, load anything for it, or tell its address to others.
 */
export const safeHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': nothing,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * Sets them before the route answers. `hono/secure-headers` sets them on the finished response, which then can't be sent
 * the short way: 182 instead of 126 µs of processor time for a small request over HTTP (client included).
 */
export const securityHeaders = createMiddleware<Environment>(async (context, next) => {
  for (const [name, value] of Object.entries(safeHeaders)) context.header(name, value);
  await next();
});

/**
 * The policy of a page without script.
 * @param styleSource of its one style: see `pageStyle`.
 */
export function pagePolicy(styleSource: string): string {
  return `${nothing}; style-src ${styleSource}; base-uri 'none'; form-action 'none'`;
}
