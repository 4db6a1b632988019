import * as v from 'valibot';
import { described, text } from './report.ts';

/**
 * Machine-readable error codes. A code is never renamed or reused, but new ones may be added. The most specific one
 * is sent, so that programs never need to parse a message.
 */
export const errorCodes = [
  'bad_request',
  'unauthorized',
  'forbidden',
  'quota_exceeded',
  'not_found',
  'method_not_allowed',
  'request_timeout',
  'conflict',
  'idempotency_key_in_use',
  'content_too_large',
  'unsupported_media_type',
  'unsupported_content_encoding',
  'unsupported_charset',
  'unsupported_expectation',
  'misdirected_request',
  'invalid_parameters',
  'invalid_encoding',
  'idempotency_key_reused',
  'rate_limited',
  'headers_too_large',
  'internal_error',
  'database_damaged',
  'unsupported_transfer_encoding',
  'service_unavailable',
  'database_unavailable',
  'overloaded',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** The body of every refused or failed request (docs/api.md, Errors). */
export const ErrorBody = v.object({
  message: text('A message for people: what is wrong and what to do.'),
  code: v.pipe(
    v.string(),
    v.metadata({
      description: 'For programs: what is wrong. Codes never change. For an unknown code, use the status.',
      examples: [...errorCodes],
    }),
  ),
  errors: v.exactOptional(
    described(v.record(v.string(), v.array(v.string())), 'Problems by parameter name. Only with status 422.'),
  ),
});
export type ErrorBody = v.InferOutput<typeof ErrorBody> & { code: ErrorCode };
