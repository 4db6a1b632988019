import {
  DatabaseError,
  Pool,
  TypeOverrides,
  types,
  type ClientBase,
  type PoolClient,
  type QueryConfig,
  type QueryResult,
} from 'pg';
import { maxTextBytes } from '../../../api/limits.ts';
import { asUnavailable } from './errors.ts';
import type { Row } from '../rows.ts';
import { readSlice, readsUpwards, sliceQuery, type Dialect, type SliceQuery } from '../slice.ts';
import { StoreUnwritableError, type Slice } from '../store.ts';

type Value = string | number | readonly (string | number | Uint8Array | null)[] | null;

/** Sends statements: each alone, or all in one transaction. */
export interface Queries {
  /**
   * Rows that are asked for by values from outside. No text in the database holds U+0000, so nothing is found by
   * a value that does; PostgreSQL would refuse it.
   */
  find(sql: string, values?: Value[]): Promise<Row[]>;
  /** @returns how many rows were written. */
  write(sql: string, values?: Value[]): Promise<number>;
}

export const dialect: Dialect = {
  schema: 'inkling.',
  accountId: 'account',
  position: 'strpos',
  parameter: (position) => `$${position}`,
};

/**
 * Connections to one PostgreSQL database, made as they are needed. Whatever becomes of the server or of the way to
 * it, every call ends: with a StoreUnavailableError after at most `query_timeout` for each statement.
 */
export class PostgresPool implements Queries {
  readonly #pool: Pool;
  /** Connections that have the limits: see `#limit`. */
  readonly #limited = new WeakSet<ClientBase>();
  readonly #alone = queriesOver((query) => this.#sendAlone(query));
  /** Whether the server's disk was full at the last write, and has not been found to have room since. */
  #isFailing = false;

  /** @param address as `postgres://user:password@host:port/database`; parameters in it override these. */
  constructor(address: string) {
    this.#pool = new Pool({
      connectionString: address,
      fallback_application_name: 'inkling',
      max: 10,
      connectionTimeoutMillis: 5_000,
      // Ends the wait for a server that doesn't answer any more.
      query_timeout: maxStatementTime + silence,
      keepAlive: true,
      // What is sent together is answered together: see `#sendAlone`.
      pipeline: true,
      types: columnTypes(),
      // eslint-disable-next-line @typescript-eslint/no-misused-promises -- the pool waits for it
      onConnect: (client) => this.#limit(client),
    });
    // A connection that is lost is replaced by the next query; a query that it carries rejects by itself. Without
    // these listeners the loss would end the process.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  find(sql: string, values?: Value[]): Promise<Row[]> {
    return this.#alone.find(sql, values);
  }

  write(sql: string, values?: Value[]): Promise<number> {
    return this.#alone.write(sql, values);
  }

  /** Reads the one row that there is, if there is one. */
  async readOne<Item>(toItem: (row: Row) => Item, sql: string, values: Value[]): Promise<Item | null> {
    const [row] = await this.find(sql, values);
    return row === undefined ? null : toItem(row);
  }

  slice<Item>(query: SliceQuery, toItem: (row: Row) => Item): Promise<Slice<Item>> {
    return readSlice(query, toItem, (next, reads) => {
      if (reads === 'total') return this.find(next.total, [...next.values]);
      const { from } = next;
      const isDeep = from.kind === 'offset' && from.offset > 0;
      const { sql, values } = isDeep ? pageQuery(next, from.offset) : sliceQuery(next, dialect.parameter);
      return this.find(sql, values);
    });
  }

  /**
   * Does all of it or, when it throws, none.
   * @param maxTime milliseconds that a statement may take, where that is more than any call waits for.
   */
  transaction<Result>(work: (queries: Queries) => Promise<Result>, maxTime?: number): Promise<Result> {
    return this.#withConnection(async (client) => {
      const isLimited = this.#limited.has(client);
      await attempt(() => client.query(isLimited ? 'BEGIN' : beginWithLimits));
      if (maxTime !== undefined)
        await attempt(() => client.query(`SET LOCAL statement_timeout = ${maxTime}`));
      const patience = maxTime !== undefined && { query_timeout: maxTime + silence };
      const send: Send = (query) =>
        attempt(() => client.query<Row>({ ...(isLimited ? named(query) : query), ...patience }));
      const result = await work(queriesOver(send));
      await attempt(() => client.query('COMMIT'));
      return result;
    });
  }

  /** Where the connection has no limits, one statement is a transaction too, which is sent in one go. */
  #sendAlone(query: QueryConfig): Promise<QueryResult<Row>> {
    return this.#withConnection((client) =>
      attempt(async () => {
        if (this.#limited.has(client)) return client.query<Row>(named(query));
        const sent = [
          client.query(beginWithLimits),
          client.query<Row>(query),
          client.query('COMMIT'),
        ] as const;
        await Promise.allSettled(sent); // the connection is not given back before all is answered
        const [, result] = await Promise.all(sent);
        return result;
      }),
    );
  }

  /**
   * Sets the limits for good, unless a pooler is between, which gives itself away by naming a process at the start that
   * is not the one which answers. In one that pools transactions, what is set would be another client's next, and one
   * that pools sessions can't be told from it.
   */
  async #limit(client: ClientBase): Promise<void> {
    const { rows } = await client.query<Row>('SELECT pg_backend_pid() AS pid');
    if (!('processID' in client) || client.processID !== rows[0]?.['pid']) return;
    await client.query(limits.map((limit) => `SET ${limit}`).join(';'));
    this.#limited.add(client);
  }

  async #withConnection<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const client = await attempt(() => this.#pool.connect());
    let broken = false;
    try {
      return await work(client);
    } catch (error) {
      if (error instanceof StoreUnwritableError) this.#isFailing = true;
      // Where it is not the server that refused, nobody knows what the connection still carries: it is closed, on
      // which the server undoes the transaction.
      broken = !(error instanceof DatabaseError) || !(await undo(client));
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /**
   * After a write that failed, whether there is room again: for as much as a long text, since a little often still fits.
   * @throws StoreUnwritableError while there is none.
   */
  async requireWritable(): Promise<void> {
    if (!this.#isFailing) return;
    await this.transaction(async (queries) => {
      await queries.write('CREATE TABLE inkling.room (text text)');
      // Rows too short to be compressed.
      const rows = (2 * maxTextBytes) / 1024;
      await queries.write(
        `INSERT INTO inkling.room SELECT repeat('x', 1024) FROM generate_series(1, ${rows})`,
      );
      await queries.write('DROP TABLE inkling.room');
    });
    this.#isFailing = false;
  }

  /** Ends when the calls under way have ended. */
  close(): Promise<void> {
    return this.#pool.end();
  }
}

/**
 * The same as `sliceQuery`, after so many items: they are counted along the index alone, where PostgreSQL would read
 * the row of each to leave it out. The limit is no parameter, so that the plan is made for few rows.
 */
function pageQuery({ columns, source, total, order, limit, ...query }: SliceQuery, offset: number) {
  const values = [...query.values, offset];
  const direction = readsUpwards(query) ? 'ASC' : 'DESC';
  const sorted = (columns: string[]) => columns.map((column) => `${column} ${direction}`).join(', ');
  const keys = order.map(([column]) => column);
  const [table] = source.split(' ', 1);
  const sql = `SELECT ${columns}, (${total}) AS total
    FROM (
      SELECT account AS place_account, ${keys.map((key) => `${key} AS place_${key}`).join(', ')} FROM ${source}
      ORDER BY ${sorted(keys)} LIMIT ${limit + 1} OFFSET ${dialect.parameter(values.length)}
    ) AS places JOIN ${table} ON account = place_account AND id = place_id
    ORDER BY ${sorted(keys.map((key) => `place_${key}`))}`;
  return { sql, values };
}

/** Numbers up to 2^53 are all that is stored. */
function columnTypes(): TypeOverrides {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.INT8, Number);
  overrides.setTypeParser(types.builtins.BYTEA, (hex) => Buffer.from(hex.slice(2), 'hex'));
  return overrides;
}

