/** The cost of a request at one size. Times are milliseconds. */
export interface Cost {
  /** The number of stored reports, or of words in the text. */
  size: number;
  /** Processor time of the service's process, all threads. */
  serverMs: number;
  /** Processor time of PostgreSQL; `null` without a database server. */
  databaseMs: number | null;
  /** Median time from request to answer, one request at a time. */
  wallMs: number;
}

/** Costs by operation, at ascending sizes. */
export type Curves = Record<string, Cost[]>;

/** The joint throughput of this number of processes, each with its own connections. */
export interface Carried {
  processes: number;
  requestsPerSecond: number;
  /** Processor time of all services per request. */
  serverMs: number;
  databaseMs: number;
}

export interface ScaleFigures {
  command: string;
  date: string;
  machine: string;
  reports: Partial<Record<'sqlite' | 'postgres', Curves>>;
  words: Curves | null;
  processes: Record<'reading' | 'scanning', Carried[]> | null;
}

/** Processor time of service and database together. */
export const processorMs = ({ serverMs, databaseMs }: Pick<Cost, 'serverMs' | 'databaseMs'>): number =>
  serverMs + (databaseMs ?? 0);
