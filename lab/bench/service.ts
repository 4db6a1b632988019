import { execFileSync } from 'node:child_process';
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { root } from '../../test/rig/paths.ts';
import { temporaryFolder } from '../../test/rig/temporaryFolder.ts';
import { withDatabase } from './database.ts';
import { option, readOptions } from './options.ts';
import { ownProse } from './prose.ts';
import { sampleOf } from './sample.ts';
import { setCoreApart } from './serviceCores.ts';
import {
  addReports,
  createAccount,
  fullReports,
  idOf,
  projectCount,
  projectName,
  type Sample,
} from './serviceFill.ts';
import { loadServer, startServer, type Call, type Measured, type Server } from './serviceServer.ts';
import { compareTransports } from './serviceTransport.ts';

const Options = {
  stores: v.optional(option.stores, 'sqlite,postgres'),
  reports: v.optional(option.wholeNumbers, '1000,100000,1000000'),
  seconds: v.optional(option.wholeNumber, '10'),
  connections: v.optional(option.wholeNumber, '10'),
  requests: v.optional(option.wholeNumber, '200000'),
};

/** A phase, as measured by the loader and on the server. */
interface Phase extends Measured {
  /** Processor time of all the server's threads per request. */
  serverCpuMs: number;
  residentMegabytes: number;
}

/** Number of the deep page, with ten reports per page. */
const deepPage = 10_000;
const words = 500;

/**
 * How fast the real `inkling serve` is on one core, how that changes with the number of reports, and whether its
 * memory grows with the number of requests. Options, each `--name value`: `stores`, `reports` (ascending sizes),
 * `seconds` for each phase, `connections`, `requests` of the memory phase.
 */
export async function measureService(args: string[]): Promise<object> {
  const options = readOptions(Options, args);
  say('building');
  execFileSync(process.execPath, [join(root, 'esbuild.js'), '--production'], { cwd: root });
  const pin = setCoreApart();
  const folder = temporaryFolder('bench');
  const samples = { full: sampleOf(words), small: sampleOf(20) };
  const bench = { ...options, pin, folder, samples };
  const stores: Record<string, object> = {};
  for (const store of options.stores) {
    stores[store] = await withDatabase(store, (database) => measureStore(store, database, bench));
  }
  return {
    server: {
      core: pin.length > 0 ? 'one to itself' : 'shared with the loader',
      connections: options.connections,
      secondsAPhase: options.seconds,
      diskSyncsPerSecond: syncsPerSecond(join(folder, 'sync')),
    },
    filledWith: {
      projects: 'one for each thousand reports, at least ten',
      newestReports: `${fullReports} of ${words} words, with all their segments and evidence`,
      olderReports: '20 words',
    },
    stores,
  };
}

interface Bench extends ReturnType<typeof readOptions<typeof Options>> {
  pin: string[];
  folder: string;
  samples: { full: Sample; small: Sample };
}

async function measureStore(name: string, database: string, bench: Bench): Promise<object> {
  const { account, apiKey } = await createAccount(database);
  const sizes: Record<string, Record<string, Phase>> = {};
  let transports: object | undefined;
  let memory: object | undefined;
  let held = 0;
  for (const reports of bench.reports.toSorted((a, b) => a - b)) {
    say(`${name}: filling to ${reports} reports`);
    await addReports(database, account, [held, reports], bench.samples);
    held = reports;
    const server = await startServer({ database, pin: bench.pin, log: join(bench.folder, `${name}.log`) });
    try {
      const phases: Record<string, Phase> = {};
      for (const [phase, calls] of Object.entries(await phasesOf(server, apiKey, reports))) {
        say(`${name}, ${reports} reports: ${phase}`);
        phases[phase] = await measurePhase(server, apiKey, calls, bench);
      }
      sizes[reports] = phases;
      if (reports === bench.reports.at(-1)) {
        say(`${name}: memory over ${bench.requests} requests`);
        memory = await watchMemory(server, apiKey, reports, bench);
      }
    } finally {
      await server.stop();
    }
  }
  if (name === 'sqlite') {
    say('bundled transport');
    const calls = { list: { path: '/api/v1/reports' }, show: { path: `/api/v1/reports/${idOf(held - 1)}` } };
    transports = await compareTransports(database, apiKey, calls);
  }
  const least = sizes[Math.min(...bench.reports)]?.['list'];
  const most = sizes[held]?.['list'];
  const { listNext, listNextDeep } = sizes[held] ?? {};
  return {
    reports: sizes,
    listMostToLeastReports: least && most && most.msP50 / least.msP50,
    page10000ToPage1: listNext && listNextDeep && listNextDeep.msP50 / listNext.msP50,
    transports,
    memory,
  };
}

