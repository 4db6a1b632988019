import * as v from 'valibot';
import { BlanksError, parseJson, RepeatedNameError } from '../../api/parseJson.ts';
import type { ByteBudget, ByteHold } from './byteBudget.ts';
import { collect, parse, type Fields } from './fields.ts';
import { boundaryOf, MultipartError, parseMultipart } from './multipart.ts';
import { decodeUtf8, encodingProblem, requireEncoding } from './utf8.ts';
import { invalid, Problem } from './problem.ts';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { ownerOf, type Environment } from './environment.ts';
import { setImmediate } from 'node:timers/promises';

/**
 * Bodies. None of them, sound or not, may keep the thread from other requests: how long one may be follows from what
 * a content of the limit needs in its media type, its fields are counted before any is parsed, and a long one is
 * decoded in chunks, with the thread free in between.
 */

interface BodyFormat {
  /** What one byte of content takes at most. */
  bytesPerByte: number;
  read: (body: Buffer, contentType: string) => Fields | Promise<Fields>;
  /** Whether numbers come as digits, since all of its fields are text. */
  hasTextAlone: boolean;
}

const bodyFormats: Record<string, BodyFormat> = {
  'application/x-www-form-urlencoded': {
    bytesPerByte: 3, // `%01`
    read: readForm,
    hasTextAlone: true,
  },
  'multipart/form-data': {
    bytesPerByte: 1.4, // itself, or in lines of base64
    read: readMultipart,
    hasTextAlone: true,
  },
  'application/json': {
    bytesPerByte: 6, // `\u0001`
    read: readJson,
    hasTextAlone: false,
  },
};

/** For names, a password and what stands between fields. */
const bytesBesideContent = 64 * 1024;

/** More than any form has. */
const maxFields = 1000;

/**
 * What a body of this media type has at most, when its content has the most bytes in UTF-8; `undefined` for another
 * media type, of which nothing is read.
 */
export function maxBodyBytes(contentType: string, maxContentBytes: number): number | undefined {
  const format = formatOf(contentType);
  return format && Math.ceil(format.bytesPerByte * maxContentBytes) + bytesBesideContent;
}

/**
 * The fields of a body: a form, urlencoded or multipart, or a JSON object. A compressed one is refused: it could
 * grow beyond any limit. Comes after `limitBody`.
 * @param numbers Fields that are numbers. A form has text alone, and carries them as digits; JSON has numbers.
 * @param hold what the body is counted in, where its length is not said.
 * @throws Problem 415 for another media type or a content coding, 422 for a body that is not what it says, that is not
 *   UTF-8, that names a field of JSON twice, or that has more than `maxFields`; 503 when too much is held already.
 */
export async function readBody(
  request: Request,
  numbers: readonly string[] = [],
  hold?: ByteHold,
): Promise<Fields> {
  const coding = request.headers.get('Content-Encoding') ?? 'identity';
  if (coding.trim().toLowerCase() !== 'identity') {
    throw new Problem(
      415,
      'Send the body without a Content-Encoding.',
      { 'Accept-Encoding': 'identity' }, // RFC 9110, 15.5.16: it tells this 415 from one for the media type
      { code: 'unsupported_content_encoding' },
    );
  }
  const format = formatOf(contentTypeOf(request));
  if (!format) {
    throw new Problem(
      415,
      'Send application/x-www-form-urlencoded, multipart/form-data or application/json in UTF-8.',
    );
  }
  if (format !== bodyFormats['multipart/form-data']) requireCharset(charsetOf(request));
  const body = await readBytes(request, hold);
  try {
    if (format !== bodyFormats['multipart/form-data']) requireEncoding(body, charsetOf(request), 'body');
    const fields = await format.read(body, contentTypeOf(request));
    return format.hasTextAlone ? readNumbers(fields, numbers) : fields;
  } catch (error) {
    throw encodingProblem(error);
  } finally {
    // What was read from it are copies. Left to the garbage collector, an idle process would keep megabytes for minutes.
    if (body.length > maxLengthAtOnce) body.buffer.transfer(0);
  }
}

/** A body up to so many bytes is read in one piece; a longer one into memory of its own, which is given back at once. */
const maxLengthAtOnce = 64 * 1024;

/**
 * The whole body. Kept in pieces as they come, a body of single bytes would take hundreds of times its length.
 * @throws Problem when more than `hold` may hold has come.
 */
