import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/**
 * Sets a core apart: this process, and with it what it starts from now on, leaves the first core of the machine.
 * @returns the beginning of a command line that runs a program on that core alone; empty where there is no way (one
 * core, or no `taskset`).
 */
export function setCoreApart(): string[] {
  const cores = availableParallelism();
  if (process.platform !== 'linux' || cores < 2) return [];
  try {
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', `1-${cores - 1}`, String(process.pid)]);
    return ['taskset', '--cpu-list', '0'];
  } catch {
    return [];
  }
}
