import { html } from '../../../report/view/html.ts';
import type { ReportWords } from '../../../report/words/reportWords.ts';
import type { Page } from '../respond.ts';
import { openFrame } from './frame.ts';

/** A request that is refused, with its reason as a sentence. */
export function problemPage(message: string, hasAccounts: boolean): Page {
  return {
    title: 'Inkling',
    body: openFrame(
      html`<h1>${message}</h1>
        ${hasAccounts ? html`<p><a href="/account">Go to your account</a></p>` : undefined}`,
      hasAccounts,
    ),
  };
}

/** The database can't be reached: nothing that the reader did is wrong, and the same address works again later. */
export function unavailablePage(message: string, hasAccounts: boolean): Page {
  return {
    title: 'Try again soon · Inkling',
    body: openFrame(
      html`<h1>Try again soon</h1>
        <p>${message} What was stored is still there.</p>`,
      hasAccounts,
    ),
  };
}

/** @param requestId Where in the log whoever runs the service finds the reason. */
export function failedPage(requestId: string, hasAccounts: boolean): Page {
  return {
    title: 'Inkling',
    body: openFrame(
      html`<h1>Something failed here.</h1>
        <p>
          Try again. If it stays so,
          ${
            hasAccounts
              ? 'tell whoever runs this service the number of your request:'
              : 'look in the editor’s log for the number of your request:'
          }
        </p>
        <p><code>${requestId}</code></p>`,
      hasAccounts,
    ),
  };
}

/**
 * A report that there is not, or not for this reader: the same page for both.
 * @param report The id that was asked for, if it could be one.
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
