/** What the extension host's thread did between two turns of its event loop, at worst. */
export interface HostBlock {
  /** Milliseconds that a key press would have waited. A busy machine makes this longer. */
  maxBlockMs: number;
  /** Milliseconds of that thread's processor time, which others on the machine don't add to. */
  maxBlockCpuMs: number;
  /** How long the whole took, in milliseconds. */
  totalMs: number;
}

/** A turn of the event loop is asked for every millisecond. */
const interval = 1;

/** Runs `action` and a second more, for what it leaves to be done, and watches this thread's event loop. */
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
