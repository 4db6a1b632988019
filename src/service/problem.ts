import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { getDotPath, type BaseIssue } from 'valibot';
import type { ErrorCode } from '../api/errorBody.ts';
import type { QuotaError } from './store/quotas.ts';

/** What is wrong, by parameter. */
export type FieldErrors = Record<string, string[]>;

/** A request that is refused: becomes `{message, code?, errors?}` with this status. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: ContentfulStatusCode;
  readonly headers: Record<string, string>;
  readonly errors: FieldErrors | undefined;
  readonly code: ErrorCode | undefined;

  constructor(
    status: ContentfulStatusCode,
    message: string,
    headers: Record<string, string> = {},
    { code, errors }: { code?: ErrorCode; errors?: FieldErrors } = {},
  ) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.errors = errors;
    this.code = code;
  }
}

/** 422 that names each parameter and what it may be. */
export function invalid(errors: FieldErrors): Problem {
  const all = Object.entries(errors).map(([field, messages]) => `${field}: ${messages.join(' ')}`);
  return new Problem(422, all.join(' '), {}, { errors });
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

/** 403 for what would pass a quota. It stays so until something is deleted: another try won't go better. */
export function quotaExceeded({ quota, message }: QuotaError): Problem {
  const wayOut = {
    keys: 'Revoke one that is not used',
    reports: 'Delete some',
    bytes: 'Delete some reports',
  }[quota];
  return new Problem(
    403,
    `${message} ${wayOut}, or ask whoever runs this service for more.`,
    {},
    { code: 'quota_exceeded' },
  );
}

export function notFound(): Problem {
  return new Problem(404, 'There is nothing here, or not any more.');
}
