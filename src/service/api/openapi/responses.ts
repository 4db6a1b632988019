import type { JsonSchema } from '@valibot/to-json-schema';
import type { ErrorBody } from '../../../api/errorBody.ts';
import { quotaExceeded, unavailable } from '../problem.ts';
import { tooManyRequests } from '../rateLimit.ts';
import { tooLarge } from '../reports.ts';
import { requestInProgress } from '../idempotency.ts';
import type { ServiceLimits } from '../../service.ts';
import { QuotaError } from '../../store/quotas.ts';
import { StoreUnavailableError } from '../../store/store.ts';
import { schemaRef, type OpenApi, type Reference, type Response } from './jsonSchema.ts';

const json = 'application/json';
const everywhere = {
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
};

export const headers: OpenApi['components']['headers'] = {
  RequestId: {
    description: 'The request id. The service logs it with each failure.',
    required: true,
    schema: { type: 'string', pattern: '^[\\w=-]{1,255}$' },
  },
  Location: {
    description: 'The path of the new report.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
  },
  ETag: {
    description: 'A strong validator, which changes whenever the response does.',
    required: true,
    schema: { type: 'string', pattern: '^"[\\w-]{22}"$' },
  },
  CacheControl: {
    description: 'The client may cache the response but must revalidate it each time.',
    required: true,
    schema: { type: 'string', const: 'private, no-cache' },
  },
  WWWAuthenticate: {
    description: 'The authentication scheme.',
    required: true,
    schema: { type: 'string', const: 'Bearer' },
  },
  RetryAfter: {
    description: 'Seconds to wait.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  RateLimit: {
    description:
      'Remaining requests (`r`) of the account within the given seconds (`t`), as in draft-ietf-httpapi-ratelimit-headers. Sent with every response to a valid key if the service limits requests.',
    required: false,
    schema: { type: 'string', pattern: '^"default";r=\\d+;t=\\d+$', examples: ['"default";r=50;t=30'] },
  },
  RateLimitPolicy: {
    description: 'Requests (`q`) that the account may make within any given seconds (`w`).',
    required: false,
    schema: { type: 'string', pattern: '^"default";q=\\d+;w=\\d+$', examples: ['"default";q=120;w=60'] },
  },
};

/** An answer with a body. */
export function answer(description: string, schema: JsonSchema, example: unknown): Response {
  return { description, headers: everywhere, content: { [json]: { schema, example } } };
}

export const noContent: Response = { description: 'Deleted. There is no body.', headers: everywhere };

const error = (description: string, example: ErrorBody, more: Record<string, Reference> = {}): Response => ({
  description,
  headers: { ...everywhere, ...more },
  content: { [json]: { schema: { $ref: schemaRef('ErrorBody') }, example } },
});

const names = {
  401: 'Unauthorized',
  403: 'QuotaExceeded',
  404: 'NotFound',
  409: 'StillAnswering',
  413: 'ContentTooLarge',
  415: 'UnsupportedMediaType',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'Failed',
  503: 'Unavailable',
} as const;

export type ErrorStatus = keyof typeof names;

/** The document's `components/responses`. */
export function errorResponses({
  maxContentBytes,
}: ServiceLimits): Record<(typeof names)[ErrorStatus], Response> {
  return {
    Unauthorized: error(
      'The API key is missing or invalid.',
      {
        message: 'Send a valid API key as `Authorization: Bearer <key>`.',
        code: 'unauthorized',
      },
      { 'WWW-Authenticate': { $ref: '#/components/headers/WWWAuthenticate' } },
    ),
    QuotaExceeded: error(
      'The account has reached its limit of reports, projects or bytes of text.',
      quotaExceeded(new QuotaError('reports', 100_000)).body,
    ),
    NotFound: error('It does not exist, was deleted, or belongs to another account.', {
      message: 'Not found or deleted.',
      code: 'not_found',
    }),
    StillAnswering: error(
      'The first request with this `Idempotency-Key` is still in progress. Retry after `Retry-After`.',
      requestInProgress().body,
      { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
    ),
    ContentTooLarge: error('The content is over the limit.', tooLarge(maxContentBytes).body),
    UnsupportedMediaType: error('The body has an unsupported media type or encoding.', {
      message: 'Send application/x-www-form-urlencoded, multipart/form-data or application/json in UTF-8.',
      code: 'unsupported_media_type',
    }),
    Invalid: error('A parameter is missing or not allowed; `errors` names each.', {
      message: 'per_page: Choose one of 10, 25, 50, 100.',
      code: 'invalid_parameters',
      errors: { per_page: ['Choose one of 10, 25, 50, 100.'] },
    }),
    TooManyRequests: error(
      'Too many requests from the account. Retry after `Retry-After`.',
      tooManyRequests(12).body,
      { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
    ),
    Failed: error('The service failed. Look up the request id in its log.', {
      message: 'The service failed. Look up the request id in its log.',
      code: 'internal_error',
    }),
    Unavailable: error(
      'The database is unavailable, or too many texts of the account are being sent or waiting. Retry after `Retry-After`.',
      unavailable(new StoreUnavailableError('')).body,
      { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
    ),
  };
}

/** References to the error responses, by status. */
export function errors(...statuses: ErrorStatus[]): Record<string, Reference> {
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${names[status]}` }]),
  );
}
