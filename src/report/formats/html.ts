import type { Report } from '../../api/report.ts';
import { claimOf } from '../model/claim.ts';
import { html } from '../view/html.ts';
import { pageShell, pageStyle } from '../view/shell.ts';
import { pageTheme, viewStyle } from '../view/style.ts';
import { reportView, type ReportContext } from '../view/view.ts';
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
  const view = reportView(report, { ...context, actions: [] }, 'ownersMachine');
  return pageShell({
    language: context.words.language,
    title: documentTitle(report, context.words),
    style,
    head,
    body: html`<main class="report">${view}</main>`,
  });
}

/** Names a report's page or file: what is claimed, and of which text. */
export function documentTitle(
  { result, title }: Pick<Report, 'result' | 'title'>,
  words: ReportWords,
): string {
  return [claimOf(result, words), titleOr(title, '')].filter(Boolean).join(' · ');
}
