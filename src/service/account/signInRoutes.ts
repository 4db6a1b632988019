import { Hono, type Context } from 'hono';
import type { Environment } from '../api/environment.ts';
import { parseId } from '../api/ids.ts';
import { hashPassword, isPassword } from '../api/password.ts';
import { Problem } from '../api/problem.ts';
import { foldCase } from '../store/store.ts';
import { answerForm, parseForm, readFormFields, SignIn, SignUp } from '../pages/forms.ts';
import { suffixOf } from './nameEndings.ts';
import { sendPage } from '../pages/pageApp.ts';
import type { Site } from './site.ts';
import { closedPage, signInPage, signUpPage } from './views/signIn.ts';

/** Pages for signing in and, if registration is open, for creating an account. */
export function signInRoutes(site: Site): Hono<Environment> {
  const { store, sessions, devices, throttle, newId } = site;
  const routes = new Hono<Environment>();

  routes.get('/sign-in', async (context) => {
    const report = parseId(context.req.query('report'));
    if (await sessions.read(context)) return redirectSignedIn(context, report);
    return sendPage(context, signInPage(site, report));
  });

  routes.post('/sign-in', async (context) => {
    const fields = await readFormFields(context.req.raw);
    const report = parseId(textOf(fields['report']));
    const name = textOf(fields['name']) ?? '';
    const signIn = async (): Promise<Response> => {
      const given = parseForm(SignIn, fields);
      const account = await store.accountNamed(given.name);
      const passwordHash = account?.passwordHash ?? null;
      const device = account ? devices.read(context, account.id) : undefined;
      const guesser = { address: context.env.address, device };
      const right = await throttle.check(guessKeyOf(given.name), guesser, () =>
        isPassword(given.password, passwordHash, site.passwordCost),
      );
      if (!right || account === null || passwordHash === null)
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
    const fields = await readFormFields(context.req.raw);
    const signedEnding = site.endings.isIssued(fields['ending']) ? fields['ending'] : site.endings.issue();
    const ending = suffixOf(signedEnding);
    const chosen = withoutSuffix(textOf(fields['name']), ending);
    const signUp = async (): Promise<Response> => {
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
    };
    return answerForm(context, signUp, (error) => signUpPage(signedEnding, { name: chosen, error }));
  });

  return routes;
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
