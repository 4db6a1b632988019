import * as v from 'valibot';
import { parseJson } from '../../api/parseJson.ts';
import { collect, parse, type Fields } from './fields.ts';
import { invalid, Problem } from './problem.ts';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import type { Environment } from './environment.ts';
import { setImmediate } from 'node:timers/promises';

/**
 * Bodies. None of them, sound or not, may keep the thread from other requests: how long one may be follows from what
 * a content of the limit needs in its media type, its fields are counted before any is parsed, and a long one is
 * decoded in chunks, with the thread free in between.
 */

interface BodyFormat {
  /** What one byte of content takes at most. */
  bytesPerByte: number;
  read: (request: Request) => Promise<Fields>;
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

/** Most bytes of a part's headers in multipart: its name and what else browsers say of it. */
const maxPartHeaderBytes = 4096;

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
 * @throws Problem 415 for another media type or a content coding, 422 for a body that is not what it says, or that
 *   has more than `maxFields`.
 */
export async function readBody(request: Request, numbers: readonly string[] = []): Promise<Fields> {
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
  const fields = await format.read(request);
  return format.hasTextAlone ? readNumbers(fields, numbers) : fields;
}

function contentTypeOf(request: Request): string {
  return request.headers.get('Content-Type') ?? '';
}

function formatOf(contentType: string): BodyFormat | undefined {
  const mediaType = contentType.replace(/;.*$/s, '').trim().toLowerCase();
  return Object.hasOwn(bodyFormats, mediaType) ? bodyFormats[mediaType] : undefined;
}

async function readForm(request: Request): Promise<Fields> {
  const body = await readUtf8(request);
  try {
    return collect(await parseUrlencoded(body, { maxFields }));
  } catch (error) {
    if (error instanceof RangeError) throw tooManyFields();
    throw error;
  }
}

const JsonObject = v.pipe(
  v.unknown(),
  v.check((value) => !Array.isArray(value), 'This is not a JSON object.'),
  v.record(v.string(), v.unknown(), 'This is not a JSON object.'),
);

async function readJson(request: Request): Promise<Fields> {
  const body = await readUtf8(request);
  try {
    return parse(JsonObject, await parseJson(body, { maxValues: maxFields }));
  } catch (error) {
    if (error instanceof RangeError)
      throw invalid({ body: [`Send a flat object of at most ${maxFields} fields.`] });
    if (error instanceof SyntaxError) throw invalid({ body: ['This is not JSON.'] });
    throw error;
  }
}

/** @throws Problem 415 for another encoding than UTF-8: it would be stored as something else than was sent. */
async function readUtf8(request: Request): Promise<Buffer> {
  const [, charset = 'utf-8'] = /;\s*charset="?([^";\s]*)/i.exec(contentTypeOf(request)) ?? [];
  if (!/^(utf-?8|us-ascii)$/i.test(charset)) {
    throw new Problem(415, 'Send the body in UTF-8.', {}, { code: 'unsupported_charset' });
  }
  return Buffer.from(await request.arrayBuffer());
}

async function readMultipart(request: Request): Promise<Fields> {
  const boundary = boundaryOf(contentTypeOf(request));
  const body = Buffer.from(await request.arrayBuffer());
  if (boundary === undefined) throw noMultipart();
  requireFewParts(body, boundary);
  // Written again, so that what is parsed is what was counted, whatever else the header holds.
  const headers = { 'Content-Type': `multipart/form-data; boundary="${boundary}"` };
  try {
    return collect(await new Response(body, { headers }).formData());
  } catch {
    throw noMultipart();
  }
}

/** RFC 2046, 5.1.1. */
function boundaryOf(contentType: string): string | undefined {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(contentType) ?? [];
  const boundary = quoted ?? bare ?? '';
  return /^[\w'()+,\-./:=? ]{0,69}[\w'()+,\-./:=?]$/.test(boundary) ? boundary : undefined;
}

