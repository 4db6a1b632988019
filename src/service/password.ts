import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
);

/** Cost of one guess: 32 MiB, three passes. OWASP, Password Storage Cheat Sheet. */
const N = 2 ** 15;
const r = 8;
const p = 3;

/**
 * What is stored of a password: `scrypt$N$r$p$salt$hash`, hash and salt in base64url. The password is brought to
 * NFC first, since keyboards send one letter in two forms.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password.normalize('NFC'), salt, 32, { N, r, p, maxmem: 256 * N * r });
  return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}
