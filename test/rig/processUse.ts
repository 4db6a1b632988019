import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** What a process uses, as Linux counts it. */
export interface ProcessUse {
  residentMegabytes: number;
  /** Open files, sockets and pipes. */
  descriptors: number;
  /** Of all its threads since it started. */
  cpuSeconds: number;
}

/** What Linux tells programs times in, on every processor: ticks a second. */
const ticks = 100;

/** @throws an error that says what to do where processes can't be watched. */
export function requireProc(): void {
  if (!existsSync('/proc/self/fd')) throw new Error('This watches processes through /proc: run it on Linux.');
}

/** @throws when there is no such process. */
export function useOf(pid: number): ProcessUse {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return {
    residentMegabytes: Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1000,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    cpuSeconds: statOf(pid).cpuSeconds,
  };
}

/** Processor seconds of a process and of those that it started: of a database server and its backends. */
export function cpuOfFamily(parent: number): Map<number, number> {
  const family = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    try {
      const stat = statOf(pid);
      if (pid === parent || stat.parent === parent) family.set(pid, stat.cpuSeconds);
    } catch {
      // it ended while the list was read
    }
  }
  return family;
}

/** What a family took between two moments, but for what members took that ended meanwhile. */
export function cpuSecondsBetween(
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>,
): number {
  let sum = 0;
  for (const [pid, seconds] of after) sum += seconds - (before.get(pid) ?? 0);
  return sum;
}

/** What Linux says of a process in one line. */
export interface ProcessStat {
  parent: number;
  /** The process that leads its group. */
  group: number;
  /** Of all its threads since it started. */
  cpuSeconds: number;
  /** Of those of its children, and theirs, for whose end it has waited. */
  childrenSeconds: number;
  /** With its number, this tells it from a later one. */
  started: number;
}

/** Processor seconds of the thread that a process began with. */
export function cpuOfMainThread(pid: number): number {
  return statIn(`/proc/${pid}/task/${pid}`).cpuSeconds;
}

/** @throws when there is no such process. */
export function statOf(pid: number): ProcessStat {
  return statIn(`/proc/${pid}`);
}

function statIn(folder: string): ProcessStat {
  const stat = readFileSync(`${folder}/stat`, 'utf8');
  // The name, the second field, may hold anything; what follows it are numbers: state, parent, ... See proc(5).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const seconds = (first: number): number => (Number(fields[first]) + Number(fields[first + 1])) / ticks;
  return {
    parent: Number(fields[1]),
    group: Number(fields[2]),
    cpuSeconds: seconds(11),
    childrenSeconds: seconds(13),
    started: Number(fields[19]),
  };
}
