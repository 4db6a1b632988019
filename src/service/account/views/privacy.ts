import { minPagePasswordLength } from '../../../api/limits.ts';
import { type Privacy } from '../../../api/report.ts';
import { claimOf } from '../../../report/model/claim.ts';
import { html, type Html } from '../../../report/view/html.ts';
import { titleOr } from '../../../report/words/words.ts';
import { english } from '../../../report/words/en.ts';
import type { Session } from '../sessions.ts';
import type { StoredReportSummary } from '../../store/store.ts';
import { alert, passwordField, type Page } from '../../pages/views.ts';
import { accountPage, token } from './frame.ts';

const choices: [Privacy, string][] = [
  [1, 'Only you, signed in'],
  [2, 'Anyone with the address and the password'],
  [0, 'Anyone with the address'],
];

/**
 * Shows who may read one report's page, and lets the owner change it.
 * @param refused the rejected choice and the reason.
 */
export function privacyPage(
  session: Session,
  report: Pick<StoredReportSummary, 'id' | 'title' | 'privacy' | 'result'>,
  refused?: { error: string; asked: unknown },
): Page {
  const { id, title, privacy, result } = report;
  const isChosen = (value: Privacy): boolean => value === (refused ? refused.asked : privacy);
  return accountPage(
    session,
    'Privacy',
    html`<h1>Who may read this report?</h1>
      <p>
        <a href="/reports/${id}"><bdi>${titleOr(title, 'Untitled text')}</bdi></a
        ><br /><span class="dim">${claimOf(result, english)}</span>
      </p>
      ${alert(refused?.error)}
      <form method="post" action="/account/reports/${id}/privacy">
        ${token(session)}
        <fieldset>
          <legend>Who can read it</legend>
          ${choices.map(([value, text]) => choice(value, text, isChosen(value)))}
        </fieldset>
        ${passwordField({
          label: 'Password for readers',
          autocomplete: 'off',
          hint: `Only with “Password”: at least ${minPagePasswordLength} characters. A new password replaces the old one for all readers.`,
          optional: true,
        })}
        <button type="submit" class="main">Save</button>
      </form>`,
  );
}

function choice(value: Privacy, text: string, chosen: boolean): Html {
  return html`<p class="choice">
    <input
      type="radio"
      id="privacy-${value}"
      name="privacy"
      value="${value}"
      ${chosen ? html` checked` : undefined}
    />
    <label for="privacy-${value}"><b>${english.page.privacyNames[value]}</b> ${text}</label>
  </p>`;
}
