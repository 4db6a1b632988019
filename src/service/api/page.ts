import type { Direction, Page } from '../../api/lists.ts';
import { invalid } from './problem.ts';
import type { ListStart, Place, Slice } from '../store/store.ts';
import { fromBase64, sha256, toBase64Url } from '#platform';
import * as v from 'valibot';

/** A request for a page of an account's list. */
export interface ListRequest {
  account: string;
  /** The list's absolute address, without a query. */
  address: string;
  url: string;
  /** For the log. */
  requestId: string;
}

interface PageRequest extends Omit<ListRequest, 'requestId'> {
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
 * The response for a list (docs/api.md, Paging). `next` and `prev` contain cursors, `first` and `last` page
 * numbers.
 * @param list reads the slice of the list that begins at a place.
 * @param onDamaged called with the ids of damaged items, which the page leaves out.
 * @throws Problem 422 when the cursor belongs to another list, or the request contains both a cursor and a page.
 */
export async function readPage<Stored, Item>(
  request: PageRequest,
  list: (from: ListStart) => Promise<Slice<Stored>>,
  toItem: (stored: Stored) => Item,
  onDamaged: (ids: readonly string[]) => void,
): Promise<Page<Item>> {
  const { address, parameters } = request;
  const { per_page } = parameters;
  const binding = bindingOf(request);
  const from = startOf(parameters, binding);
  const { items, bounds, damaged, more, total } = await list(from);
  if (damaged.length > 0) onDamaged(damaged);
  const lastPage = Math.max(1, Math.ceil(total / per_page));
  const link = linker(request);
  const cursorLink = (kind: 'after' | 'before', place: Place) =>
    link('cursor', encodeCursor({ kind, place }, binding));
  // The cursors of an empty page continue from the requested place.
  const requested = from.kind === 'offset' ? undefined : from.place;
  const first = bounds?.first ?? requested;
  const last = bounds?.last ?? requested;
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

/** The place in the list where the page begins. */
function startOf(
  { page, per_page, cursor, sort_by }: PageRequest['parameters'],
  binding: readonly string[],
): ListStart {
  if (cursor === undefined) return { kind: 'offset', offset: ((page ?? 1) - 1) * per_page };
  if (page !== undefined) throw invalid({ cursor: ['Send page or cursor, not both.'] });
  return decodeCursor(cursor, binding, sort_by);
}

/** Links to other pages of the list, with the request's other parameters. */
function linker({ address, url }: PageRequest): (name: 'page' | 'cursor', value: string) => string {
  const query = new URL(url).searchParams;
  query.delete('page');
  query.delete('cursor');
  return (name, value) => `${address}?${new URLSearchParams([...query, [name, value]])}`;
}

/** Identifies the list that a cursor is valid for. */
function bindingOf({ account, address, filter, parameters }: PageRequest): string[] {
  return [account, address, parameters.sort_by, parameters.sort, JSON.stringify(filter)];
}

/** The place that a cursor points to, directly before or after an item. */
export type CursorStart = Extract<ListStart, { place: Place }>;

/**
 * Encodes a place and a checksum over it and its list: account, path, order and filter. The checksum needs no
 * secret, because a cursor can only point into the sender's own list. With it, a changed, truncated or foreign cursor
 * causes an error instead of a wrong page.
 */
export function encodeCursor({ kind, place }: CursorStart, list: readonly string[]): string {
  const payload = toBase64Url(new TextEncoder().encode(JSON.stringify([kind, place.key, place.id])));
  return `${payload}.${checksum(payload, list)}`;
}

/**
 * The place in a cursor.
 * @param sortKey of the list, whose values are checked because a client can forge a cursor with a valid checksum.
 * @throws Problem 422 when the cursor does not belong to this list.
 */
export function decodeCursor(cursor: string, list: readonly string[], sortKey: string): CursorStart {
  const [payload = '', ...sums] = cursor.split('.');
  if (sums.join('.') !== checksum(payload, list)) throw invalidCursor();
  const Key = keySchemas[sortKey] ?? v.string();
  const Payload = v.pipe(
    v.string(),
    v.parseJson(),
    v.tuple([v.picklist(['after', 'before']), Key, v.string()]),
  );
  const parsed = v.safeParse(Payload, new TextDecoder().decode(fromBase64(payload)));
  if (!parsed.success) throw invalidCursor();
  const [kind, key, id] = parsed.output;
  return { kind, place: { key, id } };
}

/** Sort keys whose values are not text. */
const keySchemas: Partial<Record<string, v.GenericSchema<string | number>>> = {
  generated_at: v.pipe(v.number(), v.safeInteger()),
  score: v.pipe(v.number(), v.finite()),
};

function checksum(payload: string, list: readonly string[]): string {
  return sha256(JSON.stringify([payload, ...list])).slice(0, 22);
}

function invalidCursor() {
  return invalid({
    cursor: ['Invalid cursor for this list. Use one from its links unchanged, or leave it out.'],
  });
}
