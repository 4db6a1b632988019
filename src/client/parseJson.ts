import { setImmediate } from 'node:timers/promises';

/** So many UTF-16 code units are parsed within about a millisecond. */
const standardPiece = 128 * 1024;

/** Values within so many others are not walked into: no answer nests so deep, and each step down costs its time. */
const deepest = 16;

/**
 * What `JSON.parse` gives. Megabytes, which would block the thread for tens of milliseconds, are parsed piece by piece,
 * with the thread free in between.
 * @throws {SyntaxError} as `JSON.parse` does.
 */
export async function parseJson(text: string, piece = standardPiece): Promise<unknown> {
  if (text.length <= piece) return JSON.parse(text);
  return new PieceParser(text, piece).parse();
}

/** Walks down to values that are no longer than a piece, which `JSON.parse` reads; checks what stands between them. */
class PieceParser {
  readonly #text: string;
  readonly #piece: number;
  #at = 0;
  #depth = 0;

  constructor(text: string, piece: number) {
    this.#text = text;
    this.#piece = piece;
  }

  async parse(): Promise<unknown> {
    const value = await this.#value();
    this.#skipSpace();
    if (this.#at < this.#text.length) throw this.#unexpected();
    return value;
  }

  async #value(): Promise<unknown> {
    this.#skipSpace();
    const start = this.#at;
    const isDeep = this.#depth >= deepest;
    const end = this.#endOfValue(start, isDeep ? this.#text.length : start + this.#piece);
    if (end !== undefined) {
      this.#at = end;
      await setImmediate();
      return JSON.parse(this.#text.slice(start, end));
    }
    await setImmediate();
    if (!isDeep && this.#takes('{')) return this.#nested(() => this.#object());
    if (!isDeep && this.#takes('[')) return this.#nested(() => this.#array());
    this.#at = this.#endOfValue(start, this.#text.length) ?? this.#text.length;
    return JSON.parse(this.#text.slice(start, this.#at));
  }

  async #nested<Value>(parse: () => Promise<Value>): Promise<Value> {
    this.#depth++;
    const value = await parse();
    this.#depth--;
    return value;
  }

  async #object(): Promise<object> {
    const entries: [string, unknown][] = [];
    if (!this.#takes('}')) {
      do {
        const name = await this.#value();
        if (typeof name !== 'string' || !this.#takes(':')) throw this.#unexpected();
        entries.push([name, await this.#value()]);
      } while (this.#takes(','));
      if (!this.#takes('}')) throw this.#unexpected();
    }
    return Object.fromEntries(entries);
  }

  async #array(): Promise<unknown[]> {
    const items: unknown[] = [];
    if (!this.#takes(']')) {
      do items.push(...(await this.#items()));
      while (this.#takes(','));
      if (!this.#takes(']')) throw this.#unexpected();
    }
    return items;
  }

  /** As many items as a piece holds, or the next one if it is longer. */
  async #items(): Promise<unknown[]> {
    this.#skipSpace();
    const start = this.#at;
    const limit = start + this.#piece;
    let end: number | undefined;
    for (let next = this.#endOfValue(start, limit); next !== undefined;) {
      this.#at = end = next;
      if (!this.#takes(',')) break;
      this.#skipSpace();
      next = this.#endOfValue(this.#at, limit);
    }
    if (end === undefined) return [await this.#value()];
    this.#at = end;
    await setImmediate();
    return JSON.parse(`[${this.#text.slice(start, end)}]`) as unknown[];
  }

  /** Where the value ends that begins here; `undefined` if it doesn't within the limit. */
  #endOfValue(start: number, limit: number): number | undefined {
    if (!/[^,:\]}]/.test(this.#text.charAt(start))) throw this.#unexpected();
    let depth = 0;
    for (let at = start; at < limit && at < this.#text.length; at++) {
      switch (this.#text.charAt(at)) {
        case '"': {
          const end = this.#endOfString(at, limit);
          if (end === undefined) return undefined;
          if (depth === 0) return end;
          at = end - 1;
          break;
        }
        case '{':
        case '[':
          depth++;
          break;
        case '}':
        case ']':
          if (--depth <= 0) return depth === 0 ? at + 1 : at;
          break;
        case ',':
        case ':':
        case ' ':
        case '\n':
        case '\r':
        case '\t':
          if (depth === 0) return at;
          break;
      }
    }
    return depth === 0 && this.#text.length <= limit ? this.#text.length : undefined;
  }

  #endOfString(start: number, limit: number): number | undefined {
    for (let quote = start; ;) {
      quote = this.#text.indexOf('"', quote + 1);
      if (quote < 0 || quote >= limit) return undefined;
      let escapes = quote;
      while (this.#text[escapes - 1] === '\\') escapes--;
      if ((quote - escapes) % 2 === 0) return quote + 1;
    }
  }

  #takes(sign: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== sign) return false;
    this.#at++;
    return true;
  }

  #skipSpace(): void {
    while (/[ \n\r\t]/.test(this.#text.charAt(this.#at))) this.#at++;
  }

  #unexpected(): SyntaxError {
    return new SyntaxError(`Unexpected ${this.#text.charAt(this.#at) || 'end'} at ${this.#at} of the JSON.`);
  }
}
