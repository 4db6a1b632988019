import { sha256 } from '#platform';
import type { Report } from '../../api/report.ts';
import { claimOf } from '../model/claim.ts';
import { html, Html } from '../view/html.ts';
import { pageTheme } from '../style/theme.ts';
import { viewStyle } from '../style/view.ts';
import { reportInPieces, type ReportContext } from '../view/view.ts';
import { titleOr, type ReportWords } from '../words/words.ts';

const style = pageStyle(`${viewStyle}\n${pageTheme}`);

/** Allows nothing but the document's own style, whatever the content contains. */
const contentSecurityPolicy = `default-src 'none'; style-src ${style.source}; base-uri 'none'; form-action 'none'`;

const head = html`<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}" />
  <meta name="referrer" content="no-referrer" />`;

/**
 * The report as one self-contained HTML file: no scripts, no requests, light or dark by the reader's system, printable.
 */
export function reportDocument(report: Report, context: Omit<ReportContext, 'actions'>): string {
  return [...reportDocumentInPieces(report, context)].join('');
}

/** The same document in pieces of one sentence, because the HTML can be twenty times as long as the text. */
export function reportDocumentInPieces(
  report: Report,
  context: Omit<ReportContext, 'actions'>,
): Generator<string> {
  return reportInPieces(report, { ...context, actions: [] }, (view) =>
    pageShell({
      language: context.words.language,
      title: documentTitle(report, context.words),
      style,
      head,
      body: html`<main class="report">${view}</main>`,
    }),
  );
}

/** The title of a report's page or file: the claim and the text's title. */
export function documentTitle(
  { result, title }: Pick<Report, 'result' | 'title'>,
  words: ReportWords,
): string {
  return [claimOf(result, words), titleOr(title, '')].filter(Boolean).join(' · ');
}

/** A page's only style, and the source expression that allows it in a Content-Security-Policy. */
export interface PageStyle {
  element: Html;
  source: string;
}

/** @param css must be entirely our own, because it is not escaped. */
export function pageStyle(css: string): PageStyle {
  // The policy requires base64; `sha256` returns base64url.
  const hash = `${sha256(css).replaceAll('-', '+').replaceAll('_', '/')}=`;
  return { element: new Html(`<style>${css}</style>`), source: `'sha256-${hash}'` };
}

export interface PageShell {
  /** The page's language, as a BCP 47 tag. */
  language: string;
  title: string;
  style: PageStyle;
  /** Additional content of the head. */
  head?: Html;
  body: Html;
}

/** A complete page: light or dark by the reader's system, hidden from search engines. */
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
