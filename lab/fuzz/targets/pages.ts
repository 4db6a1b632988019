import assert from 'node:assert/strict';
import fc from 'fast-check';
import { listen, type HttpServer } from '../../../src/service/http/listen.ts';
import { bodies, damaged, damages, hostile, send } from '../../../test/contract/support/brokenRequests.ts';
import {
  openSite,
  password,
  type TestSite,
  type Visitor,
} from '../../../test/integration/service/pages/visitor.ts';
import { check, type FuzzTarget } from '../target.ts';
import { accountWith } from '../../../test/contract/support/samples.ts';

const baseUrl = 'http://inkling.test';
/** Occur in the reports of each account. */
const secrets = { alice: 'ONLY-FOR-ALICE', bob: 'ONLY-FOR-BOB' };

/**
 * A placeholder for a session's token, which is known only when a request is sent. It has the same length and is
 * unchanged by each encoding.
 */
const tokenMark = 'T'.repeat(43);

/** Two accounts with a report each, another with a password, and the cookies of Alice's browser. */
interface Scene {
  site: TestSite;
  session: string;
  othersSession: string;
  token: string;
  ids: { account: string; report: string; locked: string; othersReport: string; key: string };
}

let server: HttpServer;
let port = 0;
let scene: Scene;
/** Runs so far; every hundredth starts a new scene, with new sessions. */
let runs = 0;

async function newScene(): Promise<Scene> {
  const site = openSite({ baseUrl });
  const [alice, bob] = [site.visitor(), site.visitor()];
  await alice.enter('alice');
  await bob.enter('bob');
  const report = await alice.scan({ title: secrets.alice, project: secrets.alice });
  const locked = await alice.scanLocked({ title: secrets.alice });
  const othersReport = await bob.scan({ title: secrets.bob, project: secrets.bob });
  const { markup } = await alice.get('/account/keys');
  const account = (await site.store.accountNamed('alice'))?.id ?? '';
  const [key] = await site.store.listKeys(account);
  return {
    site,
    session: sessionOf(alice),
    othersSession: sessionOf(bob),
    token: /name="csrf" value="([^"]*)"/.exec(markup)?.[1] ?? '',
    ids: { account, report, locked, othersReport, key: key?.id ?? '' },
  };
}

function sessionOf(visitor: Visitor): string {
  return visitor.cookies.get('/')?.get('inkling') ?? '';
}

type Ids = Scene['ids'];

/** The target and fields of each form. */
const forms: [target: (ids: Ids) => string, fields: Record<string, string>][] = [
  [() => '/account/sign-in', { name: 'alice', password }],
  [() => '/account/sign-up', { name: 'carol', password }],
  [() => '/account/sign-out', {}],
  [() => '/account/keys', { name: 'laptop' }],
  [({ key }) => `/account/keys/${key}/revoke`, {}],
  [() => '/account/password', { current: password, password: 'another long password' }],
  [() => '/account/delete', { password }],
  [({ report }) => `/account/reports/${report}/privacy`, { privacy: '0', password }],
  [({ othersReport }) => `/account/reports/${othersReport}/privacy`, { privacy: '0', password }],
  [({ locked }) => `/reports/${locked}`, { password }],
  [({ othersReport }) => `/reports/${othersReport}`, { password }],
];

const pages: ((ids: Ids) => string)[] = [
  ({ othersReport }) => `/reports/${othersReport}`,
  ({ locked }) => `/reports/${locked}.json`,
  ({ report }) => `/reports/${report}.html`,
  ({ othersReport }) => `/account/reports/${othersReport}`,
  () => '/account',
  () => '/account/projects',
  () => '/account/keys',
  () => '/account/settings',
  () => '/account/nowhere',
];

/** Cookies of Alice's browser, or forged ones. */
const cookies = fc.oneof(
  { weight: 3, arbitrary: fc.constant('own' as const) },
  fc.constantFrom('none' as const, 'mixed' as const, 'expired' as const),
  damages,
);
type Cookies = typeof cookies extends fc.Arbitrary<infer Of> ? Of : never;

/** Headers that state where a form was sent from, and whether that is the site itself. */
const origins = fc.constantFrom<{ own: boolean; headers: Record<string, string> }>(
  { own: true, headers: { 'Sec-Fetch-Site': 'same-origin' } },
  { own: true, headers: { Origin: baseUrl } },
  { own: false, headers: { 'Sec-Fetch-Site': 'same-site', Origin: baseUrl } },
  { own: false, headers: { 'Sec-Fetch-Site': 'cross-site' } },
  { own: false, headers: { Origin: 'null' } },
  { own: false, headers: {} },
);

