import { isUtf8 as isUtf8OfBuffer } from 'node:buffer';
import { createHash, createHmac, scrypt as deriveKey, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { setImmediate } from 'node:timers/promises';
import { createGunzip, crc32 as crc32OfZlib, gunzipSync, gzipSync } from 'node:zlib';
import type { Platform, ScryptCost } from './platform.ts';

export const sha256: Platform['sha256'] = (text) => createHash('sha256').update(text).digest('base64url');

export const hmacSha256: Platform['hmacSha256'] = (key, texts) => {
  const hmac = createHmac('sha256', key);
  for (const text of texts) hmac.update(text);
  return hmac.digest('base64url');
};

const derive = promisify<string, Uint8Array, number, ScryptCost & { maxmem: number }, Buffer>(deriveKey);

export const scrypt: Platform['scrypt'] = (password, salt, cost) =>
  derive(password, salt, 32, { ...cost, maxmem: 256 * cost.N * cost.r });

export const isSame: Platform['isSame'] = timingSafeEqual;

export const crc32: Platform['crc32'] = crc32OfZlib;

/** Writes one gzip member per part; a gzip file may have several. */
export const gzip: Platform['gzip'] = () => {
  const members: Uint8Array[] = [];
  return {
    push: (text) => {
      members.push(gzipSync(text, { level: 1 }));
    },
    end: () => new Uint8Array(Buffer.concat(members)),
  };
};

export const gunzip: Platform['gunzip'] = (bytes) => gunzipSync(bytes).toString();

/** Bytes to unpack at a time. */
const chunkSize = 64 * 1024;

export const gunzipInChunks: Platform['gunzipInChunks'] = (bytes) => {
  const stream = createGunzip({ chunkSize });
  stream.end(bytes);
  return stream as AsyncIterable<Uint8Array>;
};

export const chunksOf: Platform['chunksOf'] = (stream) => stream;

export const utf8Length: Platform['utf8Length'] = (text) => Buffer.byteLength(text);

export const isUtf8: Platform['isUtf8'] = isUtf8OfBuffer;

export const toBase64Url: Platform['toBase64Url'] = ({ buffer, byteOffset, byteLength }) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64url');

export const fromBase64: Platform['fromBase64'] = (text) => Buffer.from(text, 'base64');

export const fromLatin1: Platform['fromLatin1'] = ({ buffer, byteOffset, byteLength }) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('latin1');

export const nextTurn: Platform['nextTurn'] = () => setImmediate();
