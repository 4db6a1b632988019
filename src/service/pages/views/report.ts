import type { Report } from '../../../api/report.ts';
import { documentTitle } from '../../../report/formats/html.ts';
import { html } from '../../../report/view/html.ts';
import { reportView, type ReportContext } from '../../../report/view/view.ts';
import { filled, filledHtml } from '../../../report/words/words.ts';
import type { ReportWords } from '../../../report/words/reportWords.ts';
import type { Page } from '../respond.ts';
import { alert, openFrame, passwordField, siteBar } from './frame.ts';

/** A report's page: the shared view, with actions for its readers. */
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
      <main class="report">${reportView(report, { ...context, actions: [] }, 'local')}</main>`,
  };
}

/** A form that asks for the password of one report. */
export function unlockPage(
  id: string,
  { language, page: says }: ReportWords,
  hasAccounts: boolean,
  error?: string,
): Page {
  return {
    language,
    title: `${says.lockedTitle} · Inkling`,
    body: openFrame(
      html`<h1>${says.locked}</h1>
        <p>${says.lockedWhy}</p>
        ${alert(error)}
        <form method="post" action="${id}">
          ${passwordField({ label: says.password, autocomplete: 'off' })}
          <button type="submit" class="main">${says.unlock}</button>
        </form>
        <p class="other">
          ${says.yours}
          ${
            hasAccounts
              ? html`<a href="/account/sign-in?report=${id}">${says.signIn}</a>`
              : says.openFromEditor
          }
        </p>`,
      hasAccounts,
    ),
  };
}

/**
 * The page for a report that does not exist or that this reader may not see; both look the same.
 * @param report the requested id, if it can be one.
 */
export function missingReportPage(
  report: string | undefined,
  { language, page: says }: ReportWords,
  hasAccounts: boolean,
): Page {
  const signIn = report === undefined ? '/account/sign-in' : `/account/sign-in?report=${report}`;
  return {
    language,
    title: `${says.missingTitle} · Inkling`,
    body: openFrame(
      html`<h1>${says.missing}</h1>
        <p>${says.missingWhy}</p>
        ${
          hasAccounts
            ? html`<p><a class="button" href="${signIn}">${says.signInForOwn}</a></p>`
            : html`<p>${says.openAgain}</p>`
        }`,
      hasAccounts,
    ),
  };
}
