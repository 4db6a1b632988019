import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';

const running = new Set<ChildProcess>();

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, name);
  } catch {
    // the group is gone
  }
}

process.on('exit', () => {
  for (const child of running) signal(child, 'SIGKILL');
});
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => process.exit(130));

/**
 * Starts a program in a process group of its own, so that whatever it starts ends with it: at the latest when
 * this process ends, by whatever signal but SIGKILL.
 */
export function startGroup(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(command, args, { ...options, detached: true });
  running.add(child);
  return child;
}

/** Ends the group: politely first, and by force after three seconds. */
export async function stopGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    signal(child, 'SIGTERM');
    await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, 3000))]);
  }
  signal(child, 'SIGKILL');
  running.delete(child);
}

export interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Whom it runs as, by number, if not as this process. */
  user?: number;
  /** Milliseconds after which the whole group is ended. */
  limit: number;
  /** Where output goes as it comes; nowhere if left out. */
  onOutput?: (text: string) => void;
}

/**
 * Runs a program to its end.
 * @returns its exit code and all it wrote; the code is `null` if it ran past the limit or died of a signal.
 * @throws if there is no such program.
 */
export async function runGroup(
  command: string,
  args: readonly string[],
  options: RunOptions,
): Promise<{ code: number | null; output: string }> {
  const child = startGroup(command, args, {
    ...(options.cwd && { cwd: options.cwd }),
    ...(options.env && { env: options.env }),
    ...(options.user !== undefined && { uid: options.user, gid: options.user }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const take = (chunk: string): void => {
    output += chunk;
    options.onOutput?.(chunk);
  };
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', take);
  const timer = setTimeout(() => {
    take(`\nstopped after ${options.limit / 1000} s\n`);
    void stopGroup(child);
  }, options.limit);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    return { code, output };
  } finally {
    clearTimeout(timer);
    await stopGroup(child);
  }
}
