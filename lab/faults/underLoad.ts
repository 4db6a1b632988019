import { startLoad, type Load, type Outcome } from '../../test/serve/load.ts';
import { until } from '../../test/serve/server.ts';
import type { Random } from './random.ts';

/** The answer to a request that may succeed later. */
export const forNow = /can’t (reach its database|store anything)/;

/**
 * Loads the servers during `work`.
 * @returns the outcome of the load.
 */
export async function underLoad(
  servers: readonly { address: string }[],
  keys: string[],
  random: Random,
  work: (load: Load) => Promise<void>,
): Promise<Outcome> {
  const load = startLoad({
    addresses: servers.map(({ address }) => address),
    keys,
    seed: random.whole(0, 1_000_000),
  });
  let outcome: Outcome | undefined;
  try {
    await work(load);
  } finally {
    outcome = await load.end();
  }
  return outcome;
}

/** Seconds to wait: many times what a busy machine needs. */
const patience = 60;

/** Waits until this number of further scans and deletions were acknowledged. */
export async function untilMore(load: Load, count: number): Promise<void> {
  const enough = load.acknowledged() + count;
  const isEnough = (): Promise<boolean> => Promise.resolve(load.acknowledged() >= enough);
  await until(`fewer than ${count} more were acknowledged`, isEnough, patience);
}
