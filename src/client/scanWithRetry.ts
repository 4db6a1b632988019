import type { ScanRequest } from '../api/report.ts';
import type { Client, FetchedReport } from './client.ts';
import { ApiError, checkListFirst } from './errors.ts';
import { retryWithBackoff, type RetryOptions } from './retry.ts';

export interface RetriedScan {
  report: FetchedReport;
  /**
   * Whether the service may have stored two reports, because an answer was lost and the service does not store
   * idempotency keys.
   */
  mayBeDuplicate: boolean;
}

export interface ScanRetryOptions extends RetryOptions {
  /** The key for all attempts at one scan; by default a new one. */
  idempotencyKey?: string;
}

/**
 * Analyses a text and stores one report of it. Retries while the service is unavailable. All attempts send the same
 * `Idempotency-Key`, so that a retry after a lost answer returns the first report.
 * @throws ApiError when the service refuses, fails or stays unavailable; the signal's reason when cancelled.
 */
export async function scanWithRetry(
  client: Client,
  scan: ScanRequest,
  { idempotencyKey = crypto.randomUUID(), ...retry }: ScanRetryOptions,
): Promise<RetriedScan> {
  const failures: ApiError[] = [];
  const isAnswerLost = (): boolean => failures.some(mayBeStored);
  const attempt = async () => {
    try {
      return await client.scan(scan, { signal: retry.signal, idempotencyKey });
    } catch (error) {
      if (error instanceof ApiError) failures.push(error);
      throw error;
    }
  };
  try {
    const report = await retryWithBackoff(attempt, retry);
    return { report, mayBeDuplicate: isAnswerLost() && !report.isIdempotent };
  } catch (error) {
    if (isAnswerLost() && error instanceof ApiError && !error.mayBeDone) throw toUncertain(error);
    throw error;
  }
}

function mayBeStored({ code, status, mayBeDone }: ApiError): boolean {
  return mayBeDone || code === 'timeout' || status === 502;
}

/** The last attempt stored nothing, but an earlier one may have. */
function toUncertain(error: ApiError): ApiError {
  return new ApiError(error.code, `${error.message} ${checkListFirst}`, {
    ...(error.status !== null && { status: error.status }),
    ...(error.requestId !== null && { requestId: error.requestId }),
    ...(error.retryAfter !== null && { retryAfter: error.retryAfter }),
    fields: error.fields,
    mayBeDone: true,
    cause: error,
  });
}
