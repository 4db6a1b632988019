import type { SQLInputValue, StatementSync } from 'node:sqlite';
import type { Direction } from '../../api/lists.ts';
import type { Row } from './rows.ts';
import type { ListStart, Slice } from './store.ts';

interface SliceQuery {
  /** `SELECT ... FROM ... WHERE ...` that reads the columns `sort_key` and `id`. */
  select: string;
  values: SQLInputValue[];
  /** The column to sort by; ties go by `id`. */
  key: string;
  sort: Direction;
  from: ListStart;
  limit: number;
}

/**
 * Reads a stretch of a list by keyset: from a place it goes on along the index, without passing over what comes
 * before. One row more than asked for tells whether there are more.
 */
export function readSlice<Item>(
  prepare: (sql: string) => StatementSync,
  { select, values, key, sort, from, limit }: SliceQuery,
  toItem: (row: Row) => Item,
): Omit<Slice<Item>, 'total'> {
  const backwards = from.kind === 'before';
  const ascending = (sort === 'asc') !== backwards;
  const direction = ascending ? 'ASC' : 'DESC';
  const order = key === 'id' ? `id ${direction}` : `${key} ${direction}, id ${direction}`;
  const beyond = ascending ? '>' : '<';
  const [where, place] =
    from.kind === 'offset'
      ? ['', []]
      : [` AND (${key}, id) ${beyond} (?, ?)`, [from.place.key, from.place.id]];
  const offset = from.kind === 'offset' ? from.offset : 0;
  const rows = prepare(`${select}${where} ORDER BY ${order} LIMIT ? OFFSET ?`).all(
    ...values,
    ...place,
    limit + 1,
    offset,
  );
  const more = rows.length > limit;
  const items = rows.slice(0, limit).map((row) => ({
    item: toItem(row),
    place: {
      key: typeof row['sort_key'] === 'number' ? row['sort_key'] : String(row['sort_key']),
      id: String(row['id']),
    },
  }));
  return { items: backwards ? items.reverse() : items, more };
}
