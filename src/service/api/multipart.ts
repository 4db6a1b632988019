import { fromBase64, fromLatin1, isUtf8 } from '#platform';
import { invalid, invalidEncoding, type Problem } from './problem.ts';

/** The most bytes of a part's headers. */
const maxHeaderBytes = 4096;

/** Node may allocate smaller buffers within a shared one, where they can't be freed separately. */
const maxSharedBytes = 64 * 1024;

/** A part that is a file. A class, so that no JSON object can be mistaken for one. */
export class FilePart {
  readonly fileName: string;
  /** A view of the request's body. */
  readonly bytes: Uint8Array;

  constructor(fileName: string, bytes: Uint8Array) {
    this.fileName = fileName;
    this.bytes = bytes;
  }

  /** Frees a large file at once, because in an idle process the garbage collector would keep megabytes for minutes. */
  free(): void {
    const { buffer, length } = this.bytes;
    if (length > maxSharedBytes && buffer instanceof ArrayBuffer) buffer.transfer(0);
  }
}

/** A parameter of a header such as `Content-Type`, without its quotes. */
function parameterOf(header: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]*))`, 'i').exec(header);
  return found?.[1] ?? found?.[2];
}

export function charsetOf(contentType: string): string {
  return parameterOf(contentType, 'charset') ?? 'utf-8';
}

export function isUtf8Charset(charset: string): boolean {
  return /^(utf-?8|us-ascii)$/i.test(charset);
}

/**
 * The fields of a `multipart/form-data` body (RFC 7578). Node's own parser ends a part at the boundary even within
 * a line, and replaces invalid UTF-8 by U+FFFD.
 * @throws Problem 422 for an invalid body, for a part that is not UTF-8 (with its name), or for more than `maxParts`
 *   parts, before decoding any.
 */
export function parseMultipart(
  body: Uint8Array,
  contentType: string,
  maxParts: number,
): [name: string, value: string | FilePart][] {
  const boundary = parameterOf(contentType, 'boundary') ?? '';
  if (!/^[\w'()+,\-./:=? ]{0,69}[\w'()+,\-./:=?]$/.test(boundary)) throw invalidMultipart(); // RFC 2046, 5.1.1
  return partsIn(body, boundary, maxParts).map((part) => {
    const end = indexOf(part.subarray(0, maxHeaderBytes), blankLine);
    if (end < 0) throw invalidMultipart();
    return fieldOf(headersOf(part.subarray(0, end)), part.subarray(end + 4));
  });
}

/** The parts between the delimiters: lines that start with `--` and the boundary and contain nothing else. */
function partsIn(body: Uint8Array, boundary: string, maxParts: number): Uint8Array[] {
  const delimiter = new TextEncoder().encode(`\r\n--${boundary}`);
  const parts: Uint8Array[] = [];
  const isFirstLine = startsAt(body, 0, delimiter.subarray(2));
  let at = isFirstLine ? -2 : indexOf(body, delimiter);
  let start: number | undefined;
  for (; at !== -1; at = indexOf(body, delimiter, at + delimiter.length)) {
    const after = at + delimiter.length;
    const isLast = startsAt(body, after, dashes);
    const next = isLast ? after : endOfLine(body, after);
    if (next === undefined) continue; // part of a longer line of text
    if (start !== undefined) parts.push(body.subarray(start, Math.max(start, at)));
    if (parts.length > maxParts) throw tooManyFields(maxParts);
    if (isLast) return parts;
    start = next;
    // If the next part is empty, the line break after this delimiter also begins the next delimiter.
    at = next - 2 - delimiter.length;
  }
  throw invalidMultipart();
}

/** The start of the next line, if the rest of this one is blank. */
function endOfLine(body: Uint8Array, from: number): number | undefined {
  let at = from;
  while (body[at] === 0x20 || body[at] === 0x09) at++;
  return body[at] === 0x0d && body[at + 1] === 0x0a ? at + 2 : undefined;
}

/** A part's headers by lower-case name, with folded lines joined. */
function headersOf(head: Uint8Array): Map<string, string> {
  const lines = decodeUtf8(head, 'body')
    .replace(/\r\n[ \t]+/g, ' ')
    .replace(/^\r\n/, '')
    .split('\r\n');
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      if (colon <= 0) throw invalidMultipart();
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}

function fieldOf(headers: ReadonlyMap<string, string>, content: Uint8Array): [string, string | FilePart] {
  const disposition = headers.get('content-disposition') ?? '';
  const name = unescaped(parameterOf(disposition, 'name'));
  if (!/^form-data\s*;/i.test(disposition) || name === undefined) throw invalidMultipart();
  const fileName = unescaped(parameterOf(disposition, 'filename'));
  const bytes = decoded(content, headers.get('content-transfer-encoding'));
  if (fileName !== undefined) return [name, new FilePart(fileName, bytes)];
  if (!isUtf8Charset(charsetOf(headers.get('content-type') ?? ''))) throw invalidEncoding(name);
  return [name, decodeUtf8(bytes, name)];
}

/** Decodes the escapes of browsers (WHATWG HTML, multipart/form-data). */
function unescaped(value: string | undefined): string | undefined {
  return value?.replaceAll(/%0A/gi, '\n').replaceAll(/%0D/gi, '\r').replaceAll('%22', '"');
}

/** RFC 7578 deprecates this header, but mail programs still send it. */
function decoded(content: Uint8Array, encoding = 'binary'): Uint8Array {
  switch (encoding.trim().toLowerCase()) {
    case 'base64':
      return fromBase64(fromLatin1(content));
    case '7bit':
    case '8bit':
    case 'binary':
      return content;
    default:
      throw invalidMultipart();
  }
}

/** A byte order mark is kept as part of the text. */
function decodeUtf8(bytes: Uint8Array, field: string): string {
  if (!isUtf8(bytes)) throw invalidEncoding(field);
  return decoder.decode(bytes);
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const blankLine = new TextEncoder().encode('\r\n\r\n');
const dashes = new TextEncoder().encode('--');

function startsAt(bytes: Uint8Array, at: number, needle: Uint8Array): boolean {
  for (let i = 0; i < needle.length; i++) if (bytes[at + i] !== needle[i]) return false;
  return true;
}

/** The first position of these bytes at or after an offset; -1 if there is none. */
function indexOf(bytes: Uint8Array, needle: Uint8Array, from = 0): number {
  const last = bytes.length - needle.length;
  // This loop is ten times as fast as calling `Uint8Array.indexOf` for each line break of a hostile file.
  for (let at = from; at <= last; at++) if (bytes[at] === needle[0] && startsAt(bytes, at, needle)) return at;
  return -1;
}

export function tooManyFields(most: number): Problem {
  return invalid({ body: [`Too many fields: at most ${most}.`] });
}

function invalidMultipart(): Problem {
  return invalid({
    body: ['Invalid multipart/form-data: the body does not match the boundary in Content-Type.'],
  });
}
