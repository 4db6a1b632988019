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
import type { SharedQueries } from '../sharedCalls.ts';
import { readSlice, readsAscending, sliceQuery, type Dialect, type SliceQuery } from '../slice.ts';
import { StoreUnwritableError, type Slice } from '../store.ts';

type Value = string | number | readonly (string | number | Uint8Array | null)[] | null;

/** Sends statements: each separately, or all in one transaction. */
export interface Queries {
  /**
   * Sends a query with values from outside. A value with U+0000 finds nothing: PostgreSQL rejects such values, and
   * no text in the database contains U+0000.
   */
  find: (sql: string, values?: Value[]) => Promise<Row[]>;
  /** @returns the number of rows written. */
  write: (sql: string, values?: Value[]) => Promise<number>;
}

export const dialect: Dialect = {
  accountId: 'account',
  keyTable: 'key_owners',
  position: 'strpos',
  visible: { accounts: 'true', projects: 'true', reports: 'true' },
};

/**
 * Connections to one PostgreSQL database, opened as needed. Every call ends, even if the server or the network
 * fails. It then rejects with a StoreUnavailableError, after at most `query_timeout` per statement.
 */
export class PostgresPool implements Queries, SharedQueries {
  readonly #pool: Pool;
  /** Connections on which the limits are set: see `#limit`. */
  readonly #limited = new WeakSet<ClientBase>();
  readonly #single = queriesOver((query) => this.#sendSingle(query));
  readonly find = this.#single.find;
  readonly write = this.#single.write;
  /** Whether the server's disk was full at the last write. */
  #isFailing = false;

  /** @param address as `postgres://user:password@host:port/database`; the options below override its parameters. */
  constructor(address: string) {
    this.#pool = new Pool({
      connectionString: address,
      fallback_application_name: 'inkling',
      max: 10,
      connectionTimeoutMillis: 5_000,
      // Stops waiting for a server that no longer answers.
      query_timeout: maxStatementTime + answerDelay,
      keepAlive: true,
      // Sends several statements without waiting for each answer: see `#sendSingle`.
      pipeline: true,
      types: columnTypes,
      // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it
      onConnect: (client) => this.#limit(client),
    });
    // A lost connection is replaced at the next query, and the query on it rejects. Without these listeners, the
    // loss would end the process.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  slice<Item>(query: SliceQuery, toItem: (row: Row) => Item): Promise<Slice<Item>> {
    return readSlice(query, toItem, (sql, values) => this.find(sql, values), statementFor);
  }

  /**
   * Runs `work` completely or, when it throws, not at all.
   * @param maxTime milliseconds per statement, if it needs more than the usual limit.
   */
  transaction<Result>(work: (queries: Queries) => Promise<Result>, maxTime?: number): Promise<Result> {
    return this.#withConnection(async (client) => {
      const isLimited = this.#limited.has(client);
      await attempt(() => client.query(isLimited ? 'BEGIN' : beginWithLimits));
      if (maxTime !== undefined)
        await attempt(() => client.query(`SET LOCAL statement_timeout = ${maxTime}`));
      const timeout = maxTime !== undefined && { query_timeout: maxTime + answerDelay };
      const send: Send = (query) =>
        attempt(() => client.query<Row>({ ...(isLimited ? named(query) : query), ...timeout }));
      const result = await work(queriesOver(send));
      await attempt(() => client.query('COMMIT'));
      return result;
    });
  }

  /** Sends a statement. On a connection without limits, a transaction around it sets them, in one round trip. */
  #sendSingle(query: QueryConfig): Promise<QueryResult<Row>> {
    return this.#withConnection((client) =>
      attempt(async () => {
        if (this.#limited.has(client)) return client.query<Row>(named(query));
        const sent = [
          client.query(beginWithLimits),
          client.query<Row>(query),
          client.query('COMMIT'),
        ] as const;
        await Promise.allSettled(sent); // the connection goes back to the pool only when all are answered
        const [, result] = await Promise.all(sent);
        return result;
      }),
    );
  }

  /**
   * Sets the limits for the whole connection, unless there is a pooler in between. With a pooler, the server process
   * that answers is not the one that the handshake named. A transaction pooler would pass the settings on to other
   * clients, and a session pooler can't be distinguished from it.
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
      // After an error that is not the server's, the connection's state is unknown. It is closed, and the server
      // rolls back.
      broken =
        !(error instanceof DatabaseError) || (await client.query('ROLLBACK').catch(() => null)) === null;
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /** See `SharedQueries`. */
  async requireWritable(): Promise<void> {
    if (!this.#isFailing) return;
    await this.transaction(async (queries) => {
      await queries.write('CREATE TABLE room (text text)');
      // The rows are too short to be compressed.
      const rows = (2 * maxTextBytes) / 1024;
      await queries.write(`INSERT INTO room SELECT repeat('x', 1024) FROM generate_series(1, ${rows})`);
      await queries.write('DROP TABLE room');
    });
    this.#isFailing = false;
  }

  /** Resolves when current calls have ended. */
  close(): Promise<void> {
    return this.#pool.end();
  }
}

