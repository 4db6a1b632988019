import { html } from '../../../report/html.ts';
import type { Page } from '../respond.ts';
import { openFrame } from './frame.ts';

/** A request that is refused, with its reason as a sentence. */
export function problemPage(message: string): Page {
  return {
    title: 'Inkling',
    body: openFrame(
      html`<h1>${message}</h1>
        <p><a href="/account">Go to your account</a></p>`,
    ),
  };
}

/** The database can't be reached: nothing that the reader did is wrong, and the same address works again later. */
export function unavailablePage(message: string): Page {
  return {
    title: 'Try again soon · Inkling',
    body: openFrame(
      html`<h1>Try again soon</h1>
        <p>${message} What was stored is still there.</p>`,
    ),
  };
}

/** @param requestId Where in the log whoever runs the service finds the reason. */
export function failedPage(requestId: string): Page {
  return {
    title: 'Inkling',
    body: openFrame(
      html`<h1>Something failed here.</h1>
        <p>Try again. If it stays so, tell whoever runs this service the number of your request:</p>
        <p><code>${requestId}</code></p>`,
    ),
  };
}

/**
 * A report that there is not, or not for this reader: the same page for both.
 * @param report The id that was asked for, if it could be one.
 */
export function missingReportPage(report: string | undefined): Page {
  const signIn = report === undefined ? '/account/sign-in' : `/account/sign-in?report=${report}`;
  return {
    title: 'No report here · Inkling',
    body: openFrame(
      html`<h1>There is no report here</h1>
        <p>It may have been deleted, or only its owner may read it.</p>
        <p><a class="button" href="${signIn}">Sign in to see your own</a></p>`,
    ),
  };
}
