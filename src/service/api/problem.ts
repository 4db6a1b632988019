import { getDotPath, type BaseIssue } from 'valibot';
import type { ErrorBody, ErrorCode } from '../../api/errorBody.ts';
import type { QuotaError } from '../store/quotas.ts';
import { StoreUnwritableError, type StoreUnavailableError } from '../store/store.ts';

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
  /** A more specific code than the status's usual one. */
  code?: ErrorCode;
  errors?: FieldErrors;
}

/** A request that is rejected or failed; becomes `{message, code, errors?}` with this status. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: ProblemStatus;
  readonly code: ErrorCode;
  readonly headers: Record<string, string>;
  readonly errors: FieldErrors | undefined;

  constructor(
    status: ProblemStatus,
    message: string,
    headers: Record<string, string> = {},
    { code = usualCodes[status], errors }: ProblemDetails = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.errors = errors;
  }

  get body(): ErrorBody {
    const { message, code, errors } = this;
    return errors ? { message, code, errors } : { message, code };
  }
}

/** 422 that names each parameter and its allowed values. */
export function invalid(errors: FieldErrors): Problem {
  const all = Object.entries(errors).map(([field, messages]) => `${field}: ${messages.join(' ')}`);
  return new Problem(422, all.join(' '), {}, { errors });
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
  const message = 'Not valid UTF-8. Convert the text to UTF-8 and send it again.';
  return new Problem(
    422,
    `${field}: ${message}`,
    {},
    { code: 'invalid_encoding', errors: { [field]: [message] } },
  );
}

/** 503 for a store that can't be used at the moment. The reason is only in the log. */
export function unavailable(error: StoreUnavailableError): Problem {
  return new Problem(
    503,
    error instanceof StoreUnwritableError
      ? 'The service can’t store anything: its disk is full or failing. Stored reports can be read. Try again later.'
      : 'The service can’t reach its database. Try again in a few seconds.',
    { 'Retry-After': error instanceof StoreUnwritableError ? '60' : '5' },
    { code: 'database_unavailable' },
  );
}

/** 403 for a request that would exceed a quota. Retrying does not help until something is deleted. */
export function quotaExceeded({ quota, message }: QuotaError): Problem {
  const wayOut = {
    keys: 'Revoke an unused one',
    projects: 'Delete one, use an existing one',
    reports: 'Delete some',
    bytes: 'Delete some reports',
  }[quota];
  return new Problem(
    403,
    `${message} ${wayOut}, or ask whoever runs this service for a higher limit.`,
    {},
    { code: 'quota_exceeded' },
  );
}

export function notFound(): Problem {
  return new Problem(404, 'Not found or deleted.');
}

/** The same for every reason: no key, another scheme, an invalid key. */
export function unauthorized(): Problem {
  return new Problem(401, 'Send a valid API key as `Authorization: Bearer <key>`.', {
    'WWW-Authenticate': 'Bearer',
  });
}

/** 500 whose reason is only in the log. */
export function failed(what = 'The service failed.', code?: ErrorCode): Problem {
  return new Problem(500, `${what} Look up the request id in its log.`, {}, code && { code });
}
