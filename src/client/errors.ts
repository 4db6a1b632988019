/** Why a call failed. A closed list, so that the editor can offer an action for each. */
export type ApiErrorCode =
  | 'unauthorised' // no key, a wrong or a revoked one
  | 'notFound' // unknown, deleted, or another account's
  | 'invalid' // the service names the fields
  | 'tooLarge'
  | 'rateLimited'
  | 'refused' // any other 4xx
  | 'server' // the service failed
  | 'badAnswer' // it answered something that can't be read
  | 'redirected' // it points to another address
  | 'offline' // it can't be reached
  | 'certificate' // it can't be trusted
  | 'proxy' // blocked by a proxy or by a network that requires a sign-in
  | 'timeout'
  | 'unavailable' // the bundled service can't start
  | 'workerDied'; // the bundled service stopped while it worked

interface ApiErrorDetails {
  /** The HTTP status, where there was an answer. */
  status?: number;
  /** The service's own machine-readable code, if it sends one. */
  serviceCode?: string;
  /** With `invalid`: what is wrong, by field. */
  fields?: Readonly<Record<string, readonly string[]>>;
  /** The service's name for this request in its log. */
  requestId?: string;
  /** Seconds to wait before asking again. */
  retryAfter?: number;
  /** Whether the service may have done it anyway: it received the request, but the answer was lost. */
  mayBeDone?: boolean;
  cause?: unknown;
}

/** A failed call. `message` is a plain sentence or two for the user: what happened and what to do. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  readonly status: number | null;
  readonly serviceCode: string | null;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly requestId: string | null;
  readonly retryAfter: number | null;
  readonly mayBeDone: boolean;

  constructor(code: ApiErrorCode, message: string, details: ApiErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.status = details.status ?? null;
    this.serviceCode = details.serviceCode ?? null;
    this.fields = details.fields ?? {};
    this.requestId = details.requestId ?? null;
    this.retryAfter = details.retryAfter ?? null;
    this.mayBeDone = details.mayBeDone ?? false;
  }
}

/** For a scan without an answer; scanning again would create another report. */
export const checkListFirst =
  'The report may have been stored anyway. Refresh the list before you scan again.';
