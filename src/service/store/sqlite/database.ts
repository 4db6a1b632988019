import type { Row } from '../rows.ts';

/** What a statement takes for a parameter. */
export type SqlValue = null | number | bigint | string | Uint8Array;

export interface Statement {
  all(...values: SqlValue[]): Row[];
  get(...values: SqlValue[]): Row | undefined;
  run(...values: SqlValue[]): { changes: number | bigint };
  /** Whether integers are read as bigint; until then one that is no safe integer is a RangeError, or a bigint. */
  setReadBigInts(enabled: boolean): void;
}

/**
 * What the store needs of SQLite: a `DatabaseSync` of node:sqlite as it is, or SQLite's WebAssembly (webAssembly.ts). What is
 * thrown has SQLite's extended result code as `errcode`.
 */
export interface Database {
  readonly isOpen: boolean;
  readonly isTransaction: boolean;
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}
