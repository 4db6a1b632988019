import type { Report } from '../../../api/report.ts';
import { documentTitle } from '../../../report/document.ts';
import { html } from '../../../report/html.ts';
import { reportView, type ReportContext } from '../../../report/view.ts';
import type { Page } from '../respond.ts';
import { siteBar } from './frame.ts';
import { privacyNames } from './privacy.ts';

/** A report's page: the one view, and what a reader can do with it. */
export function reportPage(
  report: Report,
  context: Omit<ReportContext, 'actions'>,
  { isOwner, hasAccounts }: { isOwner: boolean; hasAccounts: boolean },
): Page {
  const { id, privacy } = report;
  const owner =
    isOwner && hasAccounts
      ? html`<a href="/account/reports/${id}">${privacyNames[privacy]}: change who may read it</a>`
      : undefined;
  return {
    title: documentTitle(report),
    body: html`<header>
        ${siteBar(
          html`<nav aria-label="This report">
            ${owner}
            <span
              >Save as <a href="${id}.html" download>HTML</a>, <a href="${id}.md" download>Markdown</a> or
              <a href="${id}.json" download>JSON</a></span
            >
          </nav>`,
          hasAccounts,
        )}
      </header>
      <main class="report">${reportView(report, { ...context, actions: [] }, 'this machine')}</main>`,
  };
}
