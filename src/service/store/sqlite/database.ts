import type { Row } from '../rows.ts';

/** The types of a statement's parameters. */
export type SqlValue = null | number | bigint | string | Uint8Array;

export interface Statement {
  all(...values: SqlValue[]): Row[];
  get(...values: SqlValue[]): Row | undefined;
  run(...values: SqlValue[]): { changes: number | bigint };
  /** Whether integers are read as bigint. Otherwise an unsafe integer is a RangeError or a bigint. */
  setReadBigInts(enabled: boolean): void;
}

/**
 * The part of SQLite that the store uses: a `DatabaseSync` of node:sqlite, or SQLite's WebAssembly (webAssembly.ts).
 * Errors have SQLite's extended result code as `errcode`.
 */
export interface Database {
  readonly isOpen: boolean;
  readonly isTransaction: boolean;
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}
