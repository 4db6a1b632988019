import * as v from 'valibot';
import { maxUploadBytes } from '../../api/limits.ts';
import { BlanksError, parseJson, RepeatedNameError } from '../../api/parseJson.ts';
import type { ByteBudget, ByteReservation } from './byteBudget.ts';
import { collect, parse, requireUtf8, type Fields } from './parameters.ts';
import { charsetOf, FilePart, isUtf8Charset, parseMultipart, tooManyFields } from './multipart.ts';
import { invalid, invalidEncoding, Problem, type FieldErrors } from './problem.ts';
import { bodyLimit } from 'hono/body-limit';
import type { HonoRequest } from 'hono';
import { createMiddleware } from 'hono/factory';
import { ownerOf, type Environment } from './environment.ts';
import { chunksOf, isUtf8 } from '#platform';

/**
 * Reading of bodies. No body, valid or not, may block the thread for long: its length is limited to what the
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
    read: (body, contentType) => collect(parseMultipart(body, contentType, maxFields)),
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

/**
 * The maximum length of a body of this media type if its content is as long as allowed in UTF-8; `undefined` for
 * other media types, which are not read.
 */
export function maxBodyBytes(contentType: string, maxContentBytes: number): number | undefined {
  const format = formatOf(severalObjects, contentType);
  return format && Math.ceil(format.bytesPerByte * maxContentBytes) + bytesBesideContent;
}

/** The maximum length of a multipart body with a file. */
export const maxFileBodyBytes = maxUploadBytes + bytesBesideContent;

/** Whether a body of this media type may contain a file. */
export function mayHaveFile(contentType: string): boolean {
  return mediaTypeOf(contentType) === 'multipart/form-data';
}

/**
 * The fields of a body in one of the formats. A compressed body is refused, because it could expand beyond any
 * limit. Runs after `limitBody`.
 * @param reservation counts the body's bytes if it declares no length.
 * @throws Problem 415 for another media type, charset or content coding; 422 for a body that is malformed, not UTF-8,
 *   repeats a JSON name, or has more than `maxFields`; 503 when too many bytes are in memory already.
 */
