/** Why a call failed. This is a closed list, so that the editor can offer an action for each reason. */
export type ApiErrorCode =
  | 'unauthorised' // the key is missing, wrong or revoked
  | 'notFound' // unknown, deleted, or another account's
  | 'invalid' // the service names the invalid fields
  | 'tooLarge'
  | 'rateLimited'
  | 'refused' // any other status 4xx
  | 'server' // the service failed
  | 'badAnswer' // it answered something that can't be read
  | 'redirected' // the service redirects to another address
  | 'offline' // it can't be reached
  | 'certificate' // it can't be trusted
  | 'proxy' // blocked by a proxy or by a network that requires a sign-in
  | 'timeout'
  | 'unavailable' // the bundled service can't start
  | 'workerDied'; // the bundled service stopped during the call

interface ApiErrorDetails {
  /** The HTTP status, if there was an answer. */
  status?: number;
  /** The service's own machine-readable code, if it sends one. */
  serviceCode?: string;
  /** With `invalid`: the service's messages, by field. */
  fields?: Readonly<Record<string, readonly string[]>>;
  /** The id of this request in the service's log. */
  requestId?: string;
  /** Seconds to wait before a retry. */
  retryAfter?: number;
  /**
   * Whether the service may have done its work although the call failed, because it received the request and the
   * answer was lost.
   */
  mayBeDone?: boolean;
  cause?: unknown;
}

/** A failed call. `message` tells the user what happened and what to do, in one or two plain sentences. */
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

/** The error for a scan without an answer. Scanning again would create another report. */
export const checkListFirst =
  'The report may have been stored anyway. Refresh the list before you scan again.';
