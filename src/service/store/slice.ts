import type { Direction } from '../../api/lists.ts';
import { verdicts, type Verdict } from '../../api/report.ts';
import { summaryColumns, type Row } from './rows.ts';
import {
  foldCase,
  StoreDamagedError,
  type ListStart,
  type Place,
  type ProjectList,
  type ReportList,
  type Slice,
} from './store.ts';

type Value = string | number;

interface Statement {
  sql: string;
  values: Value[];
}

interface SliceBounds {
  sort: Direction;
  from: ListStart;
  limit: number;
}

export interface SliceQuery extends SliceBounds {
  /** The columns to read of each row, including `sort_key` and `id`. */
  columns: string;
  /** A table and the conditions on its rows: `... WHERE ...`. */
  source: string;
  /** A query for the number of items in the whole list, as `total`. */
  total: string;
  /** The parameters of `source`, and of `total`. */
  values: readonly Value[];
  /** The columns that order the list, all in one direction and unique together, each with its value at a place. */
  order: readonly [column: string, at: (place: Place) => Value][];
}

/** Whether to read the rows in ascending order. Reading backwards reverses the list's own order. */
export function readsAscending({ sort, from }: Pick<SliceBounds, 'sort' | 'from'>): boolean {
  return (sort === 'asc') !== (from.kind === 'before');
}

/** A list's order: by a column and, among equal values, by id. */
function orderBy(column: string): SliceQuery['order'] {
  const byId: SliceQuery['order'][number] = ['id', (place) => place.id];
  return column === 'id' ? [byId] : [[column, (place: Place) => place.key], byId];
}

/**
 * Reads a slice of a list by keyset: from a place it continues in the index, without reading the rows before it. It
 * reads one row more than requested, which shows whether there are more; `toSlice` removes that row. Each row
 * contains `total`, so a second statement is needed only if there is no row.
 */
export function sliceQuery({
  columns: read,
  source,
  total,
  order,
  from,
  limit,
  ...query
}: SliceQuery): Statement {
  const values = [...query.values];
  const bind = (value: Value) => `$${values.push(value)}`;
  const upwards = readsAscending({ ...query, from });
  const columns = order.map(([column]) => column);
  let sql = `SELECT ${read}, (${total}) AS total FROM ${source}`;
  if (from.kind !== 'offset') {
    const place = order.map(([, at]) => bind(at(from.place)));
    sql += ` AND (${columns.join(', ')}) ${upwards ? '>' : '<'} (${place.join(', ')})`;
  }
  sql += ` ORDER BY ${columns.map((column) => `${column} ${upwards ? 'ASC' : 'DESC'}`).join(', ')}`;
  sql += ` LIMIT ${bind(limit + 1)} OFFSET ${bind(from.kind === 'offset' ? from.offset : 0)}`;
  return { sql, values };
}

/**
 * The rows of a `sliceQuery` as a slice, in the list's order.
 * @param toItem converts a row. Rows for which it throws a StoreDamagedError are listed in `damaged`.
 * @param total the number of items in the whole list.
 */
export function toSlice<Item>(
  found: readonly Row[],
  { from, limit }: SliceBounds,
  toItem: (row: Row) => Item,
  total: number,
): Slice<Item> {
  const rows = found.slice(0, limit);
  if (from.kind === 'before') rows.reverse();
  const items: Slice<Item>['items'] = [];
  const damaged: string[] = [];
  for (const row of rows) {
    try {
      items.push({ item: toItem(row), place: placeOf(row) });
    } catch (error) {
      if (!(error instanceof StoreDamagedError)) throw error;
      damaged.push(String(row['id']));
    }
  }
  const [first] = rows;
  const last = rows.at(-1);
  const bounds = first && last ? { first: placeOf(first), last: placeOf(last) } : null;
  return { items, damaged, bounds, more: found.length > limit, total };
}

/** From this offset on, it is faster to request the total first and read from the nearer end. */
const manyItems = 1000;

/**
 * Reads a slice of a list from its nearer end. One statement is enough, unless the slice is empty or deep in the list.
 * @param toItem as for `toSlice`.
 */
