import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { getDotPath, type BaseIssue } from 'valibot';

/** What is wrong, by parameter. */
export type FieldErrors = Record<string, string[]>;

/** A request that is refused: becomes `{message, errors?}` with this status. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: ContentfulStatusCode;
  readonly headers: Record<string, string>;
  readonly errors: FieldErrors | undefined;

  constructor(
    status: ContentfulStatusCode,
    message: string,
    headers: Record<string, string> = {},
    errors?: FieldErrors,
  ) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.errors = errors;
  }
}

/** 422 that names each parameter and what it may be. */
export function invalid(errors: FieldErrors): Problem {
  const all = Object.entries(errors).map(([field, messages]) => `${field}: ${messages.join(' ')}`);
  return new Problem(422, all.join(' '), {}, errors);
}

/** The same from a schema's issues; those of no parameter are the body's. */
export function invalidBy(issues: readonly BaseIssue<unknown>[]): Problem {
  const errors: FieldErrors = {};
  for (const issue of issues) {
    const field = getDotPath(issue) ?? 'body';
    (errors[field] ??= []).push(issue.message);
  }
  return invalid(errors);
}

/** 503 for a store that can't be used at the moment; the reason is for the log alone. */
export function unavailable(): Problem {
  return new Problem(503, "The service can't reach its database at the moment. Try again in a few seconds.", {
    'Retry-After': '5',
  });
}

export function notFound(): Problem {
  return new Problem(404, 'There is nothing here, or not any more.');
}
