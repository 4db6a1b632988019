import type { Report } from '../../../api/report.ts';
import { documentTitle } from '../../../report/formats/html.ts';
import { html } from '../../../report/view/html.ts';
import { reportView, type ReportContext } from '../../../report/view/view.ts';
import { filled, filledHtml } from '../../../report/words/words.ts';
import type { Page } from '../respond.ts';
import { siteBar } from './frame.ts';

/** A report's page: the one view, and what a reader can do with it. */
export function reportPage(
  report: Report,
  context: Omit<ReportContext, 'actions'>,
  { isOwner, hasAccounts }: { isOwner: boolean; hasAccounts: boolean },
): Page {
  const { id, privacy } = report;
  const { words } = context;
  const { page: says } = words;
  const owner =
    isOwner && hasAccounts
      ? html`<a href="/account/reports/${id}"
          >${filled(says.changePrivacy, { privacy: says.privacyNames[privacy] })}</a
        >`
      : undefined;
  return {
    language: words.language,
    title: documentTitle(report, words),
    body: html`<header>
        ${siteBar(
          html`<nav aria-label="${says.about}">
            ${owner}
            <span
              >${filledHtml(says.saveAs, {
                html: html`<a href="${id}.html" download>HTML</a>`,
                markdown: html`<a href="${id}.md" download>Markdown</a>`,
                json: html`<a href="${id}.json" download>JSON</a>`,
              })}</span
            >
          </nav>`,
          hasAccounts,
        )}
      </header>
      <main class="report">${reportView(report, { ...context, actions: [] }, 'thisMachine')}</main>`,
  };
}
