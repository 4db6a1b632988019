import * as v from 'valibot';
import { maxUploadBytes } from '../../api/limits.ts';
import { BlanksError, parseJson, RepeatedNameError } from '../../api/parseJson.ts';
import type { ByteBudget } from './byteBudget.ts';
import { fieldsOf, parse, requireUtf8, type Fields } from './parameters.ts';
import { charsetOf, FilePart, isUtf8Charset, parseMultipart, tooManyFields } from './multipart.ts';
import { invalid, invalidEncoding, Problem } from './problem.ts';
import { createMiddleware } from 'hono/factory';
import { ownerOf, type Environment, type RequestContext } from './environment.ts';
import { isUtf8 } from '#platform';

/**
 * Reads request bodies. No body, valid or not, may block the thread for long: its length is limited to what the
 * longest content needs in its media type, and fields are counted before any is parsed. The longest bodies take
 * about 30 ms.
 */

interface BodyFormat<Read> {
  /** The most bytes that encode one byte of content. */
  bytesPerByte: number;
  read: (body: Uint8Array, contentType: string) => Read | Promise<Read>;
}

/** The media type of the forms of pages. */
export const urlencodedForm = {
  'application/x-www-form-urlencoded': {
    bytesPerByte: 3, // `%01`
    read: readForm,
  },
} satisfies Record<string, BodyFormat<Fields>>;

/** The media types of a body with the fields of one object. */
export const oneObject = {
  ...urlencodedForm,
  'multipart/form-data': {
    bytesPerByte: 1.4, // unencoded, or in lines of base64
    read: (body, contentType) => fieldsOf(parseMultipart(body, contentType, maxFields)),
  },
  'application/json': {
    bytesPerByte: 6, // `\u0001`
    read: readJson,
  },
} satisfies Record<string, BodyFormat<Fields>>;

/**
 * The media types of a body that may contain several objects: a JSON array or JSON Lines, with 1 to `maxObjects`
 * objects. Errors name the object by its number, from 0.
 */
export const severalObjects = {
  ...oneObject,
  'application/json': { ...oneObject['application/json'], read: readJsonObjects },
  'application/jsonl': { ...oneObject['application/json'], read: readJsonLines },
} satisfies Record<string, BodyFormat<Fields | Fields[]>>;

/** The allowance for names, a password and separators. */
const bytesBesideContent = 64 * 1024;

/** More than any form contains. */
const maxFields = 1000;

/** The maximum number of objects in a body. */
export const maxObjects = 100;

/** Limits on the bodies of a route. */
export interface BodyLimits {
  /** Counts the bytes of bodies until their requests are answered. */
  budget: ByteBudget;
  /** The maximum length for a media type. */
  maxBytes: (format: { bytesPerByte: number }) => number;
  /** The error for a longer body. */
  refusal: () => Problem;
}

/** The maximum length of a body whose content is as long as allowed in UTF-8. */
export function maxBodyBytes(maxContentBytes: number): BodyLimits['maxBytes'] {
  return ({ bytesPerByte }) => Math.ceil(bytesPerByte * maxContentBytes) + bytesBesideContent;
}

/** The maximum length of a multipart body with a file. */
export const maxFileBodyBytes = maxUploadBytes + bytesBesideContent;

/** Whether a body of this media type may contain a file. */
export function mayHaveFile(contentType = ''): boolean {
  return mediaTypeOf(contentType) === 'multipart/form-data';
}

/**
 * The fields of a body in one of the formats. A compressed body is refused, because it could expand beyond any
 * limit. Requires the middleware `releaseReservation`.
 * @throws Problem 413 for a longer body than allowed, as soon as that is known; 415 for another media type, charset or
 *   content coding; 422 for a body that is malformed, not UTF-8, repeats a JSON name, or has more than `maxFields`;
 *   503 when too many bytes are in memory already.
 */
export async function readBody<Read>(
  context: RequestContext,
  formats: Record<string, BodyFormat<Read>>,
  limits: BodyLimits,
): Promise<Read> {
  const { headers } = context.req.raw;
  const coding = headers.get('Content-Encoding') ?? 'identity';
  if (coding.trim().toLowerCase() !== 'identity') {
    throw new Problem(415, 'Send the body without a Content-Encoding.', {
      headers: { 'Accept-Encoding': 'identity' }, // RFC 9110, 15.5.16: distinguishes this 415 from one for the media type
      code: 'unsupported_content_encoding',
    });
  }
  const contentType = headers.get('Content-Type') ?? '';
  const mediaType = mediaTypeOf(contentType);
  const format = Object.hasOwn(formats, mediaType) ? formats[mediaType] : undefined;
  if (!format) throw unsupportedMediaType(Object.keys(formats));
  // The parts of a multipart body have their own charsets.
  const charset = mayHaveFile(contentType) ? undefined : charsetOf(contentType);
  if (charset !== undefined && !isUtf8Charset(charset))
    throw new Problem(415, 'Send the body in UTF-8.', { code: 'unsupported_charset' });
  const body = await readBytes(context, limits, limits.maxBytes(format));
  let fields: Read | undefined;
  try {
    if (charset !== undefined && !isEncodedIn(charset, body)) throw invalidEncoding('body');
    fields = await format.read(body, contentType);
    return fields;
  } finally {
    // All fields except files are copies, so the body is freed now. In an idle process, the garbage collector would
    // keep megabytes for minutes.
    if (body.length > maxLengthAtOnce && !hasFile(fields)) body.buffer.transfer(0);
  }
}

/** Releases the bytes reserved for a request's body, unless the response has taken over the reservation. */
export const releaseReservation = createMiddleware<Environment>(async (context, next) => {
  try {
    await next();
  } finally {
    context.var.reservation?.release();
  }
});

