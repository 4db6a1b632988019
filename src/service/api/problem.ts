import { getDotPath, type BaseIssue } from 'valibot';
import type { ErrorBody, ErrorCode } from '../../api/errorBody.ts';
import { QuotaError } from '../store/quotas.ts';
import { StoreDamagedError, StoreUnavailableError, StoreUnwritableError } from '../store/store.ts';

/** Messages about the invalid parameters, by name. */
export type FieldErrors = Record<string, string[]>;

/** The code for each status, used if a problem has no more specific one. */
const usualCodes = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  409: 'conflict',
  413: 'content_too_large',
  415: 'unsupported_media_type',
  417: 'unsupported_expectation',
  421: 'misdirected_request',
  422: 'invalid_parameters',
  429: 'rate_limited',
  431: 'headers_too_large',
  500: 'internal_error',
  501: 'unsupported_transfer_encoding',
  503: 'service_unavailable',
} as const satisfies Record<number, ErrorCode>;

export type ProblemStatus = keyof typeof usualCodes;

interface ProblemDetails {
  headers?: Record<string, string>;
  /** A more specific code than the status's usual one. */
  code?: ErrorCode | undefined;
  errors?: FieldErrors;
}

/** A request that is rejected or failed; becomes `{message, code, errors?}` with this status. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: ProblemStatus;
  readonly code: ErrorCode;
  readonly headers: Record<string, string>;
  readonly errors: FieldErrors | undefined;

  constructor(status: ProblemStatus, message: string, { headers = {}, code, errors }: ProblemDetails = {}) {
    super(message);
    this.status = status;
    this.code = code ?? usualCodes[status];
    this.headers = headers;
    this.errors = errors;
  }

  get body(): ErrorBody {
    const { message, code, errors } = this;
    return errors ? { message, code, errors } : { message, code };
  }
}

/** 422 that names each parameter and its allowed values. */
export function invalid(errors: FieldErrors, code?: ErrorCode): Problem {
  const all = Object.entries(errors).map(([field, messages]) => `${field}: ${messages.join(' ')}`);
  return new Problem(422, all.join(' '), { code, errors });
}

/** 422 for a schema's issues. Issues without a parameter are about the body. */
export function invalidFields(issues: readonly BaseIssue<unknown>[]): Problem {
  const errors: FieldErrors = {};
  for (const issue of issues) {
    const field = getDotPath(issue) ?? 'body';
    (errors[field] ??= []).push(issue.message);
  }
  return invalid(errors);
}

/** 422 for a field, or the `body`, that is not UTF-8, because storing it would change the text. */
export function invalidEncoding(field: string): Problem {
  return invalid(
    { [field]: ['Not valid UTF-8. Convert the text to UTF-8 and send it again.'] },
    'invalid_encoding',
  );
}

export function notFound(): Problem {
  return new Problem(404, 'Not found or deleted.');
}

/** The same for every reason: no key, another scheme, an invalid key. */
export function unauthorized(): Problem {
  const headers = { 'WWW-Authenticate': 'Bearer' };
  return new Problem(401, 'Send a valid API key as `Authorization: Bearer <key>`.', { headers });
}

/** Converts a thrown error to the problem that the client gets. Except for quotas, only the log contains its reason. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof QuotaError) return quotaExceeded(error);
  if (error instanceof StoreUnavailableError) return unavailable(error);
  const logged = 'Look up the request id in its log.';
  return error instanceof StoreDamagedError
    ? new Problem(500, `The service's database is damaged. ${logged}`, { code: 'database_damaged' })
    : new Problem(500, `The service failed. ${logged}`);
}

/** Whether the service failed with this error, so that it belongs in the log. */
export function isFailure(problem: Problem, error: unknown): boolean {
  return problem.status >= 500 && problem !== error;
}

/** 403 for a request that would exceed a quota. Retrying does not help until something is deleted. */
function quotaExceeded({ quota, message }: QuotaError): Problem {
  const wayOut = {
    keys: 'Revoke an unused one',
    projects: 'Delete one, use an existing one',
    reports: 'Delete some',
    bytes: 'Delete some reports',
  }[quota];
  const remedy = `${wayOut}, or ask the administrator of this service for a higher limit.`;
  return new Problem(403, `${message} ${remedy}`, { code: 'quota_exceeded' });
}

/** 503 for a store that can't be used at the moment. */
function unavailable(error: StoreUnavailableError): Problem {
  const [message, seconds] =
    error instanceof StoreUnwritableError
      ? [
          'The service can’t store anything: its disk is full or failing. Stored reports can be read. Try again later.',
          '60',
        ]
      : ['The service can’t reach its database. Try again in a few seconds.', '5'];
  return new Problem(503, message, { headers: { 'Retry-After': seconds }, code: 'database_unavailable' });
}
