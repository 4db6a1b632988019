import { html, type Html } from '../../../report/view/html.ts';
import { dateAndTime } from '../../../report/words/words.ts';
import { siteBar } from '../../pages/views/frame.ts';
import { scriptElement } from '../script.ts';
import type { Session } from '../sessions.ts';

export const sections = {
  '/account': 'Reports',
  '/account/projects': 'Projects',
  '/account/keys': 'Keys',
  '/account/settings': 'Settings',
} as const;
export type Section = keyof typeof sections;

/** A page of the account area, signed in. */
export function accountFrame(session: Session, section: Section | undefined, content: Html): Html {
  const links = Object.entries(sections).map(
    ([address, name]) =>
      html`<a href="${address}" ${address === section ? html` aria-current="page"` : undefined}>${name}</a> `,
  );
  return html`<header>
      ${siteBar(
        html`
          <nav aria-label="Account">${links}</nav>
          <form class="out" method="post" action="/account/sign-out">
            <span class="who"><bdi>${session.account.name}</bdi></span>
            ${token(session)}<button type="submit">Sign out</button>
          </form>
        `,
        true,
      )}
    </header>
    <main class="account">${content}</main>
    ${scriptElement}`;
}

/** A time in UTC, which the script converts to the reader's time zone. */
export function time(timestamp: string): Html {
  return html`<time datetime="${timestamp}">${dateAndTime(timestamp, 'en', 'UTC')}</time>`;
}

export function token({ csrf }: Session): Html {
  return html`<input type="hidden" name="csrf" value="${csrf}" />`;
}
