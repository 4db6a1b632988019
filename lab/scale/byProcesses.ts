import { createAccount, idOf, addReports } from '../bench/serviceFill.ts';
import { sampleOf } from '../bench/sample.ts';
import { loadServer, startServer, type Call, type Server } from '../bench/serviceServer.ts';
import { cpuOfFamily, cpuSecondsBetween } from '../../test/rig/processUse.ts';
import { wordsOfAReport } from './byReports.ts';
import { callsOf } from './calls.ts';
import { postmasterOf, rounded } from './cost.ts';
import type { Carried, ScaleFigures } from './figures.ts';

/** Simultaneous clients of each process. */
const connections = 8;
const reports = 10_000;
/** Warm-up requests to each process: a number instead of a time, because a busy machine answers few per second. */
const warmUps = 300;
/** Long enough for answers from each process even on a busy machine. */
const minSeconds = 5;

export interface ByProcesses {
  database: string;
  /** Numbers of `inkling serve` on the database, ascending. */
  counts: readonly number[];
  seconds: number;
  log: string;
  say: (what: string) => void;
}

/**
 * The throughput of several processes on one PostgreSQL, each with its own account, like a team, and its own loader.
 */
export async function carriedByProcesses({
  database,
  counts,
  seconds,
  log,
  say,
}: ByProcesses): Promise<NonNullable<ScaleFigures['processes']>> {
  const postmaster = await postmasterOf(database);
  if (postmaster === null) throw new Error('Several processes are measured on PostgreSQL.');
  const { account, apiKey } = await createAccount(database);
  await addReports(database, account, [0, reports], { full: sampleOf(wordsOfAReport), small: sampleOf(20) });
  const writers = await Promise.all(
    Array.from(
      { length: Math.max(...counts) },
      async (_, i) => (await createAccount(database, `team ${i}`)).apiKey,
    ),
  );
  const ids = Array.from({ length: 100 }, (_, i) => idOf(reports - 1 - i));
  const { list, show, scan } = callsOf(ids, wordsOfAReport);
  const loads = {
    reading: { calls: show.flatMap((one) => [...list, one]), keys: writers.map(() => apiKey) },
    scanning: { calls: scan, keys: writers },
  };
  const carried: NonNullable<ScaleFigures['processes']> = { reading: [], scanning: [] };
  for (const count of counts) {
    const servers: Server[] = [];
    try {
      for (let i = 0; i < count; i++) servers.push(await startServer({ database, log }));
      for (const kind of ['reading', 'scanning'] as const) {
        say(`${kind} by ${count}`);
        const { calls, keys } = loads[kind];
        await loadAll(servers, keys, calls, { requests: warmUps });
        carried[kind].push(await measure(servers, keys, calls, Math.max(minSeconds, seconds), postmaster));
      }
    } finally {
      for (const server of servers) await server.stop();
    }
  }
  return carried;
}

async function measure(
  servers: readonly Server[],
  keys: readonly string[],
  calls: Call[],
  seconds: number,
  postmaster: number,
): Promise<Carried> {
  const cpuSeconds = async (): Promise<number> => {
    const uses = await Promise.all(servers.map((server) => server.use()));
    return uses.reduce((sum, use) => sum + use.cpuSeconds, 0);
  };
  const database = cpuOfFamily(postmaster);
  const before = await cpuSeconds();
  const measured = await loadAll(servers, keys, calls, { seconds });
  const serverSeconds = (await cpuSeconds()) - before;
  const requests = measured.reduce((sum, one) => sum + one.requests, 0);
  return {
    processes: servers.length,
    requestsPerSecond: measured.reduce((sum, one) => sum + one.requestsPerSecond, 0),
    serverMs: rounded((serverSeconds * 1000) / requests),
    databaseMs: rounded((cpuSecondsBetween(database, cpuOfFamily(postmaster)) * 1000) / requests),
  };
}

const loadAll = (
  servers: readonly Server[],
  keys: readonly string[],
  calls: Call[],
  until: { seconds: number } | { requests: number },
) =>
  Promise.all(
    servers.map(({ address }, i) =>
      loadServer({ address, apiKey: keys[i] ?? '', connections, calls, ...until }),
    ),
  );