/**
 * A `sliceQuery`. With an offset, it skips items in the index; a plain OFFSET would read each skipped row. Its limit is
 * then part of the SQL, so that PostgreSQL plans for few rows.
 */
function statementFor(list: SliceQuery): ReturnType<typeof sliceQuery> {
  const { columns, source, total, order, limit, from, ...query } = list;
  if (from.kind !== 'offset' || from.offset === 0) return sliceQuery(list);
  const values = [...query.values, from.offset];
  const direction = readsAscending(list) ? 'ASC' : 'DESC';
  const sorted = (columns: string[]) => columns.map((column) => `${column} ${direction}`).join(', ');
  const keys = order.map(([column]) => column);
  const [table] = source.split(' ', 1);
  const sql = `SELECT ${columns}, (${total}) AS total
    FROM (
      SELECT account AS place_account, ${keys.map((key) => `${key} AS place_${key}`).join(', ')} FROM ${source}
      ORDER BY ${sorted(keys)} LIMIT ${limit + 1} OFFSET $${values.length}
    ) AS places JOIN ${table} ON account = place_account AND id = place_id
    ORDER BY ${sorted(keys.map((key) => `place_${key}`))}`;
  return { sql, values };
}

const columnTypes = new TypeOverrides();
columnTypes.setTypeParser(types.builtins.INT8, Number); // no stored number exceeds 2^53

/** Milliseconds. */
const maxStatementTime = 30_000;
/** Milliseconds to wait after the server's own limit. By then the server should have reported an error. */
const answerDelay = 5_000;

/**
 * Limits for every statement. They are not connection parameters, because PgBouncer rejects those. Statements have
 * no names if a pooler may be in between, because it may send each transaction over another connection.
 */
const limits = [
  'search_path = inkling',
  `statement_timeout = ${maxStatementTime}`,
  // A hung process must not block other writes to an account.
  'idle_in_transaction_session_timeout = 30000',
  // Every list has an index in its order. Without statistics for an account, the planner may ignore it and sort,
  // which needs to read the whole list.
  'enable_sort = off',
  'enable_incremental_sort = off',
  // Every list has an index, so the best plan does not depend on the values.
  'plan_cache_mode = force_generic_plan',
  // A generic plan does not consider that pages are short, so PostgreSQL would spend time on compiling it.
  'jit = off',
];

const beginWithLimits = ['BEGIN', ...limits.map((limit) => `SET LOCAL ${limit}`)].join(';');

const names = new Map<string, string>();

/**
 * Names a statement, so that PostgreSQL parses it once per connection; there are a few hundred. A statement without
 * values is sent in a single message and needs no name.
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
    // `detail` may quote a sent value, which must not reach a log.
    if (error instanceof DatabaseError) error.detail = undefined;
    throw asUnavailable(error);
  }
}
