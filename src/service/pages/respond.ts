import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { secureHeaders } from 'hono/secure-headers';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Html } from '../../report/view/html.ts';
import { pageShell, pageStyle } from '../../report/formats/html.ts';
import { pageTheme } from '../../report/style/theme.ts';
import { viewStyle } from '../../report/style/view.ts';
import type { Environment } from '../api/environment.ts';
import { siteStyle } from './style.ts';

const style = pageStyle(`${viewStyle}\n${pageTheme}\n${siteStyle}`);

/**
 * The security headers of every page, redirect and download.
 * @param hasScript whether the account area's script may run. Other scripts never may, and no inline ones.
 */
export const securePage = (hasScript: boolean) =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      styleSrc: [style.source],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      ...(hasScript && { scriptSrc: ["'self'"] }),
    },
    // Not `no-referrer`, because browsers would then send forms with `Origin: null`.
    referrerPolicy: 'same-origin',
    xFrameOptions: 'DENY',
    strictTransportSecurity: false,
  });

/** The defaults for pages: not cached, not indexed by search engines, and dependent on language and cookie. */
export const pageHeaders = createMiddleware<Environment>(async (context, next) => {
  context.header('Cache-Control', 'no-store');
  context.header('Vary', 'Accept-Language, Cookie');
  context.header('X-Robots-Tag', 'noindex');
  await next();
});

export interface Page {
  /** A BCP 47 tag; English by default. */
  language?: string;
  title: string;
  body: Html;
}

/** The complete HTML of a page. */
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