/** Milliseconds. */
const maxStatementTime = 30_000;
/** Milliseconds after the server's own limit, which it would have told of by then. */
const silence = 5_000;

/**
 * What every statement runs under. They are no parameters of the connection, which PgBouncer refuses. Nor do statements
 * have names where a pooler may be between: it may send each transaction over another connection, which does not know
 * them.
 */
const limits = [
  `statement_timeout = ${maxStatementTime}`,
  // A process that hangs must not hold up the others' writes to an account.
  'idle_in_transaction_session_timeout = 30000',
  // Every list has an index in its order. A plan that sorts reads all of the list first: it is never the better one,
  // but looks so to the planner when it knows too little of an account's share.
  'enable_sort = off',
  'enable_incremental_sort = off',
  // Since each list has its index, no values would change its plan: one plan does for all that a statement is sent with.
  'plan_cache_mode = force_generic_plan',
  // Such a plan doesn't know that a page is short, and looks long enough to be compiled first.
  'jit = off',
];

const beginWithLimits = ['BEGIN', ...limits.map((limit) => `SET LOCAL ${limit}`)].join(';');

const names = new Map<string, string>();

/**
 * A statement with a name, by which PostgreSQL knows it again without reading it again: there are some hundreds. One
 * without values is sent in a single message, which needs none.
 */
function named(query: QueryConfig): QueryConfig {
  if (!query.values?.length) return query;
  let name = names.get(query.text);
  if (name === undefined) names.set(query.text, (name = `inkling_${names.size}`));
  return { ...query, name };
}

type Send = (query: QueryConfig) => Promise<QueryResult<Row>>;

const queriesOver = (send: Send): Queries => ({
  find: async (text, values = []) => {
    if (values.some((value) => typeof value === 'string' && value.includes('\0'))) return [];
    return (await send({ text, values })).rows;
  },
  write: async (text, values = []) => (await send({ text, values })).rowCount ?? 0,
});

async function attempt<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    // May quote what was sent, which no log may hold.
    if (error instanceof DatabaseError) error.detail = undefined;
    throw asUnavailable(error);
  }
}

async function undo(client: PoolClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK');
    return true;
  } catch {
    return false;
  }
}
