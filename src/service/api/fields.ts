import * as v from 'valibot';
import { invalidBy } from './problem.ts';

/** Parameters by name. */
export type Fields = Record<string, unknown>;

export function readQuery(url: string): Fields {
  return collect(new URL(url).searchParams);
}

/** @throws Problem 422 that names every parameter the schema refuses. */
export function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  fields: unknown,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, fields, { abortPipeEarly: true });
  if (!parsed.success) throw invalidBy(parsed.issues);
  return parsed.output;
}

/** A field that comes more than once has all its values in an array, which no schema takes. */
export function collect(entries: Iterable<[string, unknown]>): Fields {
  const fields = new Map<string, unknown>();
  for (const [name, value] of entries) {
    fields.set(name, fields.has(name) ? [fields.get(name), value] : value);
  }
  return Object.fromEntries(fields);
}
