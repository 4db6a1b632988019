import * as v from 'valibot';
import { invalid, invalidBy, Problem } from './problem.ts';

/** Parameters by name. One that was given more than once has all its values in an array, which no schema takes. */
export type Fields = Record<string, unknown>;

/**
 * The fields of a body: a form, urlencoded or multipart, or a JSON object. A compressed one is refused: it could
 * grow beyond any limit.
 * @param numbers Fields that are numbers. A form has text alone, and carries them as digits; JSON has numbers.
 * @throws Problem 415 for another media type or a content coding, 422 for a body that is not what it says.
 */
export async function readBody(request: Request, numbers: readonly string[] = []): Promise<Fields> {
  const coding = request.headers.get('Content-Encoding') ?? 'identity';
  if (coding.trim().toLowerCase() !== 'identity') {
    // RFC 9110, 15.5.16: Accept-Encoding tells this 415 from one for the media type.
    throw new Problem(415, 'Send the body without a Content-Encoding.', { 'Accept-Encoding': 'identity' });
  }
  const mediaType = (request.headers.get('Content-Type') ?? '').replace(/;.*$/s, '').trim().toLowerCase();
  switch (mediaType) {
    case 'application/x-www-form-urlencoded':
      return readNumbers(collectForm(new URLSearchParams(await readText(request))), numbers);
    case 'multipart/form-data':
      return readNumbers(collectForm(await readMultipart(request)), numbers);
    case 'application/json':
      return parse(JsonObject, await readText(request));
    default:
      throw new Problem(
        415,
        'Send application/x-www-form-urlencoded, multipart/form-data or application/json in UTF-8.',
      );
  }
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

/** More than any form has. A megabyte holds 300,000, which would keep everyone else waiting for seconds. */
const mostFields = 1000;

/** @throws Problem 422 for more than `mostFields`. */
function collectForm(form: URLSearchParams | FormData): Fields {
  const entries = [...form];
  if (entries.length > mostFields) throw invalid({ body: [`Send at most ${mostFields} fields.`] });
  return collect(entries);
}

function collect(entries: Iterable<[string, unknown]>): Fields {
  const fields = new Map<string, unknown>();
  for (const [name, value] of entries) {
    fields.set(name, fields.has(name) ? [fields.get(name), value] : value);
  }
  return Object.fromEntries(fields);
}

/** What is not written as JSON writes a whole number stays text, which no schema takes for one. */
function readNumbers(fields: Fields, names: readonly string[]): Fields {
  const read = (value: unknown) =>
    typeof value === 'string' && /^(0|[1-9]\d*)$/.test(value) ? Number(value) : value;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, names.includes(name) ? read(value) : value]),
  );
}

/** @throws Problem 415 for another encoding than UTF-8: it would be stored as something else than was sent. */
async function readText(request: Request): Promise<string> {
  const [, charset = 'utf-8'] =
    /;\s*charset="?([^";\s]*)/i.exec(request.headers.get('Content-Type') ?? '') ?? [];
  if (!/^(utf-?8|us-ascii)$/i.test(charset)) throw new Problem(415, 'Send the body in UTF-8.');
  return request.text();
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
