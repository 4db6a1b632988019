import type { JsonSchema } from '@valibot/to-json-schema';
import type { ErrorBody } from '../../api/errorBody.ts';
import { schemaRef } from './jsonSchema.ts';
import type { OpenApi, Reference, Response } from './openApi.ts';

const json = 'application/json';
const requestId = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };

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
};

/** An answer with a body. */
export function answer(description: string, schema: JsonSchema, example: unknown): Response {
  return { description, headers: requestId, content: { [json]: { schema, example } } };
}

export const noContent: Response = { description: 'Deleted. There is no body.', headers: requestId };

const error = (description: string, example: ErrorBody, more: Record<string, Reference> = {}): Response => ({
  description,
  headers: { ...requestId, ...more },
  content: { [json]: { schema: { $ref: schemaRef('ErrorBody') }, example } },
});

const errorsByStatus = {
  401: [
    'Unauthorized',
    error(
      'There is no API key, or it is not valid.',
      {
        message: 'Send an API key that is valid, as `Authorization: Bearer <key>`.',
        code: 'unauthorized',
      },
      { 'WWW-Authenticate': { $ref: '#/components/headers/WWWAuthenticate' } },
    ),
  ],
  404: [
    'NotFound',
    error('It does not exist, was deleted, or belongs to another account.', {
      message: 'There is nothing here, or not any more.',
      code: 'not_found',
    }),
  ],
  413: [
    'ContentTooLarge',
    error('The content is over the limit.', {
      message: 'The content may have at most 1048576 bytes in UTF-8. Send a part of it.',
      code: 'content_too_large',
    }),
  ],
  415: [
    'UnsupportedMediaType',
    error('The body is of another media type, encoded, or not in UTF-8.', {
      message: 'Send application/x-www-form-urlencoded, multipart/form-data or application/json in UTF-8.',
      code: 'unsupported_media_type',
    }),
  ],
  422: [
    'Invalid',
    error('A parameter is missing or not allowed; `errors` names each.', {
      message: 'per_page: Choose one of 10, 25, 50, 100.',
      code: 'invalid_parameters',
      errors: { per_page: ['Choose one of 10, 25, 50, 100.'] },
    }),
  ],
  429: [
    'TooManyRequests',
    error(
      'The key has sent too many requests. Wait as long as `Retry-After` says.',
      { message: 'Too many requests. Try again in 12 seconds.', code: 'rate_limited' },
      { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
    ),
  ],
  500: [
    'Failed',
    error('The service failed; its log says why, under the request’s id.', {
      message: "The service failed. Its log says why, under the request's id.",
      code: 'internal_error',
    }),
  ],
  503: [
    'Unavailable',
    error(
      'The database can’t be reached, or too many texts wait to be analysed. Send it again after as long as `Retry-After` says.',
      {
        message: "The service can't reach its database at the moment. Try again in a few seconds.",
        code: 'database_unavailable',
      },
      { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
    ),
  ],
} satisfies Record<number, [name: string, response: Response]>;

export type ErrorStatus = keyof typeof errorsByStatus;

/** The document's `components/responses`. */
export const errorResponses: Record<string, Response> = Object.fromEntries(Object.values(errorsByStatus));

/** References to them, by status. */
export function errors(...statuses: ErrorStatus[]): Record<string, Reference> {
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${errorsByStatus[status][0]}` }]),
  );
}
