import { loadServer, type Call, type Server } from '../bench/serviceServer.ts';
import { cpuOfFamily, cpuSecondsBetween } from '../../test/rig/processUse.ts';
import { run } from '../../test/rig/postgres.ts';
import type { Cost } from './figures.ts';

export interface Measure {
  server: Server;
  apiKey: string;
  /** The main process of PostgreSQL; `null` with SQLite. */
  postmaster: number | null;
  /** Duration of each measurement. */
  seconds: number;
}

/** Minimum and maximum number of measured requests. */
const [fewest, most] = [5, 20_000];
/** Requests until the code for one kind is compiled. */
const warmUps = 500;
/** Milliseconds of a single request above which it sets the number of warm-ups. */
const slow = 20;

/** The current cost of a kind of request, one at a time after a warm-up. */
export async function costOf(
  { server, apiKey, postmaster, seconds }: Measure,
  calls: Call[],
): Promise<Omit<Cost, 'size'>> {
  const load = { address: server.address, apiKey, connections: 1, calls };
  const timesIn = (ms: number): number => clamp(Math.round((seconds * 1000) / ms), fewest, most);
  await msOfOne(server, apiKey, calls[0]!);
  const cold = await msOfOne(server, apiKey, calls[0]!);
  const warm = await loadServer({ ...load, requests: cold < slow ? warmUps : timesIn(cold) });
  const requests = timesIn(warm.msP50);
  const database = postmaster === null ? null : cpuOfFamily(postmaster);
  const before = await server.use();
  const { msP50 } = await loadServer({ ...load, requests });
  const after = await server.use();
  return {
    serverMs: rounded(((after.cpuSeconds - before.cpuSeconds) * 1000) / requests),
    databaseMs:
      postmaster === null || database === null
        ? null
        : rounded((cpuSecondsBetween(database, cpuOfFamily(postmaster)) * 1000) / requests),
    wallMs: msP50,
  };
}

async function msOfOne({ address }: Server, apiKey: string, { path, form }: Call): Promise<number> {
  const started = performance.now();
  const response = await fetch(address + path, {
    headers: { Authorization: `Bearer ${apiKey}` },
    ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
  });
  await response.arrayBuffer();
  return performance.now() - started;
}

/** The parent process of PostgreSQL's backends; `null` with SQLite. */
export async function postmasterOf(database: string): Promise<number | null> {
  if (!database.startsWith('postgres:')) return null;
  const [row] = await run(database, `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid`);
  return Number(row?.['pid']);
}

const clamp = (value: number, least: number, greatest: number): number =>
  Math.min(Math.max(value, least), greatest);
export const rounded = (value: number): number => Number(value.toPrecision(3));
