import type { Row } from '../rows.ts';

/** The types of a statement's parameters. */
export type SqlValue = null | number | bigint | string | Uint8Array;

export interface Statement {
  all(...values: SqlValue[]): Row[];
  get(...values: SqlValue[]): Row | undefined;
  run(...values: SqlValue[]): { changes: number | bigint };
  /**
   * Whether integers are read as bigint. Otherwise reading an unsafe integer throws a RangeError or returns a
   * bigint.
   */
  setReadBigInts(enabled: boolean): void;
}

/**
 * The part of SQLite that the store uses, provided by a `DatabaseSync` of node:sqlite or by SQLite's WebAssembly
 * (webAssembly.ts). Errors contain SQLite's extended result code in `errcode`.
 */
export interface Database {
  readonly isOpen: boolean;
  readonly isTransaction: boolean;
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}
