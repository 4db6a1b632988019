import * as v from 'valibot';
import { invalid, invalidBy, Problem } from './problem.ts';

/** Parameters by name. One that was given more than once has all its values in an array, which no schema takes. */
export type Fields = Record<string, unknown>;

/**
 * The fields of a body: a form, urlencoded or multipart, or a JSON object.
 * @throws Problem 415 for another media type, a content coding or a character encoding, 422 for a body that is not what it says.
 */
export async function readBody(request: Request): Promise<Fields> {
  refuseEncoded(request.headers);
  const mediaType = (request.headers.get('Content-Type') ?? '').replace(/;.*$/s, '').trim().toLowerCase();
  switch (mediaType) {
    case 'application/x-www-form-urlencoded':
      return collect(new URLSearchParams(await request.text()));
    case 'multipart/form-data':
      return collect(await readMultipart(request));
    case 'application/json':
      return parse(JsonObject, await request.text());
    default:
      throw new Problem(
        415,
        'Send application/x-www-form-urlencoded, multipart/form-data or application/json in UTF-8.',
      );
  }
}

/**
 * A compressed body is refused, not unpacked: a small one could grow beyond all limits. So is text in another
 * encoding than UTF-8, which would be stored as something else than was sent.
 */
function refuseEncoded(headers: Headers): void {
  const coding = headers.get('Content-Encoding') ?? 'identity';
  if (coding.toLowerCase() !== 'identity') {
    throw new Problem(415, 'Send the body as it is, without Content-Encoding.', {
      'Accept-Encoding': 'identity', // RFC 9110, section 15.5.16
    });
  }
  const charset = /;\s*charset="?([^";\s]*)/i.exec(headers.get('Content-Type') ?? '')?.[1] ?? 'utf-8';
  if (!/^(utf-?8|us-ascii)$/i.test(charset)) throw new Problem(415, 'Send the body in UTF-8.');
}

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

function collect(entries: Iterable<[string, unknown]>): Fields {
  const fields = new Map<string, unknown>();
  for (const [name, value] of entries) {
    fields.set(name, fields.has(name) ? [fields.get(name), value] : value);
  }
  return Object.fromEntries(fields);
}

async function readMultipart(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw invalid({ body: ['This is not multipart/form-data with the boundary that its header names.'] });
  }
}

const JsonObject = v.pipe(
  v.string(),
  v.parseJson({}, 'This is not JSON.'),
  v.check((value) => !Array.isArray(value), 'This is not a JSON object.'),
  v.record(v.string(), v.unknown(), 'This is not a JSON object.'),
);
