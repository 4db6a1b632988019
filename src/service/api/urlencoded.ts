import { setImmediate } from 'node:timers/promises';

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