export async function readSlice<Item>(
  query: SliceQuery,
  toItem: (row: Row) => Item,
  find: (sql: string, values: Value[]) => Promise<Row[]>,
  statementFor: (query: SliceQuery) => Statement = sliceQuery,
): Promise<Slice<Item>> {
  const read = (next: SliceQuery) => {
    const { sql, values } = statementFor(next);
    return find(sql, values);
  };
  const readTotal = async () => totalIn(await find(query.total, [...query.values]));
  if (query.from.kind === 'offset' && query.from.offset >= manyItems) {
    const total = await readTotal();
    const reversed = fromEnd(query, query.from.offset, total);
    if (reversed) {
      const found = await read(reversed);
      const after = total - query.from.offset;
      const rows = found.slice(0, Math.max(0, Math.min(query.limit, after))).reverse();
      return { ...toSlice(rows, query, toItem, total), more: after > query.limit };
    }
  }
  const found = await read(query);
  return toSlice(found, query, toItem, found.length > 0 ? totalIn(found) : await readTotal());
}

/** Reads the page from the list's end if that is nearer than the beginning; otherwise returns `null`. */
function fromEnd(query: SliceQuery, pageOffset: number, total: number): SliceQuery | null {
  if (pageOffset <= total / 2) return null;
  const offset = Math.max(0, total - pageOffset - query.limit);
  return { ...query, sort: query.sort === 'asc' ? 'desc' : 'asc', from: { kind: 'offset', offset } };
}

/** @param row of a `sliceQuery`. */
export function placeOf(row: Row): Place {
  const key = row['sort_key'];
  return { key: typeof key === 'number' ? key : String(key), id: String(row['id']) };
}

/** @param rows of a `sliceQuery` or a `total`; empty for an account or a project that does not exist. */
export function totalIn([row]: readonly Row[]): number {
  return Number(row?.['total'] ?? 0);
}

/** The differences between the databases in statements that they share. */
export interface Dialect {
  /** The column of an account's id in its own table. */
  accountId: 'id' | 'account';
  /** The table that finds keys by their digests. */
  keyTable: 'api_keys' | 'key_owners';
  /** The name of the function that finds a text in another and returns its position from 1, or 0. */
  position: 'instr' | 'strpos';
  /** Conditions on rows that are not being deleted. */
  visible: Record<'accounts' | 'projects' | 'reports', string>;
}

/** A column that a list of reports is filtered by, and its value. */
export type ReportFilter = readonly [column: 'project' | 'verdict', value: string];

/**
 * A list of an account's reports, without a place and a length.
 * @returns also its filters, in the order of the index columns after the account.
 */
export function reportsQuery(
  account: string,
  { project, verdict, sortBy, ...list }: ReportList,
  { accountId }: Dialect,
) {
  const filters: ReportFilter[] = [];
  if (project !== null) filters.push(['project', project]);
  if (verdict != null) filters.push(['verdict', verdict]);
  // The account or project stores the count of each verdict in a column.
  const counts = verdicts.map((each) => `WHEN '${each}' THEN ${countColumnOf(each)}`).join(' ');
  const count = verdict == null ? 'reports' : `CASE $${filters.length + 1} ${counts} END`;
  const owner =
    project === null ? `accounts WHERE ${accountId} = $1` : 'projects WHERE account = $1 AND project = $2';
  return {
    columns: `${summaryColumns}, ${sortBy} AS sort_key`,
    total: `SELECT ${count} AS total FROM ${owner}`,
    values: [account, ...filters.map(([, value]) => value)],
    order: orderBy(sortBy),
    filters,
    ...list,
  };
}

export function projectsQuery(
  account: string,
  { search, sortBy, ...list }: ProjectList,
  { accountId, position, visible }: Dialect,
): SliceQuery {
  const key = sortBy === 'project' ? 'folded' : 'id';
  const all = `projects WHERE account = $1 AND ${visible.projects}`;
  const found = `${all} AND ${position}(folded, $2) > 0`;
  const count =
    search === null
      ? `projects AS total FROM accounts WHERE ${accountId} = $1`
      : `count(*) AS total FROM ${found}`;
  return {
    columns: `id, project, reports, ${key} AS sort_key`,
    order: orderBy(key),
    source: search === null ? all : found,
    total: `SELECT ${count}`,
    values: search === null ? [account] : [account, foldCase(search)],
    ...list,
  };
}

/** The columns of an account or project that count its reports: all of them, and those with each verdict. */
export const countColumns = ['reports', ...verdicts.map(countColumnOf)];

function countColumnOf(verdict: Verdict): string {
  return `reports_${verdict}`;
}