const asked = fc.record({
  cookies,
  origin: origins,
  language: fc.constantFrom('', 'de', 'x-;q=9', '*'),
  form: fc.boolean().chain((hasToken) =>
    fc.constantFrom(...forms).chain(([target, fields]) =>
      fc.record({
        target: fc.constant(target),
        hasToken: fc.constant(hasToken),
        sent: bodies({ csrf: tokenMark, ...fields }, ['multipart/form-data; boundary=b', 'application/json']),
      }),
    ),
  ),
  page: fc.tuple(
    fc.constantFrom(...pages),
    fc.array(fc.tuple(fc.constantFrom('page', 'cursor', 'project', 'search', 'sort', 'report'), hostile), {
      maxLength: 2,
    }),
  ),
});

export const target: FuzzTarget = {
  open: async () => {
    server = await listen({
      host: '127.0.0.1',
      port: 0,
      service: (address) => {
        port = Number(new URL(address).port);
        return (request, from) => scene.site.service(request, from);
      },
    });
    scene = await newScene();
  },
  close: async () => {
    await server.close();
    await scene.site.store.close();
  },
  checks: {
    forms: check(asked, async ({ cookies: of, origin, language, form, page: [page, query] }) => {
      const { site, ids, token } = scene;
      site.pass(60 * 60_000); // so that no earlier guess slows this one down
      const cookie = cookieFor(of);
      const headers = {
        ...origin.headers,
        'Accept-Language': language,
        ...(cookie !== '' && { Cookie: cookie }),
      };
      const before = await stateOf(scene);

      const parameters = query.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`);
      const shown = await send(port, 'get', {
        target: `${page(ids)}?${parameters.join('&')}`,
        headers,
        body: Buffer.alloc(0),
      });
      const { type, body } = form.sent;
      const given = Buffer.from(
        body.toString('latin1').replaceAll(tokenMark, form.hasToken ? token : 'x'),
        'latin1',
      );
      const sent = await send(port, 'post', {
        target: form.target(ids),
        headers: { ...headers, 'Content-Type': type },
        body: given,
      });

      for (const { status, text } of [shown, sent]) {
        assert.notEqual(status, 500, text.slice(0, 1000));
        assert.ok(!text.includes(secrets.bob), 'the page shows what is another account’s');
        assert.ok(
          of === 'own' || !text.includes(secrets.alice),
          'the page shows what its reader may not see',
        );
      }
      const isTrusted = of === 'own' && origin.own && form.hasToken;
      if (!isTrusted) assert.deepEqual(await stateOf(scene), before, 'something was changed');
      runs++;
      if (!isTrusted && runs % 100 > 0) return;
      await site.store.close();
      scene = await newScene();
    }),
  },
};

function cookieFor(of: Cookies): string {
  const { session, othersSession } = scene;
  const [account = '', id = '', expires = '', seal = ''] = session.split('.');
  switch (of) {
    case 'own':
      return `inkling=${session}`;
    case 'none':
      return '';
    case 'mixed':
      return `inkling=${account}.${othersSession.split('.').slice(1).join('.')}; inkling-report=9999999999999.${seal}`;
    case 'expired':
      return `inkling=${account}.${id}.${Number(expires) + 1}.${seal}`;
    default: {
      const changed = damaged(Buffer.from(session), of)
        .toString('latin1')
        .replace(/\p{Cc}/gu, '');
      // The text after the separator belongs to another cookie.
      return changed.split(/[;,\s]/)[0] === session || changed.trim().replace(/^"|"$/g, '') === session
        ? ''
        : `inkling=${changed}`;
    }
  }
}

/** Everything of Alice's that a form could change. */
async function stateOf({ site: { store }, ids: { account, report, locked } }: Scene): Promise<unknown> {
  const keys = (await store.listKeys(account)).map(({ id, name }) => [id, name]);
  const [own, guarded] = await Promise.all([store.findReport(report), store.findReport(locked)]);
  const privacy = [own?.privacy, own?.passwordHash, guarded?.privacy, guarded?.passwordHash];
  return [await accountWith(store, account), keys, privacy];
}
