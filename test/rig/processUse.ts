import { readdirSync, readFileSync } from 'node:fs';

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

/** @throws where there is no /proc, or no such process. */
export function useOf(pid: number): ProcessUse {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return {
    residentMegabytes: Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1000,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    cpuSeconds: statOf(pid).cpuSeconds,
  };
}

/** Processor seconds of a process and of those that it started and that live: of a database server and its backends. */
export function cpuSecondsOfFamily(parent: number): number {
  let sum = statOf(parent).cpuSeconds;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = statOf(Number(name));
      if (stat.parent === parent) sum += stat.cpuSeconds;
    } catch {
      // it ended while the list was read
    }
  }
  return sum;
}

export const parentOf = (pid: number): number => statOf(pid).parent;

function statOf(pid: number): { parent: number; cpuSeconds: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name, the second field, may hold anything; what follows it are numbers: state, parent, ... See proc(5).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(fields[1]), cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticks };
}
