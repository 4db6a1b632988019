import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/**
 * Reserves the machine's first core: this process, and the processes it starts from now on, no longer use it.
 * @returns the beginning of a command line that runs a program on that core only; empty if impossible (one core, or
 * no `taskset`).
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
