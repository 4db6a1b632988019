import type { JsonSchema } from '@valibot/to-json-schema';
import type { ErrorBody } from '../../../api/errorBody.ts';
import { quotaExceeded, unavailable } from '../problem.ts';
import { tooManyRequests } from '../rateLimit.ts';
import { tooLarge } from '../reports.ts';
import { stillAnswering } from '../idempotency.ts';
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
    description: 'The id of this request, under which the service logs its own failures.',
    required: true,
    schema: { type: 'string', pattern: '^[\\w=-]{1,255}$' },
  },
  Location: {
    description: 'The path of the new report.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
  },
  ETag: {
    description: 'A strong validator: another one where anything in the answer is otherwise.',
    required: true,
    schema: { type: 'string', pattern: '^"[\\w-]{22}"$' },
  },
  CacheControl: {
    description: 'The answer may be kept by whoever asked, and is asked for again each time.',
    required: true,
    schema: { type: 'string', const: 'private, no-cache' },
  },
  WWWAuthenticate: {
    description: 'The scheme to authenticate by.',
    required: true,
    schema: { type: 'string', const: 'Bearer' },
  },
  RetryAfter: {
    description: 'How many seconds to wait.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  RateLimit: {
    description:
      'How many requests (`r`) the account may still make within so many seconds (`t`), as draft-ietf-httpapi-ratelimit-headers has it. With every answer to a valid key, where the service limits requests.',
    required: false,
    schema: { type: 'string', pattern: '^"default";r=\\d+;t=\\d+$', examples: ['"default";r=50;t=30'] },
  },
  RateLimitPolicy: {
    description: 'How many requests (`q`) the account may make within any so many seconds (`w`).',
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
      'There is no API key, or it is not valid.',
      {
        message: 'Send an API key that is valid, as `Authorization: Bearer <key>`.',
        code: 'unauthorized',
      },
      { 'WWW-Authenticate': { $ref: '#/components/headers/WWWAuthenticate' } },
    ),
    QuotaExceeded: error(
      'The account has as many reports, projects or bytes of text as the person who runs the service allows.',
      quotaExceeded(new QuotaError('reports', 100_000)).body,
    ),
    NotFound: error('It does not exist, was deleted, or belongs to another account.', {
      message: 'There is nothing here, or not any more.',
      code: 'not_found',
    }),
    StillAnswering: error(
      'The first request with this `Idempotency-Key` is still being answered. Send it again after as long as `Retry-After` says.',
      stillAnswering().body,
      { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
    ),
    ContentTooLarge: error('The content is over the limit.', tooLarge(maxContentBytes).body),
    UnsupportedMediaType: error('The body is of another media type, encoded, or not in UTF-8.', {
      message: 'Send application/x-www-form-urlencoded, multipart/form-data or application/json in UTF-8.',
      code: 'unsupported_media_type',
    }),
    Invalid: error('A parameter is missing or not allowed; `errors` names each.', {
      message: 'per_page: Choose one of 10, 25, 50, 100.',
      code: 'invalid_parameters',
      errors: { per_page: ['Choose one of 10, 25, 50, 100.'] },
    }),
    TooManyRequests: error(
      'The account has sent too many requests. Wait as long as `Retry-After` says.',
      tooManyRequests(12).body,
      { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
    ),
    Failed: error('The service failed; its log says why, under the request’s id.', {
      message: "The service failed. Its log says why, under the request's id.",
      code: 'internal_error',
    }),
    Unavailable: error(
      'The database can’t be reached or written to, or too many texts of the account are sent or wait to be analysed. Send it again after as long as `Retry-After` says.',
      unavailable(new StoreUnavailableError('')).body,
      { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
    ),
  };
}

/** References to them, by status. */
export function errors(...statuses: ErrorStatus[]): Record<string, Reference> {
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${names[status]}` }]),
  );
}
