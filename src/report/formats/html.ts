import { sha256 } from '#platform';
import type { Report } from '../../api/report.ts';
import { claimOf } from '../model/claim.ts';
import { html, Html } from '../view/html.ts';
import { pageTheme } from '../style/theme.ts';
import { viewStyle } from '../style/view.ts';
import { reportInPieces, type ReportContext } from '../view/view.ts';
import { titleOr } from '../words/words.ts';
import type { ReportWords } from '../words/reportWords.ts';

const style = pageStyle(`${viewStyle}\n${pageTheme}`);

/** Allows the document's own style and nothing else, whatever came with the content. */
const contentSecurityPolicy = `default-src 'none'; style-src ${style.source}; base-uri 'none'; form-action 'none'`;

const head = html`<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}" />
  <meta name="referrer" content="no-referrer" />`;

/**
 * One self-contained HTML file of the report: no script, nothing fetched, light and dark by the reader's system,
 * fit for print.
 */
export function reportDocument(report: Report, context: Omit<ReportContext, 'actions'>): string {
  return [...reportDocumentInPieces(report, context)].join('');
}

/** The same in pieces of a sentence each: a text of many short ones makes twenty times its length. */
export function reportDocumentInPieces(
  report: Report,
  context: Omit<ReportContext, 'actions'>,
): Generator<string> {
  return reportInPieces(report, { ...context, actions: [] }, 'ownersMachine', (view) =>
    pageShell({
      language: context.words.language,
      title: documentTitle(report, context.words),
      style,
      head,
      body: html`<main class="report">${view}</main>`,
    }),
  );
}

/** Names a report's page or file: what is claimed, and of which text. */
export function documentTitle(
  { result, title }: Pick<Report, 'result' | 'title'>,
  words: ReportWords,
): string {
  return [claimOf(result, words), titleOr(title, '')].filter(Boolean).join(' · ');
}

/** A page's one style, and the source that lets a Content-Security-Policy allow it and no other. */
export interface PageStyle {
  element: Html;
  source: string;
}

/** @param css Our own to the last letter: it is hashed, not escaped. */
export function pageStyle(css: string): PageStyle {
  // As the policy's grammar has it: `sha256` writes base64url.
  const hash = `${sha256(css).replaceAll('-', '+').replaceAll('_', '/')}=`;
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
