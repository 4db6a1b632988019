import { html, type Html } from '../../../report/view/html.ts';

/**
 * The bar at the top of every page of the site.
 * @param hasAccounts whether there is an account area to link to.
 */
export function siteBar(content: Html | undefined, hasAccounts: boolean): Html {
  return html`<div class="site">
    ${hasAccounts ? html`<a class="brand" href="/account">Inkling</a>` : html`<span class="brand">Inkling</span>`}
    ${content}
  </div>`;
}

/** A page without sign-in, in one column. */
export function openFrame(content: Html, hasAccounts = true): Html {
  return html`<header>${siteBar(undefined, hasAccounts)}</header>
    <main class="account narrow">${content}</main>`;
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

export function field(wanted: Field): Html {
  const { label, name, id = name, type, autocomplete, value = '', hint, optional, ending } = wanted;
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
export function passwordField({ label = 'Password', ...wanted }: Partial<Omit<Field, 'type'>> = {}): Html {
  return field({ name: 'password', autocomplete: 'current-password', ...wanted, label, type: 'password' });
}