/**
 * The parser takes time for every part, and much for long headers.
 * @throws Problem 422 for more parts than `maxFields`, or one whose headers are longer than `maxPartHeaderBytes`.
 */
function requireFewParts(body: Buffer, boundary: string): void {
  const delimiter = Buffer.from(`--${boundary}`);
  const end = Buffer.from('--');
  let parts = 0;
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + delimiter.length)) {
    const head = body.subarray(at + delimiter.length, at + delimiter.length + maxPartHeaderBytes);
    if (head.subarray(0, 2).equals(end)) return;
    if (++parts > maxFields) throw tooManyFields();
    if (!head.includes('\r\n\r\n')) throw noMultipart();
  }
}

function noMultipart(): Problem {
  return invalid({ body: ['This is not multipart/form-data with the boundary that its header names.'] });
}

function tooManyFields(): Problem {
  return invalid({ body: [`Send at most ${maxFields} fields.`] });
}

/** What is not written as JSON writes a whole number stays text, which no schema takes for one. */
function readNumbers(fields: Fields, names: readonly string[]): Fields {
  const read = (value: unknown) =>
    typeof value === 'string' && /^(0|[1-9]\d*)$/.test(value) ? Number(value) : value;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, names.includes(name) ? read(value) : value]),
  );
}

/**
 * Refuses a body that is too long: at once where its length is said, as it comes where it is not. A body whose length
 * is said is not touched: as a stream of the web it would cost several times its reading.
 * @param maxBytes what a body of this `Content-Type` may have; `undefined` for one that is never read.
 * @param refusal what is thrown then.
 */
export function limitBody(maxBytes: (contentType: string) => number | undefined, refusal: () => Problem) {
  const refuse = (): never => {
    throw refusal();
  };
  return createMiddleware<Environment>(async (context, next) => {
    if (context.req.method !== 'POST') return next(); // no other body is read
    const maxSize = maxBytes(context.req.header('Content-Type') ?? '');
    if (maxSize === undefined) return next();
    const length = context.req.header('Content-Length');
    const isStream = length === undefined || context.req.header('Transfer-Encoding') !== undefined;
    if (isStream) return bodyLimit({ maxSize, onError: refuse })(context, next);
    if (Number(length) > maxSize) refuse();
    return next();
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
 * bytes, and leaves the thread free between chunks.
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
    fields.push([await decode(name, chunkSize), await decode(value, chunkSize)]);
  }
  return fields;
}

function split(body: Buffer, maxFields: number): Buffer[] {
  const fields: Buffer[] = [];
  for (let start = 0, separators = 0; start < body.length; separators++) {
    if (separators >= maxFields) throw new RangeError(`There are more than ${maxFields} fields.`);
    const next = body.indexOf(ampersand, start);
    const end = next < 0 ? body.length : next;
    if (end > start) fields.push(body.subarray(start, end));
    start = end + 1;
  }
  return fields;
}

async function decode(encoded: Buffer, chunkSize: number): Promise<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  for (let start = 0; start < encoded.length;) {
    if (start > 0) await setImmediate();
    const end = endOfChunk(encoded, start + chunkSize);
    text += decoder.decode(unescape(encoded.subarray(start, end)), { stream: true });
    start = end;
  }
  return text + decoder.decode();
}

/** Not within an escape. */
function endOfChunk(encoded: Buffer, end: number): number {
  const isInEscape = escapedByte(encoded, end - 1) >= 0 || escapedByte(encoded, end - 2) >= 0;
  return isInEscape ? endOfChunk(encoded, end + 1) : end;
}

function unescape(encoded: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(encoded.length);
  let length = 0;
  for (let at = 0; at < encoded.length; at++) {
    const sign = encoded[at]!;
    const byte = sign === percent ? escapedByte(encoded, at) : -1;
    if (byte >= 0) at += 2;
    bytes[length++] = byte >= 0 ? byte : sign === plus ? space : sign;
  }
  return bytes.subarray(0, length);
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
