import * as v from 'valibot';
import { isUtf8 } from 'node:buffer';
import { invalidBy } from './problem.ts';
import { encodingProblem, InvalidEncodingError } from './utf8.ts';

/** Parameters by name. */
export type Fields = Record<string, unknown>;

/** @throws Problem 422 for bytes that are not UTF-8: they would be looked for as something else than was sent. */
export function readQuery(url: string): Fields {
  const { search, searchParams } = new URL(url);
  if (/%[89a-f]/i.test(search) && !isUtf8(escapedBytes(search))) {
    throw encodingProblem(new InvalidEncodingError('query'));
  }
  return collect(searchParams);
}

/** The bytes that the escapes of a query stand for. */
function escapedBytes(query: string): Buffer {
  const bytes = query.replace(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1');
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
