import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createService } from '../../../../src/service/createService.ts';
import { hashPassword } from '../../../../src/service/api/password.ts';
import type { Service, ServiceParts } from '../../../../src/service/service.ts';
import { openSqliteStore } from '../../../../src/service/store/sqlite/sqlite.ts';
import type { Store } from '../../../../src/service/store/store.ts';
import { cheapCost } from '../../../contract/support/cheapCost.ts';
import { fakeDetect, fakeModels } from '../../../contract/support/fakeDetect.ts';
import { textOf } from '../../../unit/report/markup.ts';
import { accountPages } from '../../../../src/service/account/accountPages.ts';

export const password = 'a long enough password';

/** Of that password. */
const cheapHash = await hashPassword(password, cheapCost);

export interface TestSite {
  service: Service;
  store: Store;
  /** Sets the clock on, in milliseconds. */
  pass(milliseconds: number): void;
  /** Makes an account with `password`. */
  addAccount(name: string): Promise<boolean>;
  /** Somebody with a browser of their own. */
  visitor(address?: string): Visitor;
}

/** A service with pages over an empty store, and a clock that stands still. */
export function openSite({
  baseUrl = 'http://inkling.test',
  store = openSqliteStore(':memory:'),
  ...parts
}: Partial<ServiceParts> = {}): TestSite {
  let now = Date.now();
  const service = createService({
    store,
    detect: fakeDetect,
    models: fakeModels,
    baseUrl,
    now: () => now,
    maxContentBytes: 1000,
    log: (_id, error) => {
      throw error;
    },
    passwordCost: cheapCost,
    pages: accountPages({ registration: 'open', secret: new Uint8Array(32).fill(7) }),
    ...parts,
  });
  const site: TestSite = {
    service,
    store,
    pass: (milliseconds) => {
      now += milliseconds;
    },
    addAccount: (name) => store.createAccount({ id: randomUUID(), name, passwordHash: cheapHash }),
    visitor: (address = '192.0.2.1') => new Visitor(site, baseUrl, address),
  };
  return site;
}

export interface Answer {
  status: number;
  headers: Headers;
  markup: string;
  /** What a reader sees of it. */
  text: string;
}

/** A browser without script: it keeps cookies by their paths, and sends the forms of the page it is on. */
export class Visitor {
  readonly #site: TestSite;
  readonly #baseUrl: string;
  readonly #address: string;
  /** By path, then name. */
  readonly cookies = new Map<string, Map<string, string>>();
  #csrf: string | undefined;

  constructor(site: TestSite, baseUrl: string, address: string) {
    this.#site = site;
    this.#baseUrl = baseUrl;
    this.#address = address;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#ask(path, { headers });
  }

  /** Sends a form as a page of this site does, with the token that was seen last. */
  submit(path: string, fields: Record<string, string> = {}): Promise<Answer> {
    const csrf = this.#csrf;
    return this.post(
      path,
      { ...(csrf === undefined ? {} : { csrf }), ...fields },
      { 'Sec-Fetch-Site': 'same-origin' },
    );
  }

  post(path: string, fields: Record<string, string>, headers: Record<string, string>): Promise<Answer> {
    return this.#ask(path, { method: 'POST', body: new URLSearchParams(fields), headers });
  }

  /** Sends any body, with these headers alone. */
  send(path: string, body: string, headers: Record<string, string>): Promise<Answer> {
    return this.#ask(path, { method: 'POST', body, headers });
  }

  /** Signs in to a new account of this name. */
  async enter(name: string): Promise<void> {
    await this.#site.addAccount(name);
    assert.equal((await this.submit('/account/sign-in', { name, password })).status, 303);
    await this.get('/account');
  }

  /** A key of this visitor's account. */
  async key(): Promise<string> {
    await this.get('/account/keys');
    const { markup } = await this.submit('/account/keys', { name: 'for a test' });
    const key = /<code>(ink_[\w-]{43})<\/code>/.exec(markup)?.[1];
    assert.ok(key, 'no key is shown');
    return key;
  }

  /** Scans a text with a key of the account; its report's id. */
  async scan(fields: Record<string, string> = {}): Promise<string> {
    const response = await this.#site.service(
      new Request(`${this.#baseUrl}/api/v1/reports`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${await this.key()}` },
        body: new URLSearchParams({ content: 'Some words to analyse.', ...fields }),
      }),
    );
    assert.equal(response.status, 201);
    return (response.headers.get('Location') ?? '').split('/').at(-1) ?? '';
  }

  /** The same for a report whose page has `password`. */
  async scanLocked(fields: Record<string, string> = {}): Promise<string> {
    const id = await this.scan(fields);
    const found = await this.#site.store.findReport(id);
    await this.#site.store.setPrivacy(found?.account ?? '', id, 2, cheapHash);
    return id;
  }

  async #ask(path: string, init: RequestInit): Promise<Answer> {
    const headers = new Headers(init.headers);
    const cookies = [...this.cookies].flatMap(([scope, named]) =>
      path === scope || path.startsWith(scope.endsWith('/') ? scope : `${scope}/`)
        ? [...named].map(([name, value]) => `${name}=${value}`)
        : [],
    );
    if (cookies.length > 0) headers.set('Cookie', cookies.join('; '));
    const response = await this.#site.service(
      new Request(this.#baseUrl + path, { ...init, headers }),
      this.#address,
    );
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    const markup = await response.text();
    this.#csrf = /name="csrf" value="([^"]*)"/.exec(markup)?.[1] ?? this.#csrf;
    const { status } = response;
    const text = textOf(markup.slice(Math.max(0, markup.indexOf('<body>'))));
    return { status, headers: response.headers, markup, text };
  }

  #keep(cookie: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    const scope = /; Path=([^;]*)/.exec(cookie)?.[1] ?? '/';
    const named = this.cookies.get(scope) ?? new Map<string, string>();
    this.cookies.set(scope, named);
    if (/; Max-Age=0(;|$)/.test(cookie)) named.delete(name);
    else named.set(name, value);
  }
}
