import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { isSignature, signatureOf } from './signature.ts';

/** The file formats of a report, by the extension of its address. */
export const formats = ['html', 'md', 'json'] as const;
export type Format = (typeof formats)[number];

/** The paths of a report's page and files. */
export function addressesOf(id: string): string[] {
  return [`/reports/${id}`, ...formats.map((format) => `/reports/${id}.${format}`)];
}

/** Cookies, each for a single report. */
export interface ReportCookies {
  /** The cookie's value, or the empty string. */
  read(context: Context, report: string): string;
  /** @param seconds how long the browser keeps it. */
  write(context: Context, report: string, value: string, seconds: number): void;
}

const shared = { httpOnly: true, sameSite: 'Lax' } as const;

/**
 * Cookies of a server that knows the addresses of its reports, each sent only to its report.
 * @param addresses the report's paths. A cookie's path covers the paths below it, but not the same path with
 *   `.html` appended.
 * @param secure over https, the browser sends it over https only.
 */
export function cookiesByPath(
  name: string,
  { secure, addresses }: { secure: boolean; addresses: (report: string) => readonly string[] },
): ReportCookies {
  const prefix = secure ? 'secure' : undefined;
  return {
    read: (context) => getCookie(context, name, prefix) ?? '',
    write: (context, report, value, maxAge) => {
      for (const path of addresses(report))
        setCookie(context, name, value, { ...shared, ...(prefix && { prefix }), path, maxAge });
    },
  };
}

/**
 * Cookies of a server at an unknown path prefix, as when a browser-based editor forwards its ports. They have no
 * path, so the browser sends them to all reports in the directory. Their names distinguish the reports by a hash,
 * which hides a report's address from other servers on this machine that may receive the cookies.
 */
export function cookiesByName(name: string): ReportCookies {
  const nameOf = (report: string): string =>
    `${name}-${createHash('sha256').update(report).digest('base64url').slice(0, 8)}`;
  return {
    read: (context, report) => getCookie(context, nameOf(report)) ?? '',
    write: (context, report, value, maxAge) => {
      setCookie(context, nameOf(report), value, { ...shared, path: '', maxAge });
    },
  };
}

/** How long a report stays open after the right password, in milliseconds. */
const lifetime = 60 * 60_000;

/** Remembers in a signed cookie, one per report, that a browser gave the right password. */
export class ReportAccess {
  readonly #secret: Uint8Array;
  readonly #cookies: ReportCookies;
  readonly #now: () => number;

  constructor(parts: { secret: Uint8Array; cookies: ReportCookies; now: () => number }) {
    this.#secret = parts.secret;
    this.#cookies = parts.cookies;
    this.#now = parts.now;
  }

  has(context: Context, report: string, passwordHash: string): boolean {
    const [expires = '', signature = ''] = this.#cookies.read(context, report).split('.');
    return Number(expires) > this.#now() && isSignature(signature, this.#sign(report, expires, passwordHash));
  }

  add(context: Context, report: string, passwordHash: string): void {
    const expires = String(this.#now() + lifetime);
    const token = `${expires}.${this.#sign(report, expires, passwordHash)}`;
    this.#cookies.write(context, report, token, lifetime / 1000);
  }

  /** Contains the password's hash, so that changing the password invalidates the signature. */
  #sign(report: string, expires: string, passwordHash: string): string {
    return signatureOf(this.#secret, 'report', report, expires, passwordHash);
  }
}
