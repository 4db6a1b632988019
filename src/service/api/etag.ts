import { createHash } from 'node:crypto';
import type { Context } from 'hono';

/**
 * The form of what is answered: counted on when a later version shows the same report otherwise, so that nobody keeps
 * what the earlier one said.
 */
const form = 1;

/** A strong validator (RFC 9110, 8.8.3) of what these decide: a report never changes, but for who may read it. */
export function etagOf(...parts: readonly (string | number | boolean | null)[]): string {
  const digest = createHash('sha256').update(JSON.stringify([form, ...parts]));
  return `"${digest.digest('base64url').slice(0, 22)}"`;
}

/** Whether whoever asks has it (RFC 9110, 13.1.2). Ask once it is known that they may. */
export function isKept(context: Context, etag: string): boolean {
  const kept = context.req.header('If-None-Match') ?? '';
  return kept.trim() === '*' || kept.split(',').some((each) => each.trim().replace(/^W\//, '') === etag);
}

/**
 * Lets the answer be kept and asked for again.
 * @param by whom: by anybody on the way, or by whoever asked alone. Either has to ask again each time, since who may
 * read a report can change.
 */
export function sendValidator(context: Context, etag: string, by: 'public' | 'private'): void {
  context.header('ETag', etag);
  context.header('Cache-Control', `${by}, no-cache`);
}

/** 304 for whoever has it. */
export function notModified(context: Context, etag: string, by: 'public' | 'private'): Response {
  sendValidator(context, etag, by);
  return context.body(null, 304);
}
