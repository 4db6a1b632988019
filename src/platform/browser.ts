import { strFromU8, Gzip, gunzipSync } from 'fflate';
import { hmac } from '@noble/hashes/hmac.js';
import { scryptAsync } from '@noble/hashes/scrypt.js';
import { sha256 as sha256OfBytes } from '@noble/hashes/sha2.js';
import type { Platform } from './platform.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Does not use Web Crypto, which is asynchronous and works only in secure contexts. */
export const sha256: Platform['sha256'] = (text) => toBase64Url(sha256OfBytes(encoder.encode(text)));

export const hmacSha256: Platform['hmacSha256'] = (key, texts) => {
  const hash = hmac.create(sha256OfBytes, encoder.encode(key));
  for (const text of texts) hash.update(encoder.encode(text));
  return toBase64Url(hash.digest());
};

export const scrypt: Platform['scrypt'] = (password, salt, cost) =>
  scryptAsync(password, salt, { ...cost, dkLen: 32 });

export const isSame: Platform['isSame'] = (a, b) =>
  a.length === b.length && a.reduce((difference, byte, i) => difference | (byte ^ b[i]!), 0) === 0;

/** The lookup table of CRC-32: one entry for each value of a byte. */
const crcs = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

export const crc32: Platform['crc32'] = (data, start = 0) => {
  const bytes = typeof data === 'string' ? encoder.encode(data) : data;
  let crc = ~start;
  for (const byte of bytes) crc = crcs[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return ~crc >>> 0;
};

/** Writes a single gzip member, because `DecompressionStream` reads only the first. */
export const gzip: Platform['gzip'] = () => {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const stream = new Gzip({ level: 1 }, (chunk) => {
    chunks.push(new Uint8Array(chunk));
  });
  return {
    push: (text) => {
      stream.push(encoder.encode(text));
    },
    end: () => {
      stream.push(new Uint8Array(0), true);
      const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
      let at = 0;
      for (const chunk of chunks) {
        bytes.set(chunk, at);
        at += chunk.length;
      }
      return bytes;
    },
  };
};

export const gunzip: Platform['gunzip'] = (bytes) => decoder.decode(gunzipSync(bytes));

export const gunzipInChunks: Platform['gunzipInChunks'] = (bytes) =>
  chunksOf(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')));

/** Uses the stream’s reader, because Safari's streams have no iterator. */
export async function* chunksOf<Chunk>(stream: ReadableStream<Chunk>): AsyncGenerator<Chunk> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}

export const utf8Length: Platform['utf8Length'] = (text) => {
  let length = 0;
  for (let at = 0; at < text.length;) {
    const { read, written } = encoder.encodeInto(text.slice(at), counted);
    at += read;
    length += written;
  }
  return length;
};

/** A buffer for `encodeInto`; only the number of bytes written is used. */
const counted = new Uint8Array(64 * 1024);

const strictDecoder = new TextDecoder('utf-8', { fatal: true });

export const isUtf8: Platform['isUtf8'] = (bytes) => {
  try {
    strictDecoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
};

export const toBase64Url: Platform['toBase64Url'] = (bytes) =>
  btoa(fromLatin1(bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

export const fromBase64: Platform['fromBase64'] = (text) => {
  const standard = text.replaceAll('-', '+').replaceAll('_', '/');
  const digits = standard.replace(/=.*/s, '').replaceAll(/[^A-Za-z\d+/]/g, '');
  // A single digit at the end encodes no complete byte.
  const units = atob(digits.length % 4 === 1 ? digits.slice(0, -1) : digits);
  return Uint8Array.from(units, (unit) => unit.charCodeAt(0));
};

export const fromLatin1: Platform['fromLatin1'] = (bytes) => strFromU8(bytes, true);

/** Messages arrive in the next turn of the event loop. Promises resolve in the same turn; timers take milliseconds. */
const { port1, port2 } = new MessageChannel();
const waiting: (() => void)[] = [];
port1.onmessage = () => waiting.shift()?.();

export const nextTurn: Platform['nextTurn'] = () =>
  new Promise((resolve) => {
    waiting.push(resolve);
    port2.postMessage(null);
  });
