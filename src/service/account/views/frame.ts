import { html, type Html } from '../../../report/view/html.ts';
import { dateAndTime } from '../../../report/words/words.ts';
import { siteBar, type Page } from '../../pages/views.ts';
import type { Session } from '../sessions.ts';

const sections = {
  Reports: '/account',
  Projects: '/account/projects',
  Keys: '/account/keys',
  Settings: '/account/settings',
};

/** A page for a signed-in account. If a section has the page's title, it is marked as the current one. */
export function accountPage(session: Session, title: string, content: Html): Page {
  const links = Object.entries(sections).map(
    ([name, address]) =>
      html`<a href="${address}" ${name === title ? html` aria-current="page"` : undefined}>${name}</a> `,
  );
  const bar = html`
    <nav aria-label="Account">${links}</nav>
    <form class="out" method="post" action="/account/sign-out">
      <span class="who"><bdi>${session.account.name}</bdi></span>
      ${csrfField(session)}<button type="submit">Sign out</button>
    </form>
  `;
  const body = html`<header>${siteBar(bar, true)}</header>
    <main class="account">${content}</main>
    ${scriptElement}`;
  return { title: `${title} · Inkling`, body };
}

/** A time in UTC, which the script converts to the reader's time zone. */
export function time(timestamp: string): Html {
  return html`<time datetime="${timestamp}">${dateAndTime(timestamp, 'en', 'UTC')}</time>`;
}

export function csrfField({ csrf }: Session): Html {
  return html`<input type="hidden" name="csrf" value="${csrf}" />`;
}

// `js` is a plain string; the name lets editors read it as JavaScript.
const js = String.raw;

export const scriptElement: Html = html`<script src="/account/script.js" defer></script>`;

/**
 * Improves the account area: local times, a button that copies a new key, and the full name of a new account for
 * password managers. Pages work without it. It changes only text in a page.
 */
export const siteScript = js`'use strict';
for (const time of document.querySelectorAll('time[datetime]')) {
  const local = new Intl.DateTimeFormat(document.documentElement.lang, {
    day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23',
  });
  time.title = time.textContent;
  time.textContent = local.format(new Date(time.dateTime));
}
for (const button of document.querySelectorAll('button[data-copy]')) {
  const code = button.parentElement.querySelector('code');
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener('click', async () => {
    // The key is selected too, so that Ctrl+C works where the browser doesn't let pages copy.
    getSelection().selectAllChildren(code);
    try {
      await navigator.clipboard.writeText(code.textContent);
    } catch {
      if (!document.execCommand('copy')) return;
    }
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = label; }, 2000);
  });
}
for (const input of document.querySelectorAll('input[data-ending]')) {
  input.form.addEventListener('submit', () => {
    const { ending } = input.dataset;
    if (input.value.trim() !== '' && !input.value.trim().endsWith(ending)) input.value = input.value.trim() + ending;
  });
}
`;
