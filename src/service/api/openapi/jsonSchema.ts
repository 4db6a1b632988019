import { toJsonSchemaDefs, type ConversionConfig, type JsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';

/**
 * Converts to the schema of the output: a page is a number there, although a query contains text. Actions that are
 * ignored here are described in the schemas' metadata.
 */
const config = {
  target: 'draft-2020-12',
  typeMode: 'output',
  ignoreActions: ['check', 'partial_check', 'transform', 'trim'],
} satisfies ConversionConfig;

/**
 * Converts to the schema of some parameters' input. In JSON, `null` is allowed for a missing value; forms and
 * queries have no `null`.
 */
export function parameterSchema(parameters: v.GenericSchema, as: 'json' | 'text'): JsonSchema {
  const { schema } = toJsonSchemaDefs(
    { schema: parameters },
    {
      ...config,
      overrideSchema: ({ valibotSchema, jsonSchema }) => {
        if (valibotSchema.type !== 'optional' && valibotSchema.type !== 'nullish') return undefined;
        const { default: asGiven, ...optional } = jsonSchema;
        const [given] = optional.anyOf ?? [];
        const bare = as === 'text' && typeof given === 'object' ? given : optional;
        const byDefault: unknown = asGiven === undefined ? null : v.parse(valibotSchema, undefined);
        return byDefault === null ? bare : { ...bare, default: byDefault as number | string };
      },
    },
  );
  return schema;
}

/** The document's `components/schemas`: parts of answers, which refer to each other by name. */
export function componentSchemas(schemas: Record<string, v.GenericSchema>): Record<string, JsonSchema> {
  return toJsonSchemaDefs(schemas, { ...config, overrideRef: ({ referenceId }) => schemaRef(referenceId) });
}

export function schemaRef(name: string): string {
  return `#/components/schemas/${name}`;
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
