import { toJsonSchemaDefs, type ConversionConfig, type JsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';

/**
 * A schema is told as what comes out of it: a page is a number, though a query carries it as text. For the actions
 * left out here the schemas' metadata speak.
 */
const config = {
  target: 'draft-2020-12',
  typeMode: 'output',
  ignoreActions: ['check', 'partial_check', 'transform', 'trim'],
} satisfies ConversionConfig;

/** What may be given of some parameters: in JSON `null` is what is left out, a form or a query has no such thing. */
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

/** The document's `components/schemas`: what answers hold, each referring to the others by name. */
export function componentSchemas(schemas: Record<string, v.GenericSchema>): Record<string, JsonSchema> {
  return toJsonSchemaDefs(schemas, { ...config, overrideRef: ({ referenceId }) => schemaRef(referenceId) });
}

export function schemaRef(name: string): string {
  return `#/components/schemas/${name}`;
}

/** An object's properties; none of ours is `true` or `false`. */
export function propertiesOf({ properties = {} }: JsonSchema): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(properties).filter((entry): entry is [string, JsonSchema] => typeof entry[1] === 'object'),
  );
}
