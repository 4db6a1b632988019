import { listProjects } from '../api/projects.ts';
import { listReports } from '../api/reports.ts';
import type { Page } from '../pages/views.ts';
import type { SignedIn, Site } from './site.ts';
import { projectsPage, reportsPage, privacyPage } from './views/reports.ts';
import { digestOfKey, newApiKey, revokeAllKeys } from './apiKey.ts';
import type { Budgets } from '../api/byteBudget.ts';
import { parseId } from '../api/ids.ts';
import { hashQueued, hashPassword, isCorrectPassword } from '../api/password.ts';
import { notFound, Problem } from '../api/problem.ts';
import type { Guesser } from '../pages/loginThrottle.ts';
import { foldCase, type StoredAccount } from '../store/store.ts';
import {
  ChangePassword,
  ChangePrivacy,
  DeleteAccount,
  NewKey,
  SignIn,
  SignUp,
  answerForm,
  parseForm,
  readFormFields,
} from '../pages/forms.ts';
import { isSignature } from '../pages/signedCookies.ts';
import { wrongSessionForm, sendPage } from '../pages/pageApp.ts';
import { suffixOf } from './nameEndings.ts';
import { passwordWeakness } from './passwordStrength.ts';
import type { Session, Sessions } from './sessions.ts';
import {
  closedPage,
  deletedPage,
  keysPage,
  settingsPage,
  signInPage,
  signUpPage,
  type FormResult,
} from './views/account.ts';
import { Hono, type Context } from 'hono';
import { createMiddleware } from 'hono/factory';

/**
 * The pages for signing in and up, and those of a signed-in account: its reports and projects, keys, password, privacy
 * of reports, and deletion.
 */
