/** The cost of scrypt (RFC 7914). */
export interface ScryptCost {
  N: number;
  r: number;
  p: number;
}

/** Compresses text that arrives in parts. */
export interface Gzip {
  push(text: string): void;
  /** The compressed bytes, in a separate buffer that can be transferred to another thread. */
  end(): Uint8Array<ArrayBuffer>;
}

/**
 * Functions that Node and browsers offer under different names, or that one of them lacks. `#platform` is node.ts,
 * or browser.ts in a bundle for browsers.
 */
export interface Platform {
  /** SHA-256 of a text in UTF-8, in base64url. */
  sha256(text: string): string;
  /** HMAC with SHA-256 (RFC 2104) of the concatenated texts in UTF-8, in base64url. */
  hmacSha256(key: string, texts: readonly string[]): string;
  /** Derives 32 bytes from a password. */
  scrypt(password: string, salt: Uint8Array, cost: ScryptCost): Promise<Uint8Array>;
  /** Compares in constant time, so that the time does not reveal where they differ. */
  isSame(a: Uint8Array, b: Uint8Array): boolean;
  /**
   * CRC-32 as in gzip; a string is encoded in UTF-8.
   * @param start the CRC-32 of the data before it.
   */
  crc32(data: Uint8Array | string, start?: number): number;
  /** Compresses at the fastest level. The bytes differ between Node and browsers, but both can read them. */
  gzip(): Gzip;
  /** The text that `gzip` compressed. */
  gunzip(bytes: Uint8Array): string;
  /** The same text as chunks of UTF-8. Between chunks, the thread is free for other work. */
  gunzipInChunks(bytes: Uint8Array<ArrayBuffer>): AsyncIterable<Uint8Array>;
  /** The chunks of a stream; leaving the loop early cancels it. */
  chunksOf<Chunk>(stream: ReadableStream<Chunk>): AsyncIterable<Chunk>;
  /** The number of bytes of a text in UTF-8. */
  utf8Length(text: string): number;
  isUtf8(bytes: Uint8Array): boolean;
  toBase64Url(bytes: Uint8Array): string;
  /** Decodes base64 and base64url. Skips other characters. */
  fromBase64(text: string): Uint8Array<ArrayBuffer>;
  /** One character for each byte. */
  fromLatin1(bytes: Uint8Array): string;
  /** Resolves in the next turn of the event loop, after waiting messages and events were handled. */
  nextTurn(): Promise<void>;
}
