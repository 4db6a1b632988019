import { html, type Html } from '../../../report/view/html.ts';
import type { Session } from '../sessions.ts';
import type { Site } from '../site.ts';
import { suffixOf } from '../nameEndings.ts';
import { alert, field, openPage, passwordField, type Page } from '../../pages/views.ts';
import { accountPage, scriptElement, time, csrfField } from './frame.ts';
import type { ApiKey } from '../../store/store.ts';

interface FormState {
  name?: string | undefined;
  error?: string;
}

/** Describes the rules that `passwordStrength.ts` checks. */
const newPasswordHint = 'At least 10 characters. Several words work well.';

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
            : 'Ask the administrator of this service for an account.'
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
        ${nameField(name, { ending: suffixOf(signedEnding), hint: 'The ending makes your name unique. Sign in with your name and the ending.' })}
        ${passwordField({
          autocomplete: 'new-password',
          hint: `${newPasswordHint} If you forget it, only the administrator of this service can reset it.`,
        })}
        <button type="submit" class="main">Create account</button>
      </form>
      <p class="other">Have an account? <a href="/account/sign-in">Sign in</a></p>
      ${scriptElement}`,
  );
}

export const closedPage = openPage(
  'Registration is closed',
  html`<p>
    Ask the administrator of this service for an account, then <a href="/account/sign-in">sign in</a>.
  </p>`,
  { title: 'Create account · Inkling' },
);

/** @param issued a new key, which is shown only this once. */
export function keysPage(
  session: Session,
  keys: readonly ApiKey[],
  { issued, error }: { issued?: string; error?: string } = {},
): Page {
  return accountPage(
    session,
    'Keys',
    html`<h1>Keys</h1>
      <p>
        Programs that scan for you need a key. Create one per program.
        <a href="/docs">How to use it</a>
      </p>
      ${issued === undefined ? undefined : newKey(issued)}
      ${
        keys.length === 0
          ? html`<p class="empty">No keys yet.</p>`
          : html`<ul class="items">
              ${keys.map((key) => keyItem(session, key))}
            </ul>`
      }
      <h2>Create a key</h2>
      ${alert(error)}
      <form method="post" action="/account/keys">
        ${csrfField(session)}
        ${field({
          label: 'Name',
          name: 'name',
          type: 'text',
          autocomplete: 'off',
          hint: 'To recognise the key later, for example “laptop editor”.',
        })}
        <button type="submit" class="main">Create key</button>
      </form>`,
  );
}

function newKey(key: string): Html {
  return html`<div class="issued">
    <p role="status"><b>Your new key.</b> Copy it now. It is not shown again.</p>
    <p class="copied"><code>${key}</code> <button type="button" data-copy hidden>Copy</button></p>
  </div>`;
}

function keyItem(session: Session, { id, name, createdAt, lastUsedAt }: ApiKey): Html {
  return html`<li>
    <div>
      <span class="title"><bdi>${name === '' ? 'Unnamed' : name}</bdi></span>
      <span class="dim">
        created ${time(new Date(createdAt).toISOString())} ·
        ${lastUsedAt === null ? 'never used' : html`last used ${time(new Date(lastUsedAt).toISOString())}`}
      </span>
    </div>
    <form method="post" action="/account/keys/${id}/revoke">
      ${csrfField(session)}<button type="submit" aria-label="Revoke ${name}">Revoke</button>
    </form>
  </li>`;
}

/** The outcome of the submitted form, shown above it. */
export interface FormResult {
  changed?: true;
  passwordError?: string;
  deleteError?: string;
}

/** @param keys How many API keys the account has. */
export function settingsPage(session: Session, keys: number, result: FormResult = {}): Page {
  return accountPage(
    session,
    'Settings',
    html`<h1>Settings</h1>
      <section aria-labelledby="password-heading">
        <h2 id="password-heading">Change password</h2>
        <p>This ends your sessions in other browsers.</p>
        ${result.changed ? html`<p class="notice" role="status">Password changed. ${keyCount(keys)}</p>` : undefined}
        ${alert(result.passwordError)}
        <form method="post" action="/account/password">
          ${csrfField(session)} ${userName(session)}
          ${passwordField({ label: 'Current password', name: 'current' })}
          ${passwordField({ label: 'New password', autocomplete: 'new-password', hint: newPasswordHint })}
          ${keys === 0 ? undefined : revokeKeys(keys)}
          <button type="submit" class="main">Change password</button>
        </form>
      </section>
      <section aria-labelledby="delete-heading">
        <h2 id="delete-heading">Delete account</h2>
        <p>This permanently deletes the account with all its reports, projects and keys.</p>
        ${alert(result.deleteError)}
        <form method="post" action="/account/delete">
          ${csrfField(session)} ${userName(session)}
          ${passwordField({ label: 'Confirm with your password', id: 'delete-password' })}
          <button type="submit">Delete everything</button>
        </form>
      </section>`,
  );
}

function keyCount(keys: number): string {
  if (keys === 0) return 'There are no API keys.';
  return keys === 1 ? 'Your API key still works.' : `Your ${keys} API keys still work.`;
}

/**
 * The box is not checked by default, because most password changes are routine, and programs with a revoked key stop
 * working permanently. The text says when to check it.
 */
function revokeKeys(keys: number): Html {
  return html`<p class="field">
    <span class="choice">
      <input
        type="checkbox"
        id="revoke-keys"
        name="revoke_keys"
        value="yes"
        aria-describedby="revoke-keys-hint"
      />
      <label for="revoke-keys">Also revoke ${keys === 1 ? 'my API key' : `all ${keys} API keys`}</label>
    </span>
    <span class="hint" id="revoke-keys-hint"
      >Do this if someone else may know the password: they may have created a key. Programs then need a new
      key. <a href="/account/keys">See when each was used</a></span
    >
  </p>`;
}

/** Tells the browser's password manager to which account the password belongs. */
function userName({ account }: Session): Html {
  return html`<input type="text" autocomplete="username" value="${account.name}" hidden />`;
}

export const deletedPage = openPage(
  'Account deleted',
  html`<p>All its reports, projects and keys were deleted too.</p>
    <p><a href="/account/sign-in">Sign in to another account</a></p>`,
  { title: 'Deleted · Inkling' },
);
