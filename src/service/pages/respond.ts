import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Html } from '../../report/view/html.ts';
import { pageShell, pageStyle } from '../../report/formats/html.ts';
import { pageTheme } from '../../report/style/theme.ts';
import { viewStyle } from '../../report/style/view.ts';
import type { Environment } from '../api/environment.ts';
import { siteStyle } from './style.ts';

const style = pageStyle(`${viewStyle}\n${pageTheme}\n${siteStyle}`);

const policy = [
  `default-src 'none'`,
  `style-src ${style.source}`,
  `form-action 'self'`,
  `base-uri 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

/** No page may be framed, and none is cached unless it says how to revalidate it. */
const pageHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // Not `no-referrer`: under that, browsers send the forms with `Origin: null`.
  'Referrer-Policy': 'same-origin',
  Vary: 'Accept-Language, Cookie',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
};

/**
 * Sets the headers of every response, redirects and downloads too.
 * @param hasScript Whether the one script of the account area may run; else none may, and never one in a page's text.
 */
export const sendPageHeaders = (hasScript: boolean) =>
  createMiddleware<Environment>(async (context, next) => {
    await next();
    const own = context.res.headers.has('ETag') ? context.res.headers.get('Cache-Control') : null;
    for (const [name, value] of Object.entries(pageHeaders)) context.header(name, value);
    if (own !== null) context.header('Cache-Control', own);
    context.header('Content-Security-Policy', hasScript ? `${policy}; script-src 'self'` : policy);
  });

export interface Page {
  /** A BCP 47 tag; a page that says none is in English. */
  language?: string;
  title: string;
  body: Html;
}

/** The whole of a page. */
export function pageText({ language = 'en', title, body }: Page): string {
  return pageShell({ language, title, style, body });
}

export function sendPage(
  context: Context,
  page: Page,
  status: ContentfulStatusCode = 200,
  headers: Record<string, string> = {},
): Response {
  return context.html(pageText(page), status, headers);
}
