import { createHash, randomBytes } from 'node:crypto';

/** A new key: a prefix that secret scanners can recognise, and 256 random bits. */
export function newApiKey(): string {
  return `ink_${randomBytes(32).toString('base64url')}`;
}

/** What is stored of a key. It has 256 random bits, so one round of a fast hash can't be guessed back. */
export function digestOfKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
