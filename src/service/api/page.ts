import type { Direction, Page } from '../../api/lists.ts';
import { invalid } from './problem.ts';
import type { ListStart, Place, Slice } from '../store/store.ts';
import { fromBase64, sha256, toBase64Url } from '#platform';
import * as v from 'valibot';

/** A parsed request for a page of a list. */
export interface PageRequest {
  account: string;
  /** The list's absolute address, without a query. */
  address: string;
  url: string;
  /** The values that the list is filtered by. */
  filter: string | null | readonly (string | null)[];
  parameters: {
    sort_by: string;
    sort: Direction;
    per_page: number;
    page?: number | undefined;
    cursor?: string | undefined;
  };
}

/**
 * The place in the list where the page begins.
 * @throws Problem 422 when the cursor belongs to another list, or the request contains both a cursor and a page.
 */
export function startOf(request: PageRequest): ListStart {
  const { page, per_page, cursor, sort_by } = request.parameters;
  if (cursor === undefined) return { kind: 'offset', offset: ((page ?? 1) - 1) * per_page };
  if (page !== undefined) throw invalid({ cursor: ['Send page or cursor, not both.'] });
  return decodeCursor(cursor, bindingOf(request), keyTypes[sort_by] ?? 'string');
}

/** The account and address of the requested list. */
export interface ListRequest extends Pick<PageRequest, 'account' | 'address' | 'url'> {
  /** For the log. */
  requestId: string;
}

/** Sort keys whose type is not text. */
const keyTypes: Partial<Record<string, KeyType>> = { generated_at: 'integer', score: 'number' };

/**
 * The response for a list (docs/api.md, Paging). `next` and `prev` contain cursors, `first` and `last` page
 * numbers.
 */
export function toPage<Stored, Item>(
  request: PageRequest,
  from: ListStart,
  slice: Slice<Stored>,
  toItem: (stored: Stored) => Item,
): Page<Item> {
  const { address, parameters } = request;
  const { per_page } = parameters;
  const { items, bounds, damaged, more, total } = slice;
  const lastPage = Math.max(1, Math.ceil(total / per_page));
  const binding = bindingOf(request);
  const link = linker(request);
  const cursorLink = (kind: 'after' | 'before', place: Place) =>
    link('cursor', encodeCursor({ kind, place }, binding));
  // The cursors of an empty page continue from the requested place.
  const asked = from.kind === 'offset' ? undefined : from.place;
  const first = bounds?.first ?? asked;
  const last = bounds?.last ?? asked;
  const hasNext = from.kind === 'before' || more;
  const hasPrev = from.kind === 'offset' ? from.offset > 0 : from.kind === 'after' || more;
  return {
    data: items.map(({ item }) => toItem(item)),
    links: {
      first: link('page', '1'),
      last: link('page', String(lastPage)),
      prev: !hasPrev ? null : first ? cursorLink('before', first) : link('page', String(lastPage)),
      next: hasNext && last ? cursorLink('after', last) : null,
    },
    meta: {
      ...(from.kind === 'offset' && bounds
        ? { from: from.offset + 1, to: from.offset + items.length + damaged.length }
        : { from: null, to: null }),
      current_page: from.kind === 'offset' ? from.offset / per_page + 1 : null,
      last_page: lastPage,
      per_page,
      path: address,
      total,
      ...(damaged.length > 0 && { damaged: damaged.length }),
    },
  };
}

/** Links to other pages of the list, with the request's other parameters. */
function linker({ address, url }: PageRequest): (name: 'page' | 'cursor', value: string) => string {
  const kept = new URL(url).searchParams;
  kept.delete('page');
  kept.delete('cursor');
  const others = kept.size === 0 ? '' : `${kept}&`;
  return (name, value) => `${address}?${others}${name}=${encodeURIComponent(value)}`;
}

/** Identifies the list that a cursor is valid for. */
function bindingOf({ account, address, filter, parameters }: PageRequest): string[] {
  return [account, address, parameters.sort_by, parameters.sort, JSON.stringify(filter)];
}

/** The place that a cursor points to, directly before or after an item. */
export type CursorStart = Extract<ListStart, { place: Place }>;

/**
 * Encodes a place and a checksum over it and its list: account, path, order and filter. The checksum needs no
 * secret, because a cursor can only point into the sender's own list. It makes a changed, truncated or foreign
 * cursor an error instead of a wrong page.
 */
export function encodeCursor({ kind, place }: CursorStart, list: readonly string[]): string {
  const payload = toBase64Url(new TextEncoder().encode(JSON.stringify([kind, place.key, place.id])));
  return `${payload}.${checksum(payload, list)}`;
}

/**
 * The place in a cursor.
 * @param keyType of the list's sort key, which is checked because a client can forge a cursor with a valid
 *   checksum.
 * @throws Problem 422 when the cursor does not belong to this list.
 */
export function decodeCursor(cursor: string, list: readonly string[], keyType: KeyType): CursorStart {
  const [payload = '', ...sums] = cursor.split('.');
  if (sums.join('.') !== checksum(payload, list)) throw invalidCursor();
  const parsed = v.safeParse(Payload, new TextDecoder().decode(fromBase64(payload)));
  if (!parsed.success) throw invalidCursor();
  const [kind, key, id] = parsed.output;
  if (!isOfType[keyType](key)) throw invalidCursor();
  return { kind, place: { key, id } };
}

/** The type of a list's sort key. */
type KeyType = 'string' | 'integer' | 'number';

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
  return sha256(JSON.stringify([payload, ...list])).slice(0, 22);
}

function invalidCursor() {
  return invalid({
    cursor: ['Invalid cursor for this list. Use one from its links unchanged, or leave it out.'],
  });
}
