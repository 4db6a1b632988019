import { startLoad, type Load, type Outcome } from '../serve/load.ts';
import { until } from '../serve/server.ts';

/** Loads the servers while `work` goes on. @returns what the load knows in the end. */
export async function underLoad(
  servers: readonly { address: string }[],
  keys: string[],
  work: (load: Load) => Promise<void>,
): Promise<Outcome> {
  const load = startLoad({ addresses: servers.map(({ address }) => address), keys });
  let outcome: Outcome | undefined;
  try {
    await work(load);
  } finally {
    outcome = await load.end();
  }
  return outcome;
}

/** Waits until so many more scans and deletions were acknowledged. */
export async function untilMore(load: Load, count: number): Promise<void> {
  const enough = load.acknowledged() + count;
  await until(`fewer than ${count} more were acknowledged`, () =>
    Promise.resolve(load.acknowledged() >= enough),
  );
}