export async function readBody<Read>(
  request: Request,
  formats: Record<string, BodyFormat<Read>>,
  reservation?: ByteReservation,
): Promise<Read> {
  const coding = request.headers.get('Content-Encoding') ?? 'identity';
  if (coding.trim().toLowerCase() !== 'identity') {
    throw new Problem(415, 'Send the body without a Content-Encoding.', {
      headers: { 'Accept-Encoding': 'identity' }, // RFC 9110, 15.5.16: distinguishes this 415 from one for the media type
      code: 'unsupported_content_encoding',
    });
  }
  const contentType = request.headers.get('Content-Type') ?? '';
  const format = formatOf(formats, contentType);
  if (!format) throw unsupportedMediaType(Object.keys(formats));
  // The parts of a multipart body have their own charsets.
  const charset = mayHaveFile(contentType) ? undefined : charsetOf(contentType);
  if (charset !== undefined && !isUtf8Charset(charset))
    throw new Problem(415, 'Send the body in UTF-8.', { code: 'unsupported_charset' });
  const body = await readBytes(request, reservation);
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
 * Reads the whole body into one buffer. A list of its pieces could use hundreds of times as much memory, if each is
 * a single byte.
 * @throws Problem when the body exceeds what `reservation` allows.
 */
async function readBytes(
  request: Request,
  reservation: ByteReservation | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const declaredLength = request.headers.has('Transfer-Encoding')
    ? null
    : request.headers.get('Content-Length');
  // Firefox has no `request.body`.
  if (!request.body || (declaredLength !== null && Number(declaredLength) <= maxLengthAtOnce))
    return new Uint8Array(await request.arrayBuffer());
  let bytes = new Uint8Array(declaredLength === null ? maxLengthAtOnce : Number(declaredLength));
  let length = 0;
  try {
    for await (const chunk of chunksOf(request.body)) {
      const end = length + chunk.length;
      if (end > bytes.length) {
        const longer = Math.max(end, 2 * bytes.length);
        reservation?.set(longer);
        bytes = new Uint8Array(bytes.buffer.transfer(longer));
      }
      bytes.set(chunk, length);
      length = end;
    }
    return bytes.subarray(0, length);
  } catch (error) {
    bytes.buffer.transfer(0);
    throw error;
  }
}

/** US-ASCII is a part of UTF-8, whose other bytes a body that declares it must not contain. */
function isEncodedIn(charset: string, bytes: Uint8Array): boolean {
  return /^us-ascii$/i.test(charset) ? bytes.every((byte) => byte < 0x80) : isUtf8(bytes);
}

function mediaTypeOf(contentType: string): string {
  return contentType.replace(/;.*$/s, '').trim().toLowerCase();
}

function formatOf<Format>(formats: Record<string, Format>, contentType: string): Format | undefined {
  const mediaType = mediaTypeOf(contentType);
  return Object.hasOwn(formats, mediaType) ? formats[mediaType] : undefined;
}

/** 415 with the supported media types. */
export function unsupportedMediaType(mediaTypes: readonly string[]): Problem {
  return new Problem(415, `Send ${orList.format(mediaTypes)} in UTF-8.`);
}

/** Without a comma before “or”. */
const orList = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** A byte order mark counts as part of the first name. */
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
  return collect(fields);
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
  const objects: Fields[] = [];
  let start = 0;
  for (let lines = 0; start < body.length; lines++) {
    if (lines === maxObjects) throw invalid({ body: [tooManyObjects] });
    const end = body.indexOf(lineFeed, start);
    const line = body.subarray(start, end < 0 ? body.length : end);
    if (!isEmpty(line)) objects.push(await readLine(line, objects.length));
    start += line.length + 1;
  }
  return parse(JsonArray, objects);
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const isEmpty = (line: Uint8Array): boolean =>
  line.length === 0 || (line.length === 1 && line[0] === carriageReturn);

/** Errors name the line by its number among the objects. */
async function readLine(line: Uint8Array, number: number): Promise<Fields> {
  try {
    return await readJson(line);
  } catch (error) {
    if (!(error instanceof Problem) || !error.errors) throw error;
    const named = Object.entries(error.errors).map(([field, messages]) => [
      field === 'body' ? `${number}` : `${number}.${field}`,
      messages,
    ]);
    throw invalid(Object.fromEntries(named) as FieldErrors);
  }
}

async function parsedJson(body: Uint8Array): Promise<unknown> {
  try {
    return await parseJson(body, { maxValues: maxFields, allowRepeated: false });
  } catch (error) {
    if (error instanceof RepeatedNameError)
      throw invalid({ [error.field]: ['Duplicate name in the JSON. Send it once.'] });
    if (error instanceof BlanksError)
      throw invalid({
        body: [`Too much JSON besides the texts: at most ${64 * maxFields} bytes. Remove whitespace.`],
      });
    if (error instanceof RangeError)
      throw invalid({ body: [`Expected a flat object of at most ${maxFields} fields.`] });
    if (error instanceof SyntaxError) throw invalid({ body: ['Invalid JSON.'] });
    throw error;
  }
}

/** The limit for a body. */
interface BodyLimit {
  maxBytes: number;
  /** The error for a longer body. */
  refusal: () => Problem;
}

/**
 * Refuses a body that is too long or exceeds the budget before reading it; a body without a declared length, as
 * soon as it becomes too long. A body with a declared length is not wrapped, because a web stream costs several
 * times as much as reading it.
 * @param limitOf `undefined` for a body that is never read.
 */
export function limitBody(
  budget: ByteBudget,
  limitOf: (request: HonoRequest, contentType: string) => BodyLimit | undefined,
) {
  return createMiddleware<Environment>(async (context, next) => {
    if (context.req.method !== 'POST') return next(); // bodies of other methods are never read
    const limit = limitOf(context.req, context.req.header('Content-Type') ?? '');
    if (!limit) return next();
    const { maxBytes: maxSize, refusal } = limit;
    const refuse = (): never => {
      throw refusal();
    };
    const length = context.req.header('Content-Length');
    const isStream = length === undefined || context.req.header('Transfer-Encoding') !== undefined;
    if (!isStream && Number(length) > maxSize) refuse();
    const owner = ownerOf(context);
    const reservation = budget.reserve(owner, isStream ? Math.min(maxSize, maxLengthAtOnce) : Number(length));
    context.set('reservation', reservation);
    try {
      if (isStream) return await bodyLimit({ maxSize, onError: refuse })(context, next);
      await next();
    } finally {
      if (context.var.reservation === reservation) reservation.release(); // if replaced, the answer releases it once it is read
    }
    return undefined;
  });
}
