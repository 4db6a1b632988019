/** The longest block of the extension host's thread between two turns of its event loop. */
export interface HostBlock {
  /** Milliseconds that a key press would have waited; longer on a busy machine. */
  maxBlockMs: number;
  /** Milliseconds of that thread's processor time, which other programs do not affect. */
  maxBlockCpuMs: number;
  /** Total time in milliseconds. */
  totalMs: number;
}

/** Milliseconds between requested turns of the event loop. */
const interval = 1;

/** Watches this thread's event loop during `action` and for one more second, for the work that follows it. */
export async function blockedBy(action: () => Promise<unknown>): Promise<HostBlock> {
  let maxBlockMs = 0;
  let maxBlockCpuMs = 0;
  let turned = performance.now();
  let used = process.threadCpuUsage();
  const turn = (): void => {
    const now = performance.now();
    const { user, system } = process.threadCpuUsage(used);
    maxBlockMs = Math.max(maxBlockMs, now - turned - interval);
    maxBlockCpuMs = Math.max(maxBlockCpuMs, (user + system) / 1000);
    turned = now;
    used = process.threadCpuUsage();
  };
  const timer = setInterval(turn, interval);
  const started = performance.now();
  try {
    await action();
  } finally {
    turn();
  }
  const totalMs = performance.now() - started;
  await new Promise((resolve) => setTimeout(resolve, 1000));
  clearInterval(timer);
  return {
    maxBlockMs: tenths(maxBlockMs),
    maxBlockCpuMs: tenths(maxBlockCpuMs),
    totalMs: Math.round(totalMs),
  };
}

function tenths(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
