/** What a request costs at one size. Times are milliseconds. */
export interface Cost {
  /** How many reports are kept, or how many words the text has. */
  size: number;
  /** Processor time of the service's process, all threads. */
  serverMs: number;
  /** Processor time of PostgreSQL; `null` where there is no database server. */
  databaseMs: number | null;
  /** From request to answer, the median, one request at a time. */
  wallMs: number;
}

/** Costs by operation, each at rising sizes. */
export type Curves = Record<string, Cost[]>;

/** What so many processes carry together, each with connections of its own. */
export interface Carried {
  processes: number;
  requestsPerSecond: number;
  /** Processor time of all services, for one request. */
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

/** Of service and database together. */
export const processorMs = ({ serverMs, databaseMs }: Pick<Cost, 'serverMs' | 'databaseMs'>): number =>
  serverMs + (databaseMs ?? 0);
