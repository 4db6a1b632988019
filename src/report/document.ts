import { createHash } from 'node:crypto';
import type { Report } from '../api/report.ts';
import { claimOf } from './claim.ts';
import { html, Html } from './html.ts';
import { pageTheme, viewStyle } from './style.ts';
import { reportView, type ReportContext } from './view.ts';

const style = `${viewStyle}\n${pageTheme}`;
const styleHash = createHash('sha256').update(style).digest('base64');

/** Allows the document's own style and nothing else, whatever came with the content. */
const contentSecurityPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;

/**
 * One self-contained HTML file of the report: no script, nothing fetched, light and dark by the reader's system,
 * fit for print.
 */
export function reportDocument(report: Report, context: Omit<ReportContext, 'actions'>): string {
  const name = report.title === null ? '' : ` · ${report.title}`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${claimOf(report.result)}${name}</title>
        ${styleElement}
      </head>
      <body>
        <main class="report">${reportView(report, { ...context, actions: [] }, 'its owner’s machine')}</main>
      </body>
    </html>`.toString();
}

/** Ours to the last letter, and hashed: not to be escaped. */
const styleElement = new Html(`<style>${style}</style>`);
