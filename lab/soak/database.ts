import { statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { StoreName } from '../bench/options.ts';
import { startServer, type Server } from '../bench/serviceServer.ts';
import { useOf, type ProcessUse } from '../../test/rig/processUse.ts';
import { discrepancies } from '../../test/serve/discrepancies.ts';
import { startLoad, type Load, type LatencyByKind } from '../../test/serve/load.ts';
import type { FilledAccounts } from './accounts.ts';
import { descriptorRise, memoryRise, minJudged, type Rise } from './judge.ts';
import type { Soak } from './options.ts';

export interface SoakDatabase extends Soak {
  store: StoreName;
  database: string;
  accounts: FilledAccounts;
  processes: number;
}

/** The state at one moment; the first sample is the beginning. */
export interface Sample {
  /** Since the start of the load. */
  seconds: number;
  /** Resource use of each server. */
  uses: ProcessUse[];
  /** Since the last sample. */
  latencies: LatencyByKind;
}

export interface Soaked {
  store: StoreName;
  samples: Sample[];
  /** For the whole load. */
  latencies: LatencyByKind;
  /** Number of acknowledged scans and deletions. */
  acknowledged: number;
  /** For each server; empty if the run was too short to judge. */
  rises: { memory: Rise; descriptors: Rise }[];
  found: string[];
}

const samplesOfARun = 30;
/** Number of existing reports that are read by their own addresses. */
const maxKept = 200;
/** Bytes above which a log is emptied, because a day of requests would fill the disk. */
const maxLog = 64e6;

/** Starts the servers, loads them, and compares their reports with the acknowledged ones. */
export async function soakDatabase(run: SoakDatabase): Promise<Soaked> {
  const { store, database, accounts, program, folder } = run;
  const logs = Array.from({ length: run.processes }, (_, i) => join(folder, `${store}-${i + 1}.log`));
  const servers: Server[] = [];
  try {
    for (const log of logs) servers.push(await startServer({ database, log, program }));
    const step = Math.ceil(accounts.filled.length / maxKept);
    const load = startLoad({
      addresses: servers.map(({ address }) => address),
      keys: accounts.keys,
      seed: run.seed,
      kept: accounts.filled.filter((_, i) => i % step === 0),
    });
    const samples = await watch(load, servers, logs, run);
    const acknowledged = load.acknowledged();
    const outcome = await load.end();
    run.say(`${store}: comparing what is there with what was acknowledged`);
    const lost = await discrepancies(servers[0]!, accounts.keys, outcome, accounts.filled).catch(
      (error: unknown) => [`what is there could not be read: ${String(error)}`],
    );
    const failed = outcome.failures.map(({ what }) => `a request failed: ${what}`);
    const requests = Object.values(outcome.latencies).reduce((sum, latency) => sum + latency.requests, 0);
    const isJudged = run.minutes * 60 >= minJudged.seconds && requests >= minJudged.requests * servers.length;
    if (!isJudged) run.say(`${store}: too few requests, or too short, to judge growth`);
    const rises = isJudged ? servers.map((_, i) => risesOf(samples, i)) : [];
    const grown = rises.flatMap(({ memory, descriptors }, i) => [
      ...grownBy(memory, `MB of memory of process ${i + 1}`),
      ...grownBy(descriptors, `descriptors of process ${i + 1}`),
    ]);
    return {
      store,
      samples,
      latencies: outcome.latencies,
      acknowledged,
      rises,
      found: [...failed, ...lost, ...grown],
    };
  } finally {
    for (const server of servers) await server.stop();
  }
}

/** Takes samples until the time is up, or until the load ends because every client had a failed request. */
async function watch(
  load: Load,
  servers: readonly Server[],
  logs: readonly string[],
  { minutes, store, say }: SoakDatabase,
): Promise<Sample[]> {
  const started = performance.now();
  const interval = (minutes * 60_000) / samplesOfARun;
  const usesNow = (): ProcessUse[] => servers.map(({ pid }) => useOf(pid));
  const samples: Sample[] = [{ seconds: 0, uses: usesNow(), latencies: {} }];
  const over = load.ended.then(
    () => 'over',
    () => 'over',
  );
  for (let number = 1; number <= samplesOfARun; number++) {
    const wait = Math.max(0, started + number * interval - performance.now());
    if ((await Promise.race([delay(wait, 'time'), over])) === 'over') break;
    const latencies = await load.sample();
    const seconds = (performance.now() - started) / 1000;
    samples.push({ seconds, uses: usesNow(), latencies });
    if (number % 5 === 0)
      say(`${store}: ${number} of ${samplesOfARun} samples, ${load.acknowledged()} acknowledged`);
    for (const log of logs) if (statSync(log).size > maxLog) truncateSync(log);
  }
  return samples;
}

function risesOf(samples: readonly Sample[], server: number): Soaked['rises'][number] {
  const series = (of: (use: ProcessUse) => number) =>
    samples.map(({ seconds, uses }) => ({ seconds, value: of(uses[server]!) }));
  return {
    memory: memoryRise(series((use) => use.residentMegabytes)),
    descriptors: descriptorRise(series((use) => use.descriptors)),
  };
}

const grownBy = ({ rise, bound }: Rise, what: string): string[] =>
  rise > bound
    ? [`${rise.toFixed(1)} ${what} were added in the second half, above the bound of ${bound.toFixed(1)}`]
    : [];
