import * as v from 'valibot';
import { invalidFields, invalidEncoding } from './problem.ts';

/** Parameters by name. */
export type Fields = Record<string, unknown>;

/** @throws Problem 422 for bytes that are not UTF-8, because decoding would change the text. */
export function readQuery(url: string): Fields {
  const { search, searchParams } = new URL(url);
  const fields = [...searchParams];
  requireUtf8(search, fields.flat().join(''), 'query');
  return collect(fields);
}

/**
 * Requires that all escapes of an urlencoded text were UTF-8. Invalid ones are decoded as U+FFFD.
 * @throws Problem 422 that names the field.
 */
export function requireUtf8(encoded: string, decoded: string, field: string): void {
  const sent = encoded.match(/%EF%BF%BD|\uFFFD/gi)?.length;
  const read = decoded.match(/\uFFFD/g)?.length;
  if (sent !== read) throw invalidEncoding(field);
}

/** @throws Problem 422 that names every invalid parameter. */
export function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  fields: unknown,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, fields, { abortPipeEarly: true });
  if (!parsed.success) throw invalidFields(parsed.issues);
  return parsed.output;
}

/** Fields that are numbers, which forms send as digits. */
const numericFields = new Set(['privacy']);

/**
 * The fields of a query or form. A repeated field becomes an array, which every schema rejects. A numeric field that
 * is not a whole number in JSON's notation stays text, which its schema rejects.
 */
export function collect(entries: Iterable<[string, unknown]>): Fields {
  const fields = new Map<string, unknown>();
  for (const [name, sent] of entries) {
    const isNumber = numericFields.has(name) && typeof sent === 'string' && /^(0|[1-9]\d*)$/.test(sent);
    const value = isNumber ? Number(sent) : sent;
    fields.set(name, fields.has(name) ? [fields.get(name), value] : value);
  }
  return Object.fromEntries(fields);
}
