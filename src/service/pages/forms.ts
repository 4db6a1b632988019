import * as v from 'valibot';
import { isPagePassword, minPagePasswordLength } from '../../api/limits.ts';
import { readBody, urlencodedForm } from '../api/body.ts';
import type { Budgets } from '../api/byteBudget.ts';
import type { RequestContext } from '../api/environment.ts';
import { wellFormed, type Fields } from '../api/parameters.ts';
import { isFailure, Problem, problemOf } from '../api/problem.ts';
import { sendPage } from './pageApp.ts';
import type { Page } from './views.ts';
import type { Context } from 'hono';

/** The fields of the forms. Messages are sentences for users. */

const unfilled = 'Fill in every field.';

const Text = v.pipe(v.string(unfilled), wellFormed);

const name = (what: string) =>
  v.pipe(
    Text,
    v.trim(),
    v.normalize('NFC'),
    v.nonEmpty(`Enter a name for ${what}.`),
    v.maxLength(64, 'A name can have at most 64 characters.'),
    v.check((text) => !/[\p{Cc}\p{Cf}]/u.test(text), 'A name can’t contain invisible characters.'),
  );

/** Any name without control characters: some stores reject those, and no account has them. */
const GivenName = v.pipe(
  Text,
  v.trim(),
  v.normalize('NFC'),
  v.maxLength(255, 'A name can have at most 255 characters.'),
  v.transform((text) => text.replace(/\p{Cc}/gu, '\uFFFD')),
);

export const SignIn = v.object({ name: GivenName, password: Text }, unfilled);
export const SignUp = v.object({ name: name('the account'), password: Text }, unfilled);
export const NewKey = v.object({ name: name('the key') }, unfilled);
export const ChangePassword = v.object(
  { current: Text, password: Text, revoke_keys: v.optional(v.literal('yes', unfilled)) },
  unfilled,
);
export const DeleteAccount = v.object({ password: Text }, unfilled);
export const UnlockReport = v.object({ password: Text }, unfilled);
export const ChangePrivacy = v.pipe(
  v.object({
    privacy: v.picklist([0, 1, 2], 'Choose who can read the page.'),
    password: v.optional(Text, ''),
  }),
  v.check(
    ({ privacy, password }) => privacy !== 2 || isPagePassword(password),
    `Enter a password for readers: at least ${minPagePasswordLength} characters, not only spaces.`,
  ),
);

/** The fields of a form. @throws Problem 413, 415 or 422 when the body is not a valid form. */
export function readFormFields(context: RequestContext, { bodies }: Budgets): Promise<Fields> {
  const refusal = () => new Problem(413, 'The form is too large.');
  return readBody(context, urlencodedForm, { budget: bodies, maxBytes: () => maxFormBytes, refusal });
}

/** Forms contain only a name and passwords, so they are short. */
const maxFormBytes = 16 * 1024;

/** @throws Problem 422 whose message is for the user. */
export function parseForm<Schema extends v.GenericSchema>(
  schema: Schema,
  fields: Fields,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, fields, { abortPipeEarly: true });
  if (parsed.success) return parsed.output;
  throw new Problem(422, [...new Set(parsed.issues.map(({ message }) => message))].join(' '));
}

/** Answers a form. If it is rejected, the page shows it again, with the reason. */
export async function answerForm(
  context: Context,
  answer: () => Promise<Response>,
  rejected: (reason: string) => Page | Promise<Page>,
): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    const problem = problemOf(error);
    if (isFailure(problem, error)) throw error;
    return sendPage(context, await rejected(problem.message), problem.status, problem.headers);
  }
}
