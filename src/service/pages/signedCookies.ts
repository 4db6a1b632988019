import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { CookiePrefixOptions } from 'hono/utils/cookie';

/**
 * Signs values that a browser stores, so that it can't change them: HMAC-SHA256 in base64url. The values are signed
 * as JSON, so that different lists have different signatures.
 * @param use the purpose of the signature, so that signatures for another purpose are not accepted.
 */
export function signatureOf(secret: Uint8Array, use: string, ...values: (string | number | null)[]): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([use, ...values]))
    .digest('base64url');
}

/** Compares in constant time, so that the time does not reveal where they differ. */
export function isSignature(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

export interface Signing {
  /** At least 32 random bytes, the same in all processes that serve the same store. */
  secret: Uint8Array;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** A cookie that scripts can't read and other sites' forms don't send. */
export interface Cookie {
  /** The cookie's value, or the empty string. */
  read(context: Context): string;
  /** @param lifetime in milliseconds; 0 deletes the cookie. */
  write(context: Context, value: string, lifetime: number): void;
}

/** @param paths each covers the paths below it, but not the same path with `.html` appended. */
export function createCookie(name: string, paths: readonly string[], prefix?: CookiePrefixOptions): Cookie {
  const options = { ...(prefix && { prefix }), httpOnly: true, sameSite: 'Lax' } as const;
  return {
    read: (context) => getCookie(context, name, prefix) ?? '',
    write: (context, value, lifetime) => {
      for (const path of paths)
        setCookie(context, name, value, { ...options, path, maxAge: lifetime / 1000 });
    },
  };
}

/**
 * A cookie that expires and that only this server can write. Its values must not contain dots.
 * @param use see `signatureOf`.
 * @param lifetime in milliseconds.
 */
export function signedCookie(cookie: Cookie, { secret, now }: Signing, use: string, lifetime: number) {
  return {
    /** The values, if the cookie is valid and was written with the same `bound`, which only its signature covers. */
    read(context: Context, ...bound: string[]): string[] | undefined {
      const parts = cookie.read(context).split('.');
      const signature = parts.pop() ?? '';
      if (!(Number(parts.at(-1)) > now())) return undefined;
      const isValid = isSignature(signature, signatureOf(secret, use, ...parts, ...bound));
      return isValid ? parts.slice(0, -1) : undefined;
    },
    write(context: Context, values: readonly string[], ...bound: string[]): void {
      const signed = [...values, String(now() + lifetime)];
      const signature = signatureOf(secret, use, ...signed, ...bound);
      cookie.write(context, [...signed, signature].join('.'), lifetime);
    },
  };
}

/**
 * The cookie for one report on a server at an unknown path prefix: a browser-based editor may forward its ports.
 * It has no path, so the browser sends it to all reports in the directory. A hash in its name distinguishes the
 * reports, and hides a report's address from other servers on this machine that may receive the cookie.
 */
export function cookieWithoutPath(name: string, report: string): Cookie {
  const hash = createHash('sha256').update(report).digest('base64url').slice(0, 8);
  return createCookie(`${name}-${hash}`, ['']);
}
