import { startLoad, type Load, type Outcome } from '../../test/serve/load.ts';
import { until } from '../../test/serve/server.ts';
import type { Random } from './random.ts';

/** What a request is answered that may go well later. */
export const forNow = /can't reach its database at the moment/;

/** Loads the servers while `work` goes on. @returns what the load knows in the end. */
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

/** Seconds in which a busy machine acknowledges what is waited for, many times over. */
const patience = 60;

/** Waits until so many more scans and deletions were acknowledged. */
export async function untilMore(load: Load, count: number): Promise<void> {
  const enough = load.acknowledged() + count;
  const isEnough = (): Promise<boolean> => Promise.resolve(load.acknowledged() >= enough);
  await until(`fewer than ${count} more were acknowledged`, isEnough, patience);
}
