/** Why a call failed. This is a closed list, so that the editor can offer an action for each reason. */
export type ApiErrorCode =
  | 'unauthorised' // the key is missing, wrong or revoked
  | 'notFound' // unknown or deleted, or belongs to another account
  | 'invalid' // the service names the invalid fields
  | 'tooLarge'
  | 'rateLimited'
  | 'refused' // any other status 4xx
  | 'server' // the service failed
  | 'badAnswer' // the answer can't be parsed
  | 'redirected' // the service redirects to another address
  | 'offline' // the service can't be reached
  | 'certificate' // the certificate can't be trusted
  | 'proxy' // blocked by a proxy or by a network that requires a sign-in
  | 'timeout'
  | 'unavailable' // the bundled service can't start
  | 'workerDied'; // the bundled service stopped during the call

/** A failed call. `message` tells the user what happened and what to do, in one or two plain sentences. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  /** The HTTP status, if there was an answer. */
  readonly status: number | null;
  /** The service's own machine-readable code, if it sends one. */
  readonly serviceCode: string | null;
  /** With `invalid`: the service's messages, by field. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** The id of this request in the service's log. */
  readonly requestId: string | null;
  /** Seconds to wait before a retry. */
  readonly retryAfter: number | null;
  /** Whether the service may have done its work, because it received the request and the answer was lost. */
  readonly mayBeDone: boolean;

  constructor(
    code: ApiErrorCode,
    message: string,
    details: Partial<Omit<ApiError, keyof Error | 'code'>> & ErrorOptions = {},
  ) {
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

/** Appended to the error of a scan whose answer was lost, because scanning again could create a second report. */
export const checkListFirst =
  'The report may have been stored anyway. Refresh the list before you scan again.';
