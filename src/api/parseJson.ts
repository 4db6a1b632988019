import { setImmediate } from 'node:timers/promises';

/** So many bytes are parsed within about a millisecond. */
const defaultChunkSize = 128 * 1024;

/** Values within so many others are not walked into: no answer nests so deep, and each step down costs its time. */
const maxChunkedDepth = 16;

/** More than any answer nests, and less than `JSON.stringify` and whoever else walks down a value has stack for. */
const maxDepth = 500;

// The signs of JSON as bytes: in UTF-8 no part of another character looks like one of them.
const space = 0x20;
const tab = 0x09;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const quotationMark = 0x22;
const backslash = 0x5c;
const letterU = 0x75;
const comma = 0x2c;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

const noBeginning = new Set([comma, colon, closeBrace, closeBracket]);

/** A mark at the beginning, which is none of the JSON, was left out before: anywhere else it is a character. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

interface ParseJsonOptions {
  /** Bytes that are parsed at once. */
  chunkSize?: number;
  /** How many values there may be, those within others counted too; and 64 bytes for each beside what is in texts. */
  maxValues?: number;
  /** Whether the names of the outermost object may repeat; then the last counts, as `JSON.parse` has it. */
  allowRepeated?: boolean;
}

/** So much stands outside of texts that it is hardly more than blanks. */
export class BlanksError extends RangeError {
  override readonly name = 'BlanksError';
}

/** The outermost object has a name twice: programs read such JSON in different ways (RFC 8259, 4). */
export class RepeatedNameError extends Error {
  override readonly name = 'RepeatedNameError';
  readonly field: string;

  constructor(field: string) {
    super(`Duplicate name ${JSON.stringify(field)}.`);
    this.field = field;
  }
}

/**
 * What `JSON.parse` gives for JSON in UTF-8. Megabytes, which would block the thread for tens of milliseconds, are
 * decoded and parsed chunk by chunk, with the thread free in between.
 * @throws {SyntaxError} as `JSON.parse` does.
 * @throws {RangeError} where values nest deeper than `maxDepth`, or are more than `maxValues`; then none is parsed. A
 *   BlanksError where what stands outside of texts is too long.
 * @throws RepeatedNameError where names may not repeat, and one does.
 */
export async function parseJson(
  json: Uint8Array,
  { chunkSize = defaultChunkSize, maxValues = Infinity, allowRepeated = true }: ParseJsonOptions = {},
): Promise<unknown> {
  const bytes = startsWithMark(json) ? json.subarray(3) : json;
  await requireWithinLimits(bytes, { chunkSize, maxValues, allowRepeated });
  if (bytes.length <= chunkSize) return JSON.parse(decoder.decode(bytes));
  return new ChunkParser(bytes, chunkSize).parse();
}

function startsWithMark([first, second, third]: Uint8Array): boolean {
  return first === 0xef && second === 0xbb && third === 0xbf;
}

/** Every value but the first of an object or array has a comma before it, and the first is counted by what holds it. */
async function requireWithinLimits(
  bytes: Uint8Array,
  { chunkSize, maxValues, allowRepeated }: Required<ParseJsonOptions>,
): Promise<void> {
  const names = new Set<string>();
  /** Where the last text begins and ends, its quotation marks included. */
  let [textStart, textEnd] = [0, 0];
  let depth = 0;
  let values = 0;
  let bytesOutsideStrings = 0;
  let isInString = false;
  let pause = chunkSize;
  for (let at = 0; at < bytes.length; at++) {
    if (at >= pause) {
      await setImmediate();
      pause = at + Math.max(1, chunkSize);
    }
    const sign = bytes[at]!;
    if (sign === quotationMark) {
      isInString = !isInString;
      if (isInString) textStart = at;
      else textEnd = at + 1;
    } else if (isInString) {
      if (sign === backslash) at++;
      continue;
    }
    if (sign === colon && depth === 1 && !allowRepeated) {
      const name = String(JSON.parse(decoder.decode(bytes.subarray(textStart, textEnd))));
      if (names.has(name)) throw new RepeatedNameError(name);
      names.add(name);
    }
    if (sign === comma) values++;
    // Braces and brackets are the same but for this bit.
    else if ((sign | 0x20) === openBrace) {
      values++;
      if (++depth > maxDepth) throw new RangeError('Values are nested too deeply.');
    } else if ((sign | 0x20) === closeBrace) depth--;
    if (values > maxValues) throw new RangeError(`Too many values: at most ${maxValues}.`);
    if (++bytesOutsideStrings > 64 * maxValues)
      throw new BlanksError(`More than ${64 * maxValues} bytes outside strings.`);
  }
}

function isSpace(sign: number | undefined): boolean {
  return sign === space || sign === lineFeed || sign === carriageReturn || sign === tab;
}

/** Walks down to values that are no longer than a chunk, which `JSON.parse` reads; checks what stands between them. */
class ChunkParser {
  readonly #bytes: Uint8Array;
  readonly #chunkSize: number;
  #at = 0;
  #depth = 0;

  constructor(bytes: Uint8Array, chunkSize: number) {
    this.#bytes = bytes;
    this.#chunkSize = chunkSize;
  }

