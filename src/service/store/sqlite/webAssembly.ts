import initialise, {
  type Database as WasmDatabase,
  type PreparedStatement,
  type Sqlite3Static,
} from '@sqlite.org/sqlite-wasm';
import { sleep } from '../../../threads/sleep.ts';
import type { Row } from '../rows.ts';
import type { Database, SqlValue, Statement } from './queries.ts';
import { withRemedy } from './errors.ts';
import { migrate, requireInklingDatabase } from './migrations.ts';
import { settings } from './sqliteStore.ts';

/** SQLite's own build for WebAssembly (https://sqlite.org/wasm). */
export type Sqlite = Sqlite3Static;

/** @param program `sqlite3.wasm` */
export async function loadSqlite(program: BufferSource): Promise<Sqlite> {
  // Disables SQLite's other file systems, some of which would start a worker. Ours is chosen below.
  Object.assign(globalThis, {
    sqlite3ApiConfig: { disable: { vfs: { kvvfs: true, opfs: true, 'opfs-vfs': true, 'opfs-wl': true } } },
  });
  const options = {
    instantiateWasm: (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => {
      void WebAssembly.instantiate(program, imports).then(({ instance }) => {
        done(instance);
      });
      return {};
    },
  };
  const start: (options: object) => Promise<Sqlite> = initialise; // the package's types lack its options
  return start(options);
}

/** A new in-memory database in the newest format. */
export function openInMemory(sqlite: Sqlite): Database {
  return prepared(toDatabase(sqlite, new sqlite.oo1.DB(':memory:')), ':memory:');
}

/** Milliseconds to wait for the worker of a closed tab, which may still use the files. */
const handoverTimeout = 10_000;

/**
 * Opens or creates the database of this name in the origin's private file system. No other worker can open it meanwhile.
 * @throws StoreError when it can't be opened, is damaged, or has an unsupported format.
 */
export async function openInOrigin(sqlite: Sqlite, name: string): Promise<Database> {
  const deadline = performance.now() + handoverTimeout;
  for (;;) {
    try {
      // Without these options a failed start would be cached. The types lack the second option.
      const options = { preserveOnInitFailure: true, forceReinitIfPreviouslyFailed: true };
      const pool = await sqlite.installOpfsSAHPoolVfs({ name, directory: name, ...options });
      return prepared(toDatabase(sqlite, new pool.OpfsSAHPoolDb('/reports.db')), name);
    } catch (error) {
      const isHeld = error instanceof DOMException && error.name === 'NoModificationAllowedError';
      if (!isHeld || performance.now() > deadline) throw withRemedy(error, name);
      await sleep(20);
    }
  }
}

function prepared(database: Database, name: string): Database {
  try {
    requireInklingDatabase(database, name);
    database.exec(settings);
    migrate(database, name);
    return database;
  } catch (error) {
    database.close();
    throw withRemedy(error, name);
  }
}

function toDatabase(sqlite: Sqlite, database: WasmDatabase): Database {
  const { capi } = sqlite;
  return {
    get isOpen() {
      return database.isOpen();
    },
    get isTransaction() {
      return database.pointer !== undefined && capi.sqlite3_get_autocommit(database.pointer) === 0;
    },
    exec: (sql) => {
      database.exec(sql);
    },
    prepare: (sql) => toStatement(sqlite, database, database.prepare(sql)),
    close: () => {
      database.close();
    },
  };
}

function toStatement(sqlite: Sqlite, database: WasmDatabase, statement: PreparedStatement): Statement {
  function all(...values: SqlValue[]): Row[] {
    try {
      values.forEach((value, i) => statement.bind(i + 1, value));
      const names = statement.columnCount > 0 ? statement.getColumnNames() : [];
      const rows: Row[] = [];
      while (statement.step())
        rows.push(Object.fromEntries(names.map((name, i) => [name, valueAt(sqlite, statement, i)])));
      return rows;
    } finally {
      statement.reset(true);
    }
  }

  return {
    all,
    run: (...values) => {
      all(...values);
      return { changes: database.changes() };
    },
    setReadBigInts: () => undefined, // large integers are always read as BigInts
  };
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Replaces `PreparedStatement.get`, which ends a text at its first U+0000. */
function valueAt({ capi, wasm }: Sqlite, statement: PreparedStatement, column: number): unknown {
  const { pointer } = statement;
  if (pointer === undefined || capi.sqlite3_column_type(pointer, column) !== capi.SQLITE_TEXT)
    return statement.get(column);
  const start = capi.sqlite3_column_blob(pointer, column);
  return decoder.decode(wasm.heap8u().subarray(start, start + capi.sqlite3_column_bytes(pointer, column)));
}
