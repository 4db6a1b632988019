import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import * as v from 'valibot';
import { root } from '../../test/rig/paths.ts';
import { cpuOfFamily, cpuOfMainThread, cpuSecondsBetween, requireProc } from '../../test/rig/processUse.ts';
import { postmasterOf } from '../scale/cost.ts';
import { withDatabase } from './database.ts';
import { option, readOptions, type StoreName } from './options.ts';
import { sampleOf } from './sample.ts';
import { addReports, createAccount, projectCount, projectName } from './serviceFill.ts';
import { loadServer, startServer, type Call, type Server } from './serviceServer.ts';

const Options = {
  reports: v.optional(option.wholeNumber, '1000000'),
  seconds: v.optional(option.wholeNumber, '4'),
  rounds: v.optional(option.wholeNumber, '3'),
};

/** Connections to all servers of a store together. */
const connections = 10;
/** Requests of each kind to each server before measurement. */
const warmUps = 4000;
/** Warm-up for requests that take 10 ms or more: one on each connection. */
const slowWarmUps = connections;

/** The best round: the one with the most requests a second. */
interface Lists {
  requestsPerSecond: number;
  msP50: number;
  /** Per request, like the following. */
  serverMainThreadCpuMs: number;
  serverOtherThreadsCpuMs: number;
  databaseCpuMs: number;
  loaderCpuMs: number;
}

interface Target {
  apiKey: string;
  postmaster: number | null;
  /** With two `inkling serve` on the same database. */
  servers: Server[];
}

/**
 * Measures lists of reports over HTTP on both stores, in turn: requests per second with one and two server processes,
 * and the processor time of each part per request. Servers, database and clients share the machine's cores. Options,
 * each `--name value`: `reports` in the account, `seconds` of each round, `rounds`.
 */
export async function measureLists(args: string[]): Promise<object> {
  const { reports, seconds, rounds } = readOptions(Options, args);
  requireProc();
  execFileSync(process.execPath, [join(root, 'esbuild.js'), '--production'], { cwd: root });
  return withStore('sqlite', reports, (sqlite) =>
    withStore('postgres', reports, async (postgres) => {
      const lists: Record<string, Record<string, Lists>> = {};
      for (const [kind, { callsOn, isSlow }] of Object.entries(kindsOf(reports))) {
        for (const processes of [1, 2]) {
          const best: Record<string, Lists> = {};
          for (let round = 0; round < rounds; round++) {
            for (const [store, target] of Object.entries({ sqlite, postgres })) {
              console.error(`${kind}, ${processes} processes, ${store}`);
              const loads = await Promise.all(
                target.servers.slice(0, processes).map(async (server) => ({
                  server,
                  apiKey: target.apiKey,
                  calls: await callsOn(server, target.apiKey),
                })),
              );
              if (round === 0) await loadAll(loads, { requests: isSlow ? slowWarmUps : warmUps });
              const measured = await measure(target, loads, seconds);
              if (measured.requestsPerSecond > (best[store]?.requestsPerSecond ?? 0)) best[store] = measured;
            }
          }
          lists[`${kind}, ${processes} ${processes === 1 ? 'process' : 'processes'}`] = best;
        }
      }
      return { reports, connections, rounds, secondsOfARound: seconds, lists };
    }),
  );
}

async function withStore<Result>(
  store: StoreName,
  reports: number,
  use: (target: Target) => Promise<Result>,
): Promise<Result> {
  return withDatabase(store, async (database) => {
    console.error(`${store}: filling`);
    const { account, apiKey } = await createAccount(database);
    await addReports(database, account, [0, reports], { full: sampleOf(500), small: sampleOf(20) });
    const servers: Server[] = [];
    try {
      for (let i = 0; i < 2; i++) servers.push(await startServer({ database, log: '/dev/null' }));
      return await use({ apiKey, postmaster: await postmasterOf(database), servers });
    } finally {
      for (const server of servers) await server.stop();
    }
  });
}

interface Kind {
  callsOn: (server: Server, apiKey: string) => Promise<Call[]>;
  isSlow?: true;
}

function kindsOf(reports: number): Record<string, Kind> {
  const list = '/api/v1/reports';
  const middle = Math.ceil(reports / 20);
  const ofPath = (path: string): Kind => ({ callsOn: () => Promise.resolve([{ path }]) });
  const ofProjects = Array.from({ length: Math.min(100, projectCount(reports)) }, (_, i) => ({
    path: `${list}?project=${encodeURIComponent(projectName(i))}`,
  }));
  return {
    'no list (/healthz)': ofPath('/healthz'),
    'first page': ofPath(list),
    'by date generated': ofPath(`${list}?sort_by=generated_at`),
    'by score, ascending': ofPath(`${list}?sort_by=score&sort=asc`),
    'of a project': { callsOn: () => Promise.resolve(ofProjects) },
    '100 a page': ofPath(`${list}?per_page=100`),
    'read on in the middle': {
      callsOn: async (server, apiKey) => [await nextOf(server, apiKey, `${list}?page=${middle}`)],
    },
    'page in the middle': { ...ofPath(`${list}?page=${middle}`), isSlow: true },
    'last page': ofPath(`${list}?page=${Math.ceil(reports / 10)}`),
    'of a verdict': ofPath(`${list}?verdict=uncertain`),
  };
}

/** The next page, from the links of its answer. */
async function nextOf({ address }: Server, apiKey: string, path: string): Promise<Call> {
  const response = await fetch(address + path, { headers: { Authorization: `Bearer ${apiKey}` } });
  const { next } = v.parse(Links, await response.json()).links;
  return { path: next.slice(address.length) };
}

const Links = v.object({ links: v.object({ next: v.string() }) });

interface ServerLoad {
  server: Server;
  apiKey: string;
  calls: Call[];
}

async function measure(
  { postmaster }: Target,
  loads: readonly ServerLoad[],
  seconds: number,
): Promise<Lists> {
  const servers = loads.map(({ server }) => server);
  const cpuSeconds = async () => ({
    mainThreads: sum(servers.map(({ pid }) => cpuOfMainThread(pid))),
    servers: sum(await Promise.all(servers.map(async (server) => (await server.use()).cpuSeconds))),
    database: postmaster === null ? new Map<number, number>() : cpuOfFamily(postmaster),
  });
  const before = await cpuSeconds();
  const loaded = await loadAll(loads, { seconds });
  const after = await cpuSeconds();
  const requests = sum(loaded.map((one) => one.requests));
  const msOfOne = (cpu: number): number => Number(((cpu * 1000) / requests).toFixed(3));
  const mainThreads = after.mainThreads - before.mainThreads;
  return {
    requestsPerSecond: sum(loaded.map((one) => one.requestsPerSecond)),
    msP50: Math.max(...loaded.map(({ msP50 }) => msP50)),
    serverMainThreadCpuMs: msOfOne(mainThreads),
    serverOtherThreadsCpuMs: msOfOne(Math.max(0, after.servers - before.servers - mainThreads)),
    databaseCpuMs: msOfOne(cpuSecondsBetween(before.database, after.database)),
    loaderCpuMs: msOfOne(sum(loaded.map((one) => (one.loaderCpuMs * one.requests) / 1000))),
  };
}

/** Loads each server from a separate process. */
const loadAll = (loads: readonly ServerLoad[], until: { seconds: number } | { requests: number }) =>
  Promise.all(
    loads.map(({ server: { address }, ...load }) =>
      loadServer({ address, connections: connections / loads.length, ...load, ...until }),
    ),
  );

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