  async parse(): Promise<unknown> {
    const value = await this.#value();
    this.#skipSpace();
    if (this.#at < this.#bytes.length) throw this.#unexpected();
    return value;
  }

  async #value(): Promise<unknown> {
    this.#skipSpace();
    const start = this.#at;
    const isDeep = this.#depth >= maxChunkedDepth;
    const end = this.#endOfValue(start, isDeep ? this.#bytes.length : start + this.#chunkSize);
    // The thread is free before what was looked at is parsed, or looked at again.
    await setImmediate();
    if (end !== undefined) {
      this.#at = end;
      return JSON.parse(this.#textOf(start, end));
    }
    if (!isDeep && this.#takes(openBrace)) return this.#nested(() => this.#object());
    if (!isDeep && this.#takes(openBracket)) return this.#nested(() => this.#array());
    const endOfLong = this.#endOfValue(start, this.#bytes.length);
    this.#at = endOfLong ?? this.#bytes.length;
    if (endOfLong !== undefined && this.#bytes[start] === quotationMark)
      return this.#string(start, endOfLong);
    return JSON.parse(this.#textOf(start, this.#at));
  }

  /** A text of megabytes, whose escapes take longer than all the rest. */
  async #string(start: number, end: number): Promise<string> {
    const chunks: unknown[] = [];
    for (let at = start + 1; at < end - 1;) {
      const cut = this.#cutInString(at, end - 1);
      chunks.push(JSON.parse(`"${this.#textOf(at, cut)}"`));
      at = cut;
      await setImmediate();
    }
    return chunks.join('');
  }

  /** A chunk further on: a place that is in no character and in no escape, as `start` is. */
  #cutInString(start: number, end: number): number {
    const bytes = this.#bytes;
    const least = start + Math.max(1, this.#chunkSize);
    let at = start;
    while (at < end && (at < least || (bytes[at]! & 0xc0) === 0x80))
      at += bytes[at] !== backslash ? 1 : bytes[at + 1] === letterU ? 6 : 2;
    return Math.min(at, end);
  }

  async #nested<Value>(parse: () => Promise<Value>): Promise<Value> {
    this.#depth++;
    const value = await parse();
    this.#depth--;
    return value;
  }

  async #object(): Promise<object> {
    const entries: [string, unknown][] = [];
    if (!this.#takes(closeBrace)) {
      do {
        const name = await this.#value();
        if (typeof name !== 'string' || !this.#takes(colon)) throw this.#unexpected();
        entries.push([name, await this.#value()]);
      } while (this.#takes(comma));
      if (!this.#takes(closeBrace)) throw this.#unexpected();
    }
    return Object.fromEntries(entries);
  }

  async #array(): Promise<unknown[]> {
    const items: unknown[] = [];
    if (!this.#takes(closeBracket)) {
      do items.push(...(await this.#items()));
      while (this.#takes(comma));
      if (!this.#takes(closeBracket)) throw this.#unexpected();
    }
    return items;
  }

  /** As many items as a chunk holds, or the next one if it is longer. */
  async #items(): Promise<unknown[]> {
    this.#skipSpace();
    const start = this.#at;
    const limit = start + this.#chunkSize;
    let end: number | undefined;
    for (let next = this.#endOfValue(start, limit); next !== undefined;) {
      this.#at = end = next;
      if (!this.#takes(comma)) break;
      this.#skipSpace();
      next = this.#endOfValue(this.#at, limit);
    }
    if (end === undefined) return [await this.#value()];
    this.#at = end;
    await setImmediate();
    return JSON.parse(`[${this.#textOf(start, end)}]`) as unknown[];
  }

  /** Where the value ends that begins here; `undefined` if it doesn't within the limit. */
  #endOfValue(start: number, limit: number): number | undefined {
    if (this.#isNoValue(start)) throw this.#unexpected();
    const bytes = this.#bytes;
    const searchEnd = Math.min(limit, bytes.length);
    let depth = 0;
    for (let at = start; at < searchEnd; at++) {
      switch (bytes[at]!) {
        case quotationMark: {
          const end = this.#endOfString(at, limit);
          if (end === undefined) return undefined;
          if (depth === 0) return end;
          at = end - 1;
          break;
        }
        case openBrace:
        case openBracket:
          depth++;
          break;
        case closeBrace:
        case closeBracket:
          if (--depth <= 0) return depth === 0 ? at + 1 : at;
          break;
        case comma:
        case colon:
        case space:
        case lineFeed:
        case carriageReturn:
        case tab:
          if (depth === 0) return at;
          break;
      }
    }
    return depth === 0 && bytes.length <= limit ? bytes.length : undefined;
  }

  /** Whether the JSON ends here, or a sign stands here that no value begins with. */
  #isNoValue(at: number): boolean {
    const first = this.#bytes[at];
    return first === undefined || noBeginning.has(first);
  }

  #endOfString(start: number, limit: number): number | undefined {
    const end = Math.min(limit, this.#bytes.length);
    for (let at = start + 1; at < end; at++) {
      const sign = this.#bytes[at];
      if (sign === backslash) at++;
      else if (sign === quotationMark) return at + 1;
    }
    return undefined;
  }

  #takes(expected: number): boolean {
    this.#skipSpace();
    if (this.#bytes[this.#at] !== expected) return false;
    this.#at++;
    return true;
  }

  #skipSpace(): void {
    while (isSpace(this.#bytes[this.#at])) this.#at++;
  }

  #textOf(start: number, end: number): string {
    return decoder.decode(this.#bytes.subarray(start, end));
  }

  #unexpected(): SyntaxError {
    const found = this.#bytes[this.#at];
    const shown = found === undefined ? 'end' : String.fromCharCode(found);
    return new SyntaxError(`Unexpected ${shown} at byte ${this.#at} of the JSON.`);
  }
}
