import { html, type Html } from '../../../report/view/html.ts';
import type { ApiKey } from '../../store/store.ts';
import type { Page } from '../../pages/respond.ts';
import type { Session } from '../sessions.ts';
import { accountFrame, alert, field, time, token } from '../../pages/views/frame.ts';

/** @param issued A key just made, which is shown this once. */
export function keysPage(
  session: Session,
  keys: readonly ApiKey[],
  { issued, error }: { issued?: string; error?: string } = {},
): Page {
  return {
    title: 'Keys · Inkling',
    body: accountFrame(
      session,
      '/account/keys',
      html`<h1>Keys</h1>
        <p>
          A program that scans for you sends one of these. Give each program its own.
          <a href="/docs">How to send it</a>
        </p>
        ${issued === undefined ? undefined : newKey(issued)}
        ${
          keys.length === 0
            ? html`<p class="empty">No keys yet.</p>`
            : html`<ul class="items">
                ${keys.map((key) => keyItem(session, key))}
              </ul>`
        }
        <h2>Issue a key</h2>
        ${alert(error)}
        <form method="post" action="/account/keys">
          ${token(session)}
          ${field({
            label: 'Name',
            name: 'name',
            type: 'text',
            autocomplete: 'off',
            hint: 'What it is for, so that you know which to revoke: “editor on the laptop”.',
          })}
          <button type="submit" class="main">Issue a key</button>
        </form>`,
    ),
  };
}

function newKey(key: string): Html {
  return html`<div class="issued">
    <p role="status"><b>Your new key.</b> Copy it now: it is not shown again.</p>
    <p class="copied"><code>${key}</code> <button type="button" data-copy hidden>Copy</button></p>
  </div>`;
}

function keyItem(session: Session, { id, name, createdAt, lastUsedAt }: ApiKey): Html {
  return html`<li>
    <div>
      <span class="title"><bdi>${name === '' ? 'Without a name' : name}</bdi></span>
      <span class="dim">
        issued ${time(new Date(createdAt).toISOString())} ·
        ${lastUsedAt === null ? 'never used' : html`last used ${time(new Date(lastUsedAt).toISOString())}`}
      </span>
    </div>
    <form method="post" action="/account/keys/${id}/revoke">
      ${token(session)}<button type="submit" aria-label="Revoke ${name}">Revoke</button>
    </form>
  </li>`;
}
