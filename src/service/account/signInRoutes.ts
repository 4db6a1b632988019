import { Hono, type Context } from 'hono';
import type { Environment } from '../api/environment.ts';
import { idMaker, parseId } from '../api/ids.ts';
import { hashPassword, isPassword } from '../api/password.ts';
import { Problem, quotaExceeded } from '../api/problem.ts';
import { QuotaError } from '../store/quotas.ts';
import { foldCase } from '../store/store.ts';
import { parseForm, readFormFields, SignIn, SignUp } from '../pages/forms.ts';
import { suffixOf } from './names.ts';
import { sendPage, type Page } from '../pages/respond.ts';
import type { Site } from './site.ts';
import { closedPage, signInPage, signUpPage } from './views/signIn.ts';

/** Pages for signing in and, if registration is open, for creating an account. */
export function signInRoutes(site: Site): Hono<Environment> {
  const { store, sessions, devices, throttle } = site;
  const routes = new Hono<Environment>();
  const newId = idMaker(site.now);

  routes.get('/sign-in', async (context) => {
    const report = parseId(context.req.query('report'));
    if (await sessions.read(context)) return redirectSignedIn(context, report);
    return sendPage(context, signInPage(site, report));
  });

  routes.post('/sign-in', async (context) => {
    const fields = await readFormFields(context.req.raw);
    const report = parseId(textOf(fields['report']));
    const name = textOf(fields['name']) ?? '';
    try {
      const given = parseForm(SignIn, fields);
      const account = await store.accountNamed(given.name);
      const passwordHash = account?.passwordHash ?? null;
      const guesser = { address: context.env.address, device: devices.read(context, account?.id) };
      const right = await throttle.check(guessKeyOf(given.name), guesser, () =>
        isPassword(given.password, passwordHash, site.passwordCost),
      );
      if (!right || account === null || passwordHash === null)
        throw new Problem(403, 'Wrong name or password.');
      await sessions.start(context, account.id, passwordHash);
      devices.remember(context, account.id);
      return redirectSignedIn(context, report);
    } catch (thrown) {
      return showRejected(context, thrown, ({ message }) =>
        signInPage(site, report, { name, error: message }),
      );
    }
  });

  routes.get('/sign-up', (context) =>
    site.registration === 'open'
      ? sendPage(context, signUpPage(site.endings.issue()))
      : sendPage(context, closedPage, 403),
  );

  routes.post('/sign-up', async (context) => {
    if (site.registration === 'closed') return sendPage(context, closedPage, 403);
    const fields = await readFormFields(context.req.raw);
    const signedEnding = site.endings.isIssued(fields['ending']) ? fields['ending'] : site.endings.issue();
    const ending = suffixOf(signedEnding);
    const chosen = withoutSuffix(textOf(fields['name']), ending);
    try {
      const given = parseForm(SignUp, { ...fields, name: chosen });
      const name = given.name + ending;
      throttle.countActionFrom(context.env.address);
      const weakness = await site.passwordWeakness(given.password, given.name);
      if (weakness !== undefined) throw new Problem(422, weakness);
      const id = newId();
      const passwordHash = await hashPassword(given.password, site.passwordCost);
      // If the name is taken, this form was sent twice, because its suffix is unique.
      if (!(await store.createAccount({ id, name, passwordHash })))
        throw new Problem(409, `This form already created the account “${name}”. Sign in to it.`);
      await sessions.start(context, id, passwordHash);
      devices.remember(context, id);
      return context.redirect('/account', 303);
    } catch (thrown) {
      const name = chosen ?? '';
      return showRejected(context, thrown, ({ message }) =>
        signUpPage(signedEnding, { name, error: message }),
      );
    }
  });

  return routes;
}

/** Shows a form again with the reason for its rejection. @throws any other error. */
export async function showRejected(
  context: Context,
  thrown: unknown,
  page: (problem: Problem) => Page | Promise<Page>,
): Promise<Response> {
  const problem = thrown instanceof QuotaError ? quotaExceeded(thrown) : thrown;
  if (!(problem instanceof Problem)) throw problem;
  return sendPage(context, await page(problem), problem.status, problem.headers);
}

/** The key that counts guesses at an account's password: its name, in any case. */
export function guessKeyOf(name: string): string {
  return `account ${foldCase(name)}`;
}

/** The chosen name. Our script sends it with the suffix, so that the browser saves the full name with the password. */
function withoutSuffix(name: string | undefined, ending: string): string | undefined {
  const trimmed = name?.trim();
  return trimmed?.endsWith(ending) ? trimmed.slice(0, -ending.length) : name;
}

function redirectSignedIn(context: Context<Environment>, report: string | undefined): Response {
  return context.redirect(report === undefined ? '/account' : `/reports/${report}`, 303);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
