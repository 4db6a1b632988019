/** What scrypt costs (RFC 7914). */
export interface ScryptCost {
  N: number;
  r: number;
  p: number;
}

/** Compresses text that comes in parts. */
export interface Gzip {
  push(text: string): void;
  /** All of it, in memory of its own, which can be transferred to another thread. */
  end(): Uint8Array<ArrayBuffer>;
}

/**
 * What Node and browsers offer under different names, or what one of them lacks: `#platform` is node.ts, or browser.ts in a
 * bundle for browsers.
 */
export interface Platform {
  /** SHA-256 of a text in UTF-8, in base64url. */
  sha256(text: string): string;
  /** HMAC with SHA-256 (RFC 2104) of texts in UTF-8, one after the other, in base64url. */
  hmacSha256(key: string, texts: readonly string[]): string;
  /** 32 bytes derived from a password. */
  scrypt(password: string, salt: Uint8Array, cost: ScryptCost): Promise<Uint8Array>;
  /** Compares in a time that does not depend on where they differ. */
  isSame(a: Uint8Array, b: Uint8Array): boolean;
  /** CRC-32 as gzip has it; of a text in UTF-8. @param start the CRC-32 of what comes before. */
  crc32(data: Uint8Array | string, start?: number): number;
  /** At the fastest level. Reading is the same on both platforms. */
  gzip(): Gzip;
  /** The text in UTF-8 that `gzip` compressed. */
  gunzip(bytes: Uint8Array): string;
  /** The same as bytes, in chunks between which the thread does other things. */
  gunzipInChunks(bytes: Uint8Array<ArrayBuffer>): AsyncIterable<Uint8Array>;
  /** How many bytes a text has in UTF-8. */
  utf8Length(text: string): number;
  isUtf8(bytes: Uint8Array): boolean;
  toBase64Url(bytes: Uint8Array): string;
  /** Both alphabets; skips what is in neither. */
  fromBase64(text: string): Uint8Array<ArrayBuffer>;
  /** A character for each byte. */
  fromLatin1(bytes: Uint8Array): string;
  /** Resolves once the thread has received what waits for it. */
  nextTurn(): Promise<void>;
}
