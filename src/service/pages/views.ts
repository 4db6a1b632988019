import type { Report } from '../../api/report.ts';
import { documentTitle, pageShell, pageStyle } from '../../report/formats/html.ts';
import { pageTheme } from '../../report/style/theme.ts';
import { viewStyle } from '../../report/style/view.ts';
import { html, type Html } from '../../report/view/html.ts';
import { reportView, type ReportContext } from '../../report/view/view.ts';
import { filled, filledHtml, type ReportWords } from '../../report/words/words.ts';
import { siteStyle } from './style.ts';

export const style = pageStyle(`${viewStyle}\n${pageTheme}\n${siteStyle}`);

export interface Page {
  /** A BCP 47 tag; English by default. */
  language?: string;
  title: string;
  body: Html;
}

/** The complete HTML of a page. */
export function pageText({ language = 'en', title, body }: Page): string {
  return pageShell({ language, title, style, body });
}

/** The bar at the top of every page. With `hasAccounts`, there is an account area to link to. */
export function siteBar(content: Html | undefined, hasAccounts: boolean): Html {
  return html`<div class="site">
    ${hasAccounts ? html`<a class="brand" href="/account">Inkling</a>` : html`<span class="brand">Inkling</span>`}
    ${content}
  </div>`;
}

/** A page without sign-in, in one column. For `hasAccounts` see `siteBar`. */
export function openPage(
  heading: string,
  rest: Html | undefined,
  {
    title = `${heading} · Inkling`,
    hasAccounts = true,
    ...options
  }: { title?: string; hasAccounts?: boolean; language?: string } = {},
): Page {
  const body = html`<header>${siteBar(undefined, hasAccounts)}</header>
    <main class="account narrow">
      <h1>${heading}</h1>
      ${rest}
    </main>`;
  return { ...options, title, body };
}

/** The error of the form below it. Screen readers announce it when the page opens. */
export function alert(message: string | undefined): Html | undefined {
  return message === undefined ? undefined : html`<p class="alert" role="alert">${message}</p>`;
}

interface Field {
  label: string;
  name: string;
  /** By default the name of the field. */
  id?: string;
  type: 'text' | 'password';
  /** What the browser may fill in: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill */
  autocomplete: 'username' | 'current-password' | 'new-password' | 'off';
  value?: string;
  hint?: string | Html;
  optional?: true;
  /** The suffix that the service appends to the input. */
  ending?: string;
}

export function field(options: Field): Html {
  const { label, name, id = name, type, autocomplete, value = '', hint, optional, ending } = options;
  const described = hint === undefined ? undefined : html` aria-describedby="${id}-hint"`;
  const input = html`<input
    id="${id}"
    name="${name}"
    type="${type}"
    autocomplete="${autocomplete}"
    value="${value}"
    autocapitalize="none"
    spellcheck="false"
    ${described}${ending === undefined ? undefined : html` data-ending="${ending}"`}${optional ? undefined : html` required`}
  />`;
  return html`<p class="field">
    <label for="${id}">${label}</label>
    ${ending === undefined ? input : html`<span class="with-ending">${input}<span class="ending">${ending}</span></span>`}
    ${hint === undefined ? undefined : html`<span class="hint" id="${id}-hint">${hint}</span>`}
  </p>`;
}

/** A password field; by default for the account's own password. */
export function passwordField({ label = 'Password', ...options }: Partial<Omit<Field, 'type'>> = {}): Html {
  return field({ name: 'password', autocomplete: 'current-password', ...options, label, type: 'password' });
}

/** A report's page: the shared view, with actions for its readers. */
export function reportPage(
  report: Report,
  context: Omit<ReportContext, 'actions'>,
  { isOwner, hasAccounts }: { isOwner: boolean; hasAccounts: boolean },
): Page {
  const { id, privacy } = report;
  const { words } = context;
  const { page: text } = words;
  const owner =
    isOwner && hasAccounts
      ? html`<a href="/account/reports/${id}"
          >${filled(text.changePrivacy, { privacy: text.privacyNames[privacy] })}</a
        >`
      : undefined;
  return {
    language: words.language,
    title: documentTitle(report, words),
    body: html`<header>
        ${siteBar(
          html`<nav aria-label="${text.about}">
            ${owner}
            <span
              >${filledHtml(text.saveAs, {
                html: html`<a href="${id}.html" download>HTML</a>`,
                markdown: html`<a href="${id}.md" download>Markdown</a>`,
                json: html`<a href="${id}.json" download>JSON</a>`,
              })}</span
            >
          </nav>`,
          hasAccounts,
        )}
      </header>
      <main class="report">${reportView(report, { ...context, actions: [] })}</main>`,
  };
}

/** A form that asks for the password of one report. */
export function unlockPage(
  id: string,
  { language, page: text }: ReportWords,
  hasAccounts: boolean,
  error?: string,
): Page {
  const rest = html`<p>${text.lockedWhy}</p>
    ${alert(error)}
    <form method="post" action="${id}">
      ${passwordField({ label: text.password, autocomplete: 'off' })}
      <button type="submit" class="main">${text.unlock}</button>
    </form>
    <p class="other">
      ${text.yours}
      ${hasAccounts ? html`<a href="/account/sign-in?report=${id}">${text.signIn}</a>` : text.openFromEditor}
    </p>`;
  return openPage(text.locked, rest, { title: `${text.lockedTitle} · Inkling`, hasAccounts, language });
}

/**
 * The page for a report that does not exist or that this reader may not see; both look the same.
 * @param report the requested id, if it can be one.
 */
export function missingReportPage(
  report: string | undefined,
  { language, page: text }: ReportWords,
  hasAccounts: boolean,
): Page {
  const signIn = report === undefined ? '/account/sign-in' : `/account/sign-in?report=${report}`;
  const rest = html`<p>${text.missingWhy}</p>
    <p>
      ${hasAccounts ? html`<a class="button" href="${signIn}">${text.signInForOwn}</a>` : text.openAgain}
    </p>`;
  return openPage(text.missing, rest, { title: `${text.missingTitle} · Inkling`, hasAccounts, language });
}