async function readBytes(request: Request, hold: ByteHold | undefined): Promise<Buffer<ArrayBuffer>> {
  const said = request.headers.has('Transfer-Encoding') ? null : request.headers.get('Content-Length');
  if (said !== null && Number(said) <= maxLengthAtOnce) return Buffer.from(await request.arrayBuffer());
  let bytes = Buffer.allocUnsafeSlow(said === null ? maxLengthAtOnce : Number(said));
  let length = 0;
  try {
    for await (const chunk of request.body ?? []) {
      const end = length + chunk.length;
      if (end > bytes.length) {
        const longer = Math.max(end, 2 * bytes.length);
        hold?.set(longer);
        bytes = Buffer.from(bytes.buffer.transfer(longer));
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

function charsetOf(request: Request): string {
  return /;\s*charset="?([^";\s]*)/i.exec(contentTypeOf(request))?.[1] ?? 'utf-8';
}

/** @throws Problem 415 for another encoding than UTF-8: it would be stored as something else than was sent. */
function requireCharset(charset: string): void {
  if (!/^(utf-?8|us-ascii)$/i.test(charset))
    throw new Problem(415, 'Send the body in UTF-8.', {}, { code: 'unsupported_charset' });
}

function contentTypeOf(request: Request): string {
  return request.headers.get('Content-Type') ?? '';
}

function formatOf(contentType: string): BodyFormat | undefined {
  const mediaType = contentType.replace(/;.*$/s, '').trim().toLowerCase();
  return Object.hasOwn(bodyFormats, mediaType) ? bodyFormats[mediaType] : undefined;
}

async function readForm(body: Buffer): Promise<Fields> {
  try {
    return collect(await parseUrlencoded(body, { maxFields }));
  } catch (error) {
    if (error instanceof RangeError) throw tooManyFields();
    throw error;
  }
}

const JsonObject = v.pipe(
  v.unknown(),
  v.check((value) => !Array.isArray(value), 'Expected a JSON object.'),
  v.record(v.string(), v.unknown(), 'Expected a JSON object.'),
);

async function readJson(body: Buffer): Promise<Fields> {
  try {
    return parse(JsonObject, await parseJson(body, { maxValues: maxFields, allowRepeated: false }));
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

function readMultipart(body: Buffer, contentType: string): Fields {
  const boundary = boundaryOf(contentType);
  if (boundary === undefined) throw noMultipart();
  try {
    return collect(parseMultipart(body, boundary, { maxParts: maxFields }));
  } catch (error) {
    if (error instanceof RangeError) throw tooManyFields();
    if (error instanceof MultipartError) throw noMultipart();
    throw error;
  }
}

function noMultipart(): Problem {
  return invalid({ body: ['Invalid multipart/form-data: the boundary does not match its header.'] });
}

function tooManyFields(): Problem {
  return invalid({ body: [`Too many fields: at most ${maxFields}.`] });
}

/** What is not written as JSON writes a whole number stays text, which no schema takes for one. */
function readNumbers(fields: Fields, names: readonly string[]): Fields {
  const read = (value: unknown) =>
    typeof value === 'string' && /^(0|[1-9]\d*)$/.test(value) ? Number(value) : value;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, names.includes(name) ? read(value) : value]),
  );
}

/** What limits the bodies of some routes. */
interface BodyLimits {
  /** What a body of this `Content-Type` may have; `undefined` for one that is never read. */
  maxBytes: (contentType: string) => number | undefined;
  /** What is thrown for a longer one. */
  refusal: () => Problem;
  /** What the bodies that are being read and answered are counted in. */
  budget: ByteBudget;
}

/**
 * Refuses a body that is too long: at once where its length is said, as it comes where it is not; and one for which
 * there is no room beside those that are read and answered at the moment, before it is read. A body whose length is
 * said is not touched here: as a stream of the web it would cost several times its reading.
 */
export function limitBody({ maxBytes, refusal, budget }: BodyLimits) {
  const refuse = (): never => {
    throw refusal();
  };
  return createMiddleware<Environment>(async (context, next) => {
    if (context.req.method !== 'POST') return next(); // no other body is read
    const maxSize = maxBytes(context.req.header('Content-Type') ?? '');
    if (maxSize === undefined) return next();
    const length = context.req.header('Content-Length');
    const isStream = length === undefined || context.req.header('Transfer-Encoding') !== undefined;
    if (!isStream && Number(length) > maxSize) refuse();
    const owner = ownerOf(context);
    const hold = budget.hold(owner, isStream ? Math.min(maxSize, maxLengthAtOnce) : Number(length));
    context.set('hold', hold);
    try {
      if (isStream) return await bodyLimit({ maxSize, onError: refuse })(context, next);
      await next();
    } finally {
      if (context.var.hold === hold) hold.release(); // else the answer's, until it is read
    }
    return undefined;
  });
}

/** So many bytes are decoded within about a millisecond. */
const standardChunkSize = 128 * 1024;

// The signs of a form as bytes: in UTF-8 no part of another character looks like one of them.
const ampersand = 0x26;
const equalsSign = 0x3d;
const percent = 0x25;
const plus = 0x2b;
const space = 0x20;

/**
 * The fields of an `application/x-www-form-urlencoded` body, as `URLSearchParams` gives them (WHATWG URL, 5.1). That
 * takes time by the square of the number of fields, and tens of milliseconds for a megabyte; this takes time by the
 * bytes, and leaves the thread free between chunks; and it refuses what is not UTF-8.
 * @throws InvalidEncodingError that names the field.
 * @throws {RangeError} where there are more fields than `maxFields`; then none is decoded.
 */
export async function parseUrlencoded(
  body: Buffer,
  { maxFields, chunkSize = standardChunkSize }: { maxFields: number; chunkSize?: number },
): Promise<[name: string, value: string][]> {
  const fields: [string, string][] = [];
  for (const field of split(body, maxFields)) {
    const equals = field.indexOf(equalsSign);
    const [name, value] =
      equals < 0 ? [field, field.subarray(0, 0)] : [field.subarray(0, equals), field.subarray(equals + 1)];
    const decodedName = await decode(name, chunkSize, 'body');
    fields.push([decodedName, await decode(value, chunkSize, decodedName)]);
  }
  return fields;
}

function split(body: Buffer, maxFields: number): Buffer[] {
  const fields: Buffer[] = [];
  for (let start = 0, separators = 0; start < body.length; separators++) {
    if (separators >= maxFields) throw new RangeError(`Too many fields: at most ${maxFields}.`);
    const next = body.indexOf(ampersand, start);
    const end = next < 0 ? body.length : next;
    if (end > start) fields.push(body.subarray(start, end));
    start = end + 1;
  }
  return fields;
}

/** @throws InvalidEncodingError that names the field. */
async function decode(encoded: Buffer, chunkSize: number, field: string): Promise<string> {
  // Never longer than it was: pieces of text would be kept as pieces.
  const bytes = Buffer.allocUnsafe(encoded.length);
  let length = 0;
  for (let start = 0; start < encoded.length;) {
    if (start > 0) await setImmediate();
    const end = endOfChunk(encoded, start + chunkSize);
    length += unescape(encoded.subarray(start, end), bytes.subarray(length));
    start = end;
  }
  return decodeUtf8(bytes.subarray(0, length), field);
}

/** Not within an escape. */
function endOfChunk(encoded: Buffer, end: number): number {
  const isInEscape = escapedByte(encoded, end - 1) >= 0 || escapedByte(encoded, end - 2) >= 0;
  return isInEscape ? endOfChunk(encoded, end + 1) : end;
}

/** @returns how many bytes it wrote. */
function unescape(encoded: Buffer, bytes: Buffer): number {
  let length = 0;
  for (let at = 0; at < encoded.length; at++) {
    const sign = encoded[at]!;
    const byte = sign === percent ? escapedByte(encoded, at) : -1;
    if (byte >= 0) at += 2;
    bytes[length++] = byte >= 0 ? byte : sign === plus ? space : sign;
  }
  return length;
}

/** The byte that the escape at this place means; negative where there is none. */
function escapedByte(encoded: Buffer, at: number): number {
  return encoded[at] === percent ? (hexDigit(encoded[at + 1]) << 4) | hexDigit(encoded[at + 2]) : -1;
}

/** Negative for what is none, which stays negative with other bits beside it. */
function hexDigit(sign = 0): number {
  if (sign >= 0x30 && sign <= 0x39) return sign - 0x30;
  const letter = sign | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
