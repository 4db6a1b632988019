import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Signs values that a browser stores, so that it can't change them: HMAC-SHA256 in base64url. The values are signed
 * as JSON, so that different lists have different signatures.
 * @param secret at least 32 random bytes, the same in all processes that serve the same store.
 * @param use the purpose of the signature, so that signatures for another purpose are not accepted.
 */
export function signatureOf(secret: Uint8Array, use: string, ...values: (string | number | null)[]): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([use, ...values]))
    .digest('base64url');
}

/** Compares in constant time, so that the time does not reveal where they differ. */
export function isSignature(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