function hasFile(fields: unknown): boolean {
  return (
    typeof fields === 'object' &&
    fields !== null &&
    Object.values(fields).some((value) => value instanceof FilePart)
  );
}

/** A longer body is read into its own buffer, which is freed at once. */
const maxLengthAtOnce = 64 * 1024;

/**
 * Reads the whole body into one buffer, whose length is reserved. A list of its pieces could use hundreds of times as
 * much memory if each is a single byte. This does not read the rest of a refused body: the server has to answer first.
 */
async function readBytes(
  context: RequestContext,
  { budget, refusal }: BodyLimits,
  maxSize: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const request = context.req.raw;
  const declared = request.headers.has('Transfer-Encoding') ? null : request.headers.get('Content-Length');
  if (Number(declared) > maxSize) throw refusal();
  const size = declared === null ? Math.min(maxSize, maxLengthAtOnce) : Number(declared);
  const reservation = budget.reserve(ownerOf(context), size);
  context.set('reservation', reservation);
  // Firefox has no `request.body`.
  if (!request.body || (declared !== null && size <= maxLengthAtOnce))
    return new Uint8Array(await request.arrayBuffer());
  let bytes = new Uint8Array(size);
  let length = 0;
  try {
    const reader = request.body.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const end = length + next.value.length;
      if (end > maxSize) throw refusal();
      if (end > bytes.length) {
        const longer = Math.min(maxSize, Math.max(end, 2 * bytes.length));
        reservation.set(longer);
        bytes = new Uint8Array(bytes.buffer.transfer(longer));
      }
      bytes.set(next.value, length);
      length = end;
    }
    return bytes.subarray(0, length);
  } catch (error) {
    bytes.buffer.transfer(0);
    throw error;
  }
}

/** Whether the bytes are valid in the charset: UTF-8, or its subset US-ASCII. */
function isEncodedIn(charset: string, bytes: Uint8Array): boolean {
  return /^us-ascii$/i.test(charset) ? bytes.every((byte) => byte < 0x80) : isUtf8(bytes);
}

function mediaTypeOf(contentType: string): string {
  return contentType.replace(/;.*$/s, '').trim().toLowerCase();
}

/** 415 with the supported media types. */
export function unsupportedMediaType(mediaTypes: readonly string[]): Problem {
  return new Problem(415, `Send ${orList.format(mediaTypes)} in UTF-8.`);
}

/** Without a comma before “or”. */
const orList = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Keeps a byte order mark as part of the first name. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The fields of an urlencoded form (WHATWG URL, 5.1). They are counted before any is decoded. */
function readForm(body: Uint8Array): Fields {
  const encoded = decoder.decode(body).split('&', maxFields + 2);
  if (encoded.at(-1) === '') encoded.pop();
  if (encoded.length > maxFields) throw tooManyFields(maxFields);
  const fields: [name: string, value: string][] = [];
  for (const field of encoded) {
    // The added `&` keeps URLSearchParams from dropping a question mark at the beginning. It adds no field.
    for (const [name, value] of new URLSearchParams(`&${field}`)) {
      requireUtf8(field.split('=', 1).join(''), name, 'body');
      requireUtf8(field, name + value, name);
      fields.push([name, value]);
    }
  }
  return fieldsOf(fields);
}

const JsonObject = v.custom<Fields>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'Expected a JSON object.',
);

const tooManyObjects = `Too many texts: at most ${maxObjects} in one request.`;

const JsonArray = v.pipe(
  v.array(JsonObject),
  v.nonEmpty('Send at least one text.'),
  v.maxLength(maxObjects, tooManyObjects),
);

async function readJson(body: Uint8Array): Promise<Fields> {
  return parse(JsonObject, await parsedJson(body));
}

async function readJsonObjects(body: Uint8Array): Promise<Fields | Fields[]> {
  const value = await parsedJson(body);
  return parse(Array.isArray(value) ? JsonArray : JsonObject, value);
}

/** Empty lines are skipped. */
async function readJsonLines(body: Uint8Array): Promise<Fields[]> {
  const values: unknown[] = [];
  let start = 0;
  for (let lines = 0; start < body.length; lines++) {
    if (lines === maxObjects) throw invalid({ body: [tooManyObjects] });
    const end = body.indexOf(lineFeed, start);
    const line = body.subarray(start, end < 0 ? body.length : end);
    if (!isEmpty(line)) values.push(await parsedJson(line, values.length));
    start += line.length + 1;
  }
  return parse(JsonArray, values);
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const isEmpty = (line: Uint8Array): boolean =>
  line.length === 0 || (line.length === 1 && line[0] === carriageReturn);

/** @param number names the object in errors if there are several. */
async function parsedJson(body: Uint8Array, number?: number): Promise<unknown> {
  const place = number === undefined ? [] : [number];
  const refused = (message: string, ...field: string[]): Problem =>
    invalid({ [[...place, ...field].join('.') || 'body']: [message] });
  try {
    return await parseJson(body, { maxValues: maxFields, allowRepeated: false });
  } catch (error) {
    if (error instanceof RepeatedNameError)
      throw refused('Duplicate name in the JSON. Send it once.', error.field);
    if (error instanceof BlanksError)
      throw refused(`Too much JSON besides the texts: at most ${64 * maxFields} bytes. Remove whitespace.`);
    if (error instanceof RangeError) throw refused(`Expected a flat object of at most ${maxFields} fields.`);
    if (error instanceof SyntaxError) throw refused('Invalid JSON.');
    throw error;
  }
}