async function phasesOf(server: Server, apiKey: string, reports: number): Promise<Record<string, Call[]>> {
  const list = '/api/v1/reports';
  const numbers = Array.from({ length: 100 }, (_, i) => i);
  const nextOf = async (page: number): Promise<Call[]> => {
    const response = await fetch(`${server.address}${list}?page=${page}`, {
      headers: { Authorization: `Bearer ${apiKey}` },
    });
    const { next } = v.parse(Links, await response.json()).links;
    return [{ path: next.slice(server.address.length) }];
  };
  return {
    list: [{ path: list }],
    listByGeneratedAt: [{ path: `${list}?sort_by=generated_at` }],
    listOfProject: numbers.map((number) => ({
      path: `${list}?project=${encodeURIComponent(projectName(number % projectCount(reports)))}`,
    })),
    listNext: await nextOf(1),
    ...(reports > deepPage * 10 && { listNextDeep: await nextOf(deepPage) }),
    show: numbers.map((number) => ({ path: `${list}/${idOf(reports - 1 - number)}` })),
    searchProjects: [{ path: '/api/v1/projects?search=PAPERS%2000' }],
    create: creates(),
  };
}

const Links = v.object({ links: v.object({ next: v.string() }) });

function creates(): Call[] {
  const prose = ownProse().split(' ');
  return Array.from({ length: 16 }, (_, i) => {
    const content = Array.from({ length: words }, (_, at) => prose[(i * 101 + at) % prose.length]).join(' ');
    const form = new URLSearchParams({ content, project: projectName(i % 10), title: 'essay.md' });
    return { path: '/api/v1/reports', form: form.toString() };
  });
}

async function measurePhase(
  server: Server,
  apiKey: string,
  calls: Call[],
  { connections, seconds }: Bench,
): Promise<Phase> {
  const load = { address: server.address, apiKey, connections, calls };
  // A number instead of a time, so that the measured code is compiled even on a busy machine.
  await loadServer({ ...load, requests: calls.some(({ form }) => form !== undefined) ? 500 : 5000 });
  const before = await server.use();
  const measured = await loadServer({ ...load, seconds });
  const after = await server.use();
  return {
    ...measured,
    serverCpuMs: round(((after.cpuSeconds - before.cpuSeconds) * 1000) / measured.requests),
    residentMegabytes: after.residentMegabytes,
  };
}

/** Megabytes of the server's resident memory after each tenth of the requests, of every kind. */
async function watchMemory(
  server: Server,
  apiKey: string,
  reports: number,
  { requests, connections }: Bench,
): Promise<object> {
  const list = { path: '/api/v1/reports' };
  const show = { path: `/api/v1/reports/${idOf(reports - 1)}` };
  const calls = creates().flatMap((create) => [
    create,
    ...Array.from({ length: 9 }, () => [list, show]).flat(),
  ]);
  const residentMegabytes: number[] = [];
  for (let tenth = 0; tenth < 10; tenth++) {
    await loadServer({
      address: server.address,
      apiKey,
      connections,
      calls,
      requests: Math.ceil(requests / 10),
    });
    residentMegabytes.push((await server.use()).residentMegabytes);
  }
  return { requests, residentMegabytes };
}

/** Durable writes of 16 KiB per second on this disk, one after the other: the upper limit for durable requests. */
function syncsPerSecond(path: string): number {
  const file = openSync(path, 'w');
  const block = Buffer.alloc(16 * 1024);
  const started = performance.now();
  let syncs = 0;
  while (performance.now() - started < 1000) {
    writeSync(file, block);
    fdatasyncSync(file);
    syncs++;
  }
  closeSync(file);
  return syncs;
}

const round = (value: number): number => Number(value.toFixed(3));

function say(what: string): void {
  console.error(what);
}
