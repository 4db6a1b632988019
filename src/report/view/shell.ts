import { createHash } from 'node:crypto';
import { html, Html } from './html.ts';

/** A page's one style, and the source that lets a Content-Security-Policy allow it and no other. */
export interface PageStyle {
  element: Html;
  source: string;
}

/** @param css Our own to the last letter: it is hashed, not escaped. */
export function pageStyle(css: string): PageStyle {
  const hash = createHash('sha256').update(css).digest('base64');
  return { element: new Html(`<style>${css}</style>`), source: `'sha256-${hash}'` };
}

export interface PageShell {
  /** What the page is written in, as a BCP 47 tag. */
  language: string;
  title: string;
  style: PageStyle;
  /** What else the head holds. */
  head?: Html;
  body: Html;
}

/** A whole page that stands alone: light and dark by the reader's system, kept out of search engines. */
export function pageShell({ language, title, style, head, body }: PageShell): string {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        ${head}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${style.element}
      </head>
      <body>
        ${body}
      </body>
    </html>`.toString();
}
