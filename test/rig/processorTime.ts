import { existsSync, readdirSync } from 'node:fs';
import { statOf, type ProcessStat } from './processUse.ts';

/** How often processes are looked at: one that lives shorter is counted through who waited for its end. */
const intervalMs = 500;

/** Measures what this process's descendants take of the processors: user and system time together. */
export interface ProcessorTime {
  /** Seconds since the start, of descendants that ended too. `undefined` where there is no /proc. */
  stop(): number | undefined;
}

/**
 * Starts measuring. Linux adds up the time of a process's children once it has waited for their end, which nobody does
 * for what a killed server or browser leaves behind: so all descendants are looked at again and again.
 */
export function measureProcessorTime(): ProcessorTime {
  if (!existsSync('/proc/self/stat')) return { stop: () => undefined };
  let family = look(new Map());
  let ended = 0;
  const own = process.pid;
  const start = sumOf(family);

  const update = (): void => {
    const now = look(family);
    // What ended without being seen at its end is in what its nearest living ancestor waited for, or nowhere.
    const lost = new Map<number, number>();
    for (const [pid, stat] of family) {
      if (now.get(pid)?.started === stat.started) continue;
      let ancestor = stat.parent;
      while (ancestor !== own && family.has(ancestor) && !now.has(ancestor))
        ancestor = family.get(ancestor)!.parent;
      lost.set(ancestor, (lost.get(ancestor) ?? 0) + stat.cpuSeconds + stat.childrenSeconds);
    }
    for (const [pid, seconds] of lost) {
      const waited = (now.get(pid)?.childrenSeconds ?? 0) - (family.get(pid)?.childrenSeconds ?? 0);
      ended += Math.max(0, seconds - waited);
    }
    family = now;
  };

  const timer = setInterval(update, intervalMs);
  timer.unref();
  return {
    stop: () => {
      clearInterval(timer);
      update();
      return sumOf(family) + ended - start;
    },
  };

  function sumOf(stats: ReadonlyMap<number, ProcessStat>): number {
    let sum = 0;
    for (const [pid, { cpuSeconds, childrenSeconds }] of stats)
      sum += childrenSeconds + (pid === own ? 0 : cpuSeconds);
    return sum;
  }
}

/** This process and its descendants; once seen, also those whose parent has ended since. */
function look(before: ReadonlyMap<number, ProcessStat>): Map<number, ProcessStat> {
  const all = new Map<number, ProcessStat>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    try {
      all.set(pid, statOf(pid));
    } catch {
      // it ended while the list was read
    }
  }
  const family = new Map<number, ProcessStat>();
  const belongs = (pid: number, stat: ProcessStat): boolean => {
    if (family.has(pid) || pid === process.pid || before.get(pid)?.started === stat.started) return true;
    const parent = all.get(stat.parent);
    return parent !== undefined && belongs(stat.parent, parent);
  };
  for (const [pid, stat] of all) if (belongs(pid, stat)) family.set(pid, stat);
  return family;
}
