import { html, type Html } from '../../../report/view/html.ts';
import type { Site } from '../site.ts';
import { suffixOf } from '../nameEndings.ts';
import { scriptElement } from './frame.ts';
import { alert, field, openPage, passwordField, type Page } from '../../pages/views.ts';

interface FormState {
  name?: string | undefined;
  error?: string;
}

/** Describes the rules that `passwordStrength.ts` checks. */
export const newPasswordHint = 'At least 10 characters. Several words work well.';

function nameField(value: string, more: { hint?: string | Html; ending?: string }): Html {
  return field({ label: 'Name', name: 'name', type: 'text', autocomplete: 'username', value, ...more });
}

/** @param report the report to show after signing in. */
export function signInPage(
  { registration }: Pick<Site, 'registration'>,
  report: string | undefined,
  { name = '', error }: FormState = {},
): Page {
  return openPage(
    'Sign in',
    html`<p>Inkling says whether a text reads like AI, sentence by sentence.</p>
      ${alert(error)}
      <form method="post" action="/account/sign-in">
        ${report === undefined ? undefined : html`<input type="hidden" name="report" value="${report}" />`}
        ${nameField(name, registration === 'open' ? { hint: html`The full name, with its ending if it has one: <span class="ending">Ann-k7m2qd</span>.` } : {})}
        ${passwordField()}
        <button type="submit" class="main">Sign in</button>
      </form>
      <p class="other">
        ${
          registration === 'open'
            ? html`No account yet? <a href="/account/sign-up">Create one</a>`
            : 'Ask whoever runs this service for an account.'
        }
      </p>`,
  );
}

/** @param signedEnding the suffix of the name: see `NameEndings`. */
export function signUpPage(signedEnding: string, { name = '', error }: FormState = {}): Page {
  return openPage(
    'Create account',
    html`${alert(error)}
      <form method="post" action="/account/sign-up">
        <input type="hidden" name="ending" value="${signedEnding}" />
        ${nameField(name, { ending: suffixOf(signedEnding), hint: 'The ending makes your name unique. Sign in with both.' })}
        ${passwordField({
          autocomplete: 'new-password',
          hint: `${newPasswordHint} If you forget it, only whoever runs this service can reset it.`,
        })}
        <button type="submit" class="main">Create account</button>
      </form>
      <p class="other">Have an account? <a href="/account/sign-in">Sign in</a></p>
      ${scriptElement}`,
  );
}

export const closedPage = openPage(
  'Registration is closed',
  html`<p>Ask whoever runs this service for an account, then <a href="/account/sign-in">sign in</a>.</p>`,
  { title: 'Create account · Inkling' },
);
