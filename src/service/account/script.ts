import { type Html, html } from '../../report/view/html.ts';

// `js` is a plain string; the name lets editors read it as JavaScript.
const js = String.raw;

/** Where pages of the account area load the one script from. */
const scriptPath = '/account/script.js';

export const scriptElement: Html = html`<script src="${scriptPath}" defer></script>`;

/**
 * What the account area does better with a script: times in the reader's own time zone, a button that copies a new
 * key, and a password manager that is given the whole name of a new account. Every page works without it, and it puts
 * nothing but text into a page.
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
    // Selected as well: where the browser lets no page copy, Ctrl+C does.
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
