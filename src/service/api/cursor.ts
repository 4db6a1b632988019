import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { invalid } from './problem.ts';
import type { ListStart, Place } from '../store/store.ts';

/** Where a cursor points: right after a place in a list, or right before it. */
export type CursorStart = Extract<ListStart, { place: Place }>;

/**
 * A cursor is a place and a checksum over it and the list it belongs to: account, path, order and filter. The
 * checksum is no secret and needs none, since a cursor can only point into the sender's own list; it makes a
 * cursor that was changed, cut off or taken from another list an error rather than a wrong page.
 */
export function encodeCursor({ kind, place }: CursorStart, list: readonly string[]): string {
  const payload = Buffer.from(JSON.stringify([kind, place.key, place.id])).toString('base64url');
  return `${payload}.${checksum(payload, list)}`;
}

/**
 * @param keyType of the list's sort key. Anybody can make a cursor with a checksum that fits.
 * @throws Problem 422 when the cursor is not one of this list's.
 */
export function decodeCursor(cursor: string, list: readonly string[], keyType: KeyType): CursorStart {
  const [payload = '', ...sums] = cursor.split('.');
  if (sums.join('.') !== checksum(payload, list)) throw strange();
  const parsed = v.safeParse(Payload, Buffer.from(payload, 'base64url').toString());
  if (!parsed.success) throw strange();
  const [kind, key, id] = parsed.output;
  if (!isOfType[keyType](key)) throw strange();
  return { kind, place: { key, id } };
}

/** What a list's sort key is. */
export type KeyType = 'string' | 'integer' | 'number';

const isOfType: Record<KeyType, (key: string | number) => boolean> = {
  string: (key) => typeof key === 'string',
  integer: (key) => Number.isSafeInteger(key),
  number: (key) => Number.isFinite(key),
};

const Payload = v.pipe(
  v.string(),
  v.parseJson(),
  v.tuple([
    v.picklist(['after', 'before']),
    v.union([v.string(), v.pipe(v.number(), v.finite())]),
    v.string(),
  ]),
);

function checksum(payload: string, list: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([payload, ...list]))
    .digest('base64url')
    .slice(0, 22);
}

function strange() {
  return invalid({
    cursor: ['This cursor is not of this list. Take it from a link as it is, or leave it out.'],
  });
}
