import { fork } from 'node:child_process';
import * as v from 'valibot';
import { Latency } from './latencies.ts';

/** Where the load goes, and as whom. */
export const Target = v.object({
  addresses: v.array(v.string()),
  keys: v.array(v.string()),
  /** Of what each client chooses to send. */
  seed: v.optional(v.number(), 1),
  /** Reports that were there before: read, and never deleted. */
  kept: v.optional(v.array(v.object({ key: v.string(), id: v.string() })), []),
});
export type Target = v.InferInput<typeof Target>;

/** What the load knows of a report: `unknown` when its deletion was not answered. */
const Known = v.object({
  key: v.string(),
  id: v.string(),
  state: v.picklist(['stored', 'deleted', 'unknown']),
});
export type Known = v.InferOutput<typeof Known>;

const LatencyByKind = v.record(v.string(), Latency);
export type LatencyByKind = v.InferOutput<typeof LatencyByKind>;

const Outcome = v.object({
  reports: v.array(Known),
  /** How many scans were not answered: each is stored or not. */
  unanswered: v.number(),
  /** Requests that failed, by the address that they went to. */
  failures: v.array(v.object({ address: v.string(), what: v.string() })),
  /** Of the whole load. */
  latencies: LatencyByKind,
});
export type Outcome = v.InferOutput<typeof Outcome>;

/** What the load's process is told. */
export const ToLoad = v.picklist(['sample', 'end']);
export type ToLoad = v.InferOutput<typeof ToLoad>;

/** What the load's process says. */
export const FromLoad = v.variant('kind', [
  v.object({ kind: v.literal('acknowledged'), count: v.number() }),
  v.object({ kind: v.literal('sampled'), latencies: LatencyByKind }),
  v.object({ kind: v.literal('ended'), outcome: Outcome }),
]);
export type FromLoad = v.InferOutput<typeof FromLoad>;

export interface Load {
  /** How many scans and deletions were acknowledged so far. */
  acknowledged: () => number;
  /** The latencies since the last sample, by kind of request. */
  sample: () => Promise<LatencyByKind>;
  /** Settles when the load is over: it was ended, or every client of it had a request that failed. */
  ended: Promise<Outcome>;
  /** Sends nothing more, and waits for what is under way. */
  end: () => Promise<Outcome>;
}

/** Mixed traffic (traffic.ts) from another process, at all addresses at once, until it is ended. */
export function startLoad(target: Target): Load {
  const child = fork(new URL('loadEntry.ts', import.meta.url), [JSON.stringify(target)]);
  let acknowledged = 0;
  let takeSample: ((latencies: LatencyByKind) => void) | null = null;
  const ended = new Promise<Outcome>((resolve, reject) => {
    child.on('message', (message) => {
      const said = v.parse(FromLoad, message);
      switch (said.kind) {
        case 'acknowledged':
          acknowledged = said.count;
          break;
        case 'sampled':
          takeSample?.(said.latencies);
          break;
        case 'ended':
          resolve(said.outcome);
          break;
      }
    });
    // Not `exit`, which may come before the last message.
    child.once('close', (code) => {
      reject(new Error(`The load's process ended with ${code} and did not say what it saw.`));
    });
  });
  ended.catch(() => undefined); // whoever waits for the end hears of it
  const tell = (message: ToLoad): void => {
    // A load that is over hears nothing more.
    if (child.connected) child.send(message, () => undefined);
  };
  return {
    acknowledged: () => acknowledged,
    sample: () => {
      const sampled = new Promise<LatencyByKind>((resolve) => (takeSample = resolve));
      tell('sample');
      // A load that is over has nothing more to say.
      const nothing = (): LatencyByKind => ({});
      return Promise.race([sampled, ended.then(nothing, nothing)]);
    },
    ended,
    end: () => {
      tell('end');
      return ended;
    },
  };
}
