import { toJsonSchemaDefs, type ConversionConfig, type JsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { oneObject, unsupportedMediaType } from '../body.ts';
import { requestInProgress } from '../idempotency.ts';
import { invalid, notFound, problemOf, unauthorized, type Problem } from '../problem.ts';
import { tooManyRequests } from '../rateLimit.ts';
import { tooLarge } from '../reports.ts';
import { QuotaError } from '../../store/quotas.ts';
import { StoreUnavailableError } from '../../store/store.ts';

/**
 * Converts to the schema of the parsed value: a page is a number, although the query contains text. The metadata of the
 * schemas describes the actions that the converter ignores.
 */
const config = {
  target: 'draft-2020-12',
  typeMode: 'output',
  ignoreActions: ['check', 'partial_check', 'transform', 'trim'],
} satisfies ConversionConfig;

/**
 * The JSON Schema of parameters as clients send them. In JSON, `null` is allowed for a missing value; forms and
 * queries have no `null`.
 */
export function parameterSchema(parameters: v.GenericSchema, as: 'json' | 'text'): JsonSchema {
  const { schema } = toJsonSchemaDefs(
    { schema: parameters },
    {
      ...config,
      overrideSchema: ({ valibotSchema, jsonSchema }) => {
        if (valibotSchema.type !== 'optional' && valibotSchema.type !== 'nullish') return undefined;
        const { default: inputDefault, ...optional } = jsonSchema;
        const [value] = optional.anyOf ?? [];
        const converted = as === 'text' && typeof value === 'object' ? value : optional;
        const outputDefault: unknown = inputDefault === undefined ? null : v.parse(valibotSchema, undefined);
        return outputDefault === null
          ? converted
          : { ...converted, default: outputDefault as number | string };
      },
    },
  );
  return schema;
}

/** The document's `components/schemas`: parts of answers, which refer to each other by name. */
export function componentSchemas(schemas: Record<string, v.GenericSchema>): Record<string, JsonSchema> {
  return toJsonSchemaDefs(schemas, {
    ...config,
    overrideRef: ({ referenceId }) => schemaRef(referenceId).$ref,
  });
}

/** A reference to one of these schemas. */
export function schemaRef(name: string): Reference {
  return { $ref: `#/components/schemas/${name}` };
}

/** An object's properties. None of our schemas is `true` or `false`. */
export function propertiesOf({ properties = {} }: JsonSchema): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(properties).filter((entry): entry is [string, JsonSchema] => typeof entry[1] === 'object'),
  );
}

/** In the order of the document. */
export const methods = ['get', 'post', 'delete'] as const;
export type Method = (typeof methods)[number];

/** The subset of an operation in OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.1.html) that the document uses. */
export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  /** An empty list requires no key. */
  security?: [];
  parameters?: Parameter[];
  requestBody?: { required: true; content: Content };
  responses: Record<string, Response | Reference>;
  /** Shown in the reference, and by tools like Redoc. */
  'x-codeSamples': { lang: string; source: string }[];
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string;
  schema: JsonSchema;
  example?: unknown;
}

/** By media type. */
export type Content = Record<string, { schema: JsonSchema; example: unknown }>;

export interface Response {
  description: string;
  headers: Record<string, Reference>;
  content?: Content;
  links?: Record<string, { operationId: string; parameters: Record<string, string>; description: string }>;
}

export interface Reference {
  $ref: string;
}

const header = (description: string, schema: JsonSchema, required = true) => ({
  description,
  required,
  schema,
});

/** The document's `components/headers`. */
export const headers: Record<string, ReturnType<typeof header>> = {
  RequestId: header('The request id. The service logs it with each failure.', {
    type: 'string',
    pattern: '^[\\w=-]{1,255}$',
  }),
  Location: header('The path of the new report.', { type: 'string', format: 'uri-reference' }),
  ETag: header('A strong validator, which changes whenever the response does.', {
    type: 'string',
    pattern: '^"[\\w-]{22}"$',
  }),
  CacheControl: header('The client may cache the response but must revalidate it each time.', {
    type: 'string',
    const: 'private, no-cache',
  }),
  WWWAuthenticate: header('The authentication scheme.', { type: 'string', const: 'Bearer' }),
  RetryAfter: header('Seconds to wait.', { type: 'integer', minimum: 1 }),
  RateLimit: header(
    'Requests that the account has left (`r`) for the next `t` seconds, as in draft-ietf-httpapi-ratelimit-headers. Sent with every response to a request with a valid key if the service limits requests.',
    { type: 'string', pattern: '^"default";r=\\d+;t=\\d+$', examples: ['"default";r=50;t=30'] },
    false,
  ),
  RateLimitPolicy: header(
    'Requests (`q`) that the account may make in any period of `w` seconds.',
    { type: 'string', pattern: '^"default";q=\\d+;w=\\d+$', examples: ['"default";q=120;w=60'] },
    false,
  ),
};

/**
 * A response with the headers that all have.
 * @param body absent if the response has none.
 * @param more the names of its other headers.
 */
export function response(
  description: string,
  body?: { schema: JsonSchema; example: unknown },
  more: readonly string[] = [],
): Response {
  const names = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy', ...more];
  const refOf = (name: string): Reference => ({
    $ref: `#/components/headers/${name.replaceAll(/^X-|-/g, '')}`,
  });
  return {
    description,
    headers: Object.fromEntries(names.map((name) => [name, refOf(name)])),
    ...(body && { content: { 'application/json': body } }),
  };
}

const errorNames = {
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

export type ErrorStatus = keyof typeof errorNames;
type ErrorName = (typeof errorNames)[ErrorStatus];

/** The document's `components/responses`, with the service's own errors as examples. */
export function errorResponses(maxContentBytes: number): Record<string, Response> {
  const documented: Record<ErrorName, [description: string, example: Problem]> = {
    Unauthorized: ['The API key is missing or invalid.', unauthorized()],
    QuotaExceeded: [
      'The account has reached its limit of reports, projects or bytes of text.',
      problemOf(new QuotaError('reports', 100_000)),
    ],
    NotFound: ['It does not exist, was deleted, or belongs to another account.', notFound()],
    StillAnswering: [
      'The first request with this `Idempotency-Key` is still in progress. Retry after `Retry-After`.',
      requestInProgress(),
    ],
    ContentTooLarge: ['The content is over the limit.', tooLarge(maxContentBytes)],
    UnsupportedMediaType: [
      'The body has an unsupported media type or encoding.',
      unsupportedMediaType(Object.keys(oneObject)),
    ],
    Invalid: [
      'A parameter is missing or not allowed; `errors` names each.',
      invalid({ per_page: ['Choose one of 10, 25, 50, 100.'] }),
    ],
    TooManyRequests: ['Too many requests from the account. Retry after `Retry-After`.', tooManyRequests(12)],
    Failed: ['The service failed. Look up the request id in its log.', problemOf(undefined)],
    Unavailable: [
      'The database is unavailable, or too many texts of the account are being sent or waiting. Retry after `Retry-After`.',
      problemOf(new StoreUnavailableError('')),
    ],
  };
  return Object.fromEntries(
    Object.entries(documented).map(([name, [description, { body, headers: own }]]) => [
      name,
      response(description, { schema: schemaRef('ErrorBody'), example: body }, Object.keys(own)),
    ]),
  );
}

/** References to the error responses, by status. */
export function errorRefs(statuses: readonly ErrorStatus[]): Record<string, Reference> {
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${errorNames[status]}` }]),
  );
}
