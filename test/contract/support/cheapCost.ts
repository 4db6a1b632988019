import type { PasswordCost } from '../../../src/service/api/password.ts';

/** Of hashing a password, for tests: the full cost is a third of a second of processor time. */
export const cheapCost: PasswordCost = { N: 16, r: 8, p: 1 };