export function accountRoutes(site: Site): Hono<SignedIn> {
  const { store, sessions, devices, throttle, newId, passwordCost, budgets } = site;
  const routes = new Hono<SignedIn>();

  /**
   * Whether this is the account's password; always `false` for an account without a hash.
   * @throws Problem 429 after too many guesses.
   */
  const checkPassword = (
    password: string,
    { name, passwordHash }: Pick<StoredAccount, 'name' | 'passwordHash'>,
    guesser: Guesser,
  ): Promise<boolean> =>
    throttle.check(`account ${foldCase(name)}`, guesser, () =>
      isCorrectPassword(password, passwordHash, passwordCost),
    );

  routes.get('/sign-in', async (context) => {
    const report = parseId(context.req.query('report'));
    if (await sessions.read(context)) return redirectSignedIn(context, report);
    return sendPage(context, signInPage(site, report));
  });

  routes.post('/sign-in', async (context) => {
    const fields = await readFormFields(context, budgets);
    const report = parseId(textOf(fields['report']));
    const name = textOf(fields['name']) ?? '';
    const signIn = async (): Promise<Response> => {
      const given = parseForm(SignIn, fields);
      const account = await store.accountNamed(given.name);
      const passwordHash = account?.passwordHash ?? null;
      const device = account ? devices.read(context, account.id) : undefined;
      const guesser = { address: context.env.address, device };
      const isRight = await checkPassword(given.password, { name: given.name, passwordHash }, guesser);
      if (!isRight || account === null || passwordHash === null)
        throw new Problem(403, 'Wrong name or password.');
      await sessions.start(context, account.id, passwordHash);
      devices.remember(context, account.id);
      return redirectSignedIn(context, report);
    };
    return answerForm(context, signIn, (error) => signInPage(site, report, { name, error }));
  });

  routes.get('/sign-up', (context) =>
    site.registration === 'open'
      ? sendPage(context, signUpPage(site.endings.issue()))
      : sendPage(context, closedPage, 403),
  );

  routes.post('/sign-up', async (context) => {
    if (site.registration === 'closed') return sendPage(context, closedPage, 403);
    const fields = await readFormFields(context, budgets);
    const signedEnding = site.endings.isIssued(fields['ending']) ? fields['ending'] : site.endings.issue();
    const ending = suffixOf(signedEnding);
    const chosen = withoutSuffix(textOf(fields['name']), ending);
    const signUp = async (): Promise<Response> => {
      const given = parseForm(SignUp, { ...fields, name: chosen });
      const name = given.name + ending;
      throttle.countActionFrom(context.env.address);
      const weakness = await passwordWeakness(given.password, given.name);
      if (weakness !== undefined) throw new Problem(422, weakness);
      const id = newId();
      const passwordHash = await hashPassword(given.password, passwordCost);
      // If the name is taken, this form was sent twice, because its suffix is unique.
      if (!(await store.createAccount({ id, name, passwordHash })))
        throw new Problem(409, `This form already created the account “${name}”. Sign in to it.`);
      await sessions.start(context, id, passwordHash);
      devices.remember(context, id);
      return context.redirect('/account', 303);
    };
    return answerForm(context, signUp, (error) => signUpPage(signedEnding, { name: chosen, error }));
  });

  // The pages below need a session.
  routes.use(requireSession(sessions, budgets));

  /** @throws Problem 403 for a wrong password, 429 after too many. */
  async function requirePassword({ id, account }: Session, password: string, address: string): Promise<void> {
    // Limited per session, so that strangers' wrong guesses can't lock the owner out.
    const isRight = await checkPassword(password, account, { address, device: `session ${id}` });
    if (!isRight) throw new Problem(403, 'Wrong password.');
  }

  // The lists of `/api/v1` as pages, with the same parameters.
  routes.get('/', async (context) => {
    const { session, requestId } = context.var;
    const request = { account: session.account.id, requestId, address: '/account' };
    const url = new URL(context.req.url);
    url.searchParams.delete('verdict', ''); // sent by the form for “any”; the API would refuse it
    const { parameters, page } = await listReports(site, { ...request, url: url.href });
    return sendPage(context, reportsPage(session, parameters, page));
  });

  routes.get('/projects', async (context) => {
    const { session, requestId } = context.var;
    const request = { account: session.account.id, requestId, address: '/account/projects' };
    const { parameters, page } = await listProjects(site, { ...request, url: context.req.url });
    return sendPage(context, projectsPage(session, parameters, page));
  });

  routes.post('/sign-out', async (context) => {
    await sessions.end(context, context.var.session);
    return context.redirect('/account/sign-in', 303);
  });

  routes.get('/keys', async (context) => {
    const { session } = context.var;
    return sendPage(context, keysPage(session, await store.listKeys(session.account.id)));
  });

  routes.post('/keys', async (context) => {
    const { session, fields } = context.var;
    const { id: account } = session.account;
    const page = async (result: { issued: string } | { error: string }): Promise<Page> =>
      keysPage(session, await store.listKeys(account), result);
    const create = async (): Promise<Response> => {
      const { name } = parseForm(NewKey, fields);
      const key = newApiKey();
      await store.addKey(account, { id: newId(), name, digest: digestOfKey(key) });
      return sendPage(context, await page({ issued: key }), 201);
    };
    return answerForm(context, create, (error) => page({ error }));
  });

  routes.post('/keys/:id/revoke', async (context) => {
    const { id: account } = context.var.session.account;
    if (!(await store.revokeKey(account, idIn(context.req.param('id'))))) throw notFound();
    return context.redirect('/account/keys', 303);
  });

  async function settings(session: Session, result?: FormResult): Promise<Page> {
    const keys = await store.listKeys(session.account.id);
    return settingsPage(session, keys.length, result);
  }

  routes.get('/settings', async (context) => sendPage(context, await settings(context.var.session)));

  routes.post('/password', async (context) => {
    const { session, fields } = context.var;
    const { account } = session;
    const change = async (): Promise<Response> => {
      const { current, password, revoke_keys: revokesKeys } = parseForm(ChangePassword, fields);
      await requirePassword(session, current, context.env.address);
      const weakness = await passwordWeakness(password, account.name);
      if (weakness !== undefined) throw new Problem(422, weakness);
      const passwordHash = await hashPassword(password, passwordCost);
      await store.setPasswordHash(account.id, passwordHash);
      // Revokes keys only after the password changes. Before that, a session with the old one could create another key.
      if (revokesKeys === 'yes') await revokeAllKeys(store, account.id);
      await sessions.start(context, account.id, passwordHash);
      return context.redirect('/account/settings/changed', 303);
    };
    return answerForm(context, change, (passwordError) => settings(session, { passwordError }));
  });

  routes.get('/settings/changed', async (context) =>
    sendPage(context, await settings(context.var.session, { changed: true })),
  );

  routes.post('/delete', async (context) => {
    const { session, fields } = context.var;
    const deleteAccount = async (): Promise<Response> => {
      const { password } = parseForm(DeleteAccount, fields);
      await requirePassword(session, password, context.env.address);
      await store.deleteAccount(session.account.id);
      await sessions.end(context, session);
      return sendPage(context, deletedPage);
    };
    return answerForm(context, deleteAccount, (deleteError) => settings(session, { deleteError }));
  });

  routes.get('/reports/:id', async (context) => {
    const { session } = context.var;
    const report = await store.getSummary(session.account.id, idIn(context.req.param('id')));
    if (!report) throw notFound();
    return sendPage(context, privacyPage(session, report));
  });

  routes.post('/reports/:id/privacy', async (context) => {
    const { session, fields } = context.var;
    const { id: account } = session.account;
    const report = await store.getSummary(account, idIn(context.req.param('id')));
    if (!report) throw notFound();
    const change = async (): Promise<Response> => {
      const { privacy, password } = parseForm(ChangePrivacy, fields);
      const passwordHash =
        privacy === 2 ? await hashQueued(account, password, context.env.signal, passwordCost) : null;
      // If the report was deleted meanwhile, the redirect leads to the page that says so.
      await store.setPrivacy(account, report.id, privacy, passwordHash);
      return context.redirect(`/reports/${report.id}`, 303);
    };
    return answerForm(context, change, (error) =>
      privacyPage(session, report, { error, asked: fields['privacy'] }),
    );
  });

  // Answers unknown paths with an HTML page instead of the service's JSON.
  routes.get('/*', () => {
    throw notFound();
  });

  return routes;
}

/** The chosen name. Our script sends it with the suffix, so that the browser saves the full name with the password. */
function withoutSuffix(name: string | undefined, ending: string): string | undefined {
  const trimmed = name?.trim();
  return trimmed?.endsWith(ending) ? trimmed.slice(0, -ending.length) : name;
}

function redirectSignedIn(context: Context, report: string | undefined): Response {
  return context.redirect(report === undefined ? '/account' : `/reports/${report}`, 303);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** @throws Problem 404 when the text can't be an id. */
function idIn(parameter: string): string {
  const id = parseId(parameter);
  if (id === undefined) throw notFound();
  return id;
}

/**
 * Lets signed-in requests through, and redirects others to the sign-in page.
 * @throws Problem 403 for a form that this session's own page did not send.
 */
const requireSession = (sessions: Sessions, budgets: Budgets) =>
  createMiddleware<SignedIn>(async (context, next) => {
    const session = await sessions.read(context);
    if (!session) return context.redirect('/account/sign-in', 303);
    context.set('session', session);
    if (context.req.method === 'POST') {
      const fields = await readFormFields(context, budgets);
      const { csrf } = fields;
      if (typeof csrf !== 'string' || !isSignature(csrf, session.csrf)) throw wrongSessionForm();
      context.set('fields', fields);
    }
    return next();
  });
