import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from '../../test/rig/paths.ts';
import { startGroup, stopGroup } from '../../test/rig/processes.ts';

/** Requests for the loader; each connection sends the calls in turn. */
export type Load = {
  address: string;
  apiKey: string;
  connections: number;
  calls: Call[];
} & ({ seconds: number } | { requests: number });

export interface Call {
  path: string;
  /** A urlencoded body to POST; without one, the request is a GET. */
  form?: string;
}

/** Measured by the loader. */
export interface Measured {
  requests: number;
  requestsPerSecond: number;
  msP50: number;
  msP95: number;
  msP99: number;
  /** Processor time of the loader per request. */
  loaderCpuMs: number;
}

export interface ServerUse {
  /** Processor time of all its threads since it started. */
  cpuSeconds: number;
  residentMegabytes: number;
}

export interface Server {
  address: string;
  pid: number;
  use(): Promise<ServerUse>;
  stop(): Promise<void>;
}

export interface ServerStart {
  database: string;
  /** The log file, to which it appends. */
  log: string;
  /** Prefix of its command line that binds it to one core, if any. */
  pin?: readonly string[];
  /** The `inkling` to run; default: the built one, as deployed. */
  program?: string;
}

/** Starts `inkling serve` without a rate limit and quotas, on a free port of 127.0.0.1. */
export async function startServer({
  database,
  log,
  pin = [],
  program = join(root, 'dist/cli.js'),
}: ServerStart): Promise<Server> {
  const output = openSync(log, 'a');
  const [command = '', ...args] = [
    ...pin,
    process.execPath,
    program,
    ...['serve', '--port', '0', '--rate-limit', '0', '--max-reports', '0', '--max-bytes', '0'],
    ...['--database', database],
  ];
  const child = startGroup(command, args, {
    stdio: ['ignore', 'pipe', output],
    env: { ...process.env, INKLING_SECRET: '0'.repeat(64) },
  });
  closeSync(output);
  const said = await new Promise<string>((resolve) => {
    child.stdout?.setEncoding('utf8').once('data', resolve);
    child.once('exit', () => {
      resolve('');
    });
  });
  const address = /http:\/\/\S+/.exec(said)?.[0];
  if (address === undefined) throw new Error(`inkling serve did not start: ${readFileSync(log, 'utf8')}`);
  return {
    address,
    pid: child.pid ?? 0,
    use: async () => {
      const metrics = await (await fetch(`${address}/metrics`)).text();
      const metric = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
      return {
        cpuSeconds: metric('process_cpu_seconds_total'),
        residentMegabytes: Math.round(metric('process_resident_memory_bytes') / 1e6),
      };
    },
    stop: () => stopGroup(child),
  };
}

/**
 * Loads a server from another process.
 * @throws if an answer is missing or an error.
 */
export async function loadServer(load: Load): Promise<Measured> {
  const child = spawn(process.execPath, [join(root, 'lab/bench/serviceLoad.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(load));
  const output = await text(child.stdout);
  if (output === '') throw new Error('The loader failed.');
  return JSON.parse(output) as Measured;
}
