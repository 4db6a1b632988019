import { fromLatin1 } from '#platform';

/** The decoded text of a file, and its encoding. */
export interface Decoded {
  text: string;
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
}

/** Why bytes cannot be decoded as text. */
export type EncodingProblem =
  'binary' | 'UTF-32' | 'UTF-16 without a byte order mark' | 'damaged UTF-16' | 'damaged UTF-8' | 'unknown';

/**
 * Decodes bytes as UTF-16 if they begin with its byte order mark, otherwise as UTF-8. Invalid UTF-8 is decoded as
 * Windows-1252, which includes Latin-1.
 */
export function decodeDocument(bytes: Uint8Array): Decoded | { problem: EncodingProblem } {
  const encoding = encodingOf(bytes);
  if (encoding !== 'utf-8' && encoding !== 'utf-16le' && encoding !== 'utf-16be')
    return { problem: encoding };
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding };
  } catch {
    return encoding === 'utf-8' ? decodeLatin(bytes) : { problem: 'damaged UTF-16' };
  }
}

/**
 * Decodes bytes that are not UTF-8. Every byte is valid in Windows-1252, so only the resulting characters show
 * whether that encoding is right.
 */
function decodeLatin(bytes: Uint8Array): Decoded | { problem: EncodingProblem } {
  const text = new TextDecoder('windows-1252').decode(bytes);
  const controls = count(text, /[^\P{Cc}\s\x80-\x9f]/gu);
  if (controls * 100 > text.length) return { problem: 'binary' };
  const foreign = count(text, /[\x80-\uffff]/g);
  const whole = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g;
  const units = fromLatin1(bytes);
  const utf8 = count(units, whole);
  // If valid UTF-8 characters are at least as many as stray bytes, the text is damaged UTF-8.
  if (utf8 > 0 && utf8 >= count(units.replace(whole, ''), /[\x80-\xff]/g))
    return { problem: 'damaged UTF-8' };
  // Text in legacy Greek, Russian or Chinese encodings is mostly bytes beyond ASCII.
  if (foreign > 0.3 * count(text, /\S/g)) return { problem: 'unknown' };
  // Such letters inside words mean another encoding: `donÕt` is Mac OS Roman, `Fa‡ade` code page 850.
  const misplaced = count(text, /(?<=[a-z])[\x80-\x9f\xc0-\xd6\xd8-\xde€‚-„†-‰Š‹Œ“”•˜™›Ž](?=[a-z])/g);
  return misplaced * 4 > foreign ? { problem: 'unknown' } : { text, encoding: 'windows-1252' };
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

type ByteEncoding = Exclude<Decoded['encoding'], 'windows-1252'> | EncodingProblem;

function encodingOf(bytes: Uint8Array): ByteEncoding {
  const startsWith = (...mark: number[]): boolean => mark.every((byte, i) => bytes[i] === byte);
  if (startsWith(0xff, 0xfe, 0, 0) || startsWith(0, 0, 0xfe, 0xff)) return 'UTF-32'; // begins like UTF-16LE, so it is tested first
  if (startsWith(0xff, 0xfe)) return 'utf-16le';
  if (startsWith(0xfe, 0xff)) return 'utf-16be';
  return bytes.includes(0) ? encodingOfZeros(bytes.subarray(0, 4096)) : 'utf-8';
}

/** In UTF-16, nearly every second byte of Latin text is zero; in UTF-32, three of four bytes. */
function encodingOfZeros(bytes: Uint8Array): ByteEncoding {
  let odd = 0;
  let even = 0;
  bytes.forEach((byte, i) => {
    if (byte !== 0) return;
    if (i % 2 === 0) even++;
    else odd++;
  });
  const most = 0.4 * bytes.length; // of all bytes, half of which are at odd offsets
  if (odd + even > 0.7 * bytes.length && odd + even < 0.8 * bytes.length) return 'UTF-32';
  return odd > most || even > most ? 'UTF-16 without a byte order mark' : 'binary';
}
