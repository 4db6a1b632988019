import { type Html, html } from '../../report/view/html.ts';

// `js` is a plain string; the name lets editors read it as JavaScript.
const js = String.raw;

/** The address of the account area's only script. */
const scriptPath = '/account/script.js';

export const scriptElement: Html = html`<script src="${scriptPath}" defer></script>`;

/**
 * Improves the account area: local times, a button that copies a new key, and the full name of a new account for
 * password managers. Every page works without it, and it inserts only text into a page.
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
