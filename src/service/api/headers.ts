import { sha256 } from '#platform';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Environment } from './environment.ts';

/** The browser may not load, run, send or frame anything. */
export const strictPolicy = "default-src 'none'; frame-ancestors 'none'";

/**
 * The headers of every response, unless a route sets others. Browsers must not guess another type, cache or frame
 * the response, load anything for it, or send its address to others.
 */
export const safeHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': strictPolicy,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * Sets the headers before the route answers. `hono/secure-headers` sets them on the finished response, which
 * disables Hono's fast path: 182 instead of 126 µs of processor time for a small request over HTTP (client
 * included).
 */
export const securityHeaders = createMiddleware<Environment>(async (context, next) => {
  for (const [name, value] of Object.entries(safeHeaders)) context.header(name, value);
  await next();
});

/** Increased whenever reports are rendered differently, so that cached pages expire. */
const form = 1;

/** A strong validator (RFC 9110, 8.8.3) of these values. A report never changes, except for who may read it. */
export function etagOf(...parts: readonly (string | number | boolean | null)[]): string {
  return `"${sha256(JSON.stringify([form, ...parts])).slice(0, 22)}"`;
}

/**
 * Allows caches to store the answer: any cache, or only the client's own. Both must revalidate each time, because who
 * may read a report can change.
 */
export function setValidator(context: Context, etag: string, cacheableBy: 'public' | 'private'): void {
  context.header('ETag', etag);
  context.header('Cache-Control', `${cacheableBy}, no-cache`);
}

/** Answers 304 if the client's copy is current (RFC 9110, 13.1.2). Check access before calling this. */
export function unchangedResponse(
  context: Context,
  etag: string,
  cacheableBy: 'public' | 'private',
): Response | undefined {
  const cached = context.req.header('If-None-Match')?.split(',') ?? [];
  if (!cached.some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))) return undefined;
  setValidator(context, etag, cacheableBy);
  return context.body(null, 304);
}
