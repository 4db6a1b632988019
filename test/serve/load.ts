import { fork } from 'node:child_process';
import * as v from 'valibot';

/** Where the load goes, and as whom. */
export const Target = v.object({ addresses: v.array(v.string()), keys: v.array(v.string()) });
export type Target = v.InferOutput<typeof Target>;

/** What the load knows of a report: `unknown` when its deletion was not answered. */
const Known = v.object({
  key: v.string(),
  id: v.string(),
  state: v.picklist(['stored', 'deleted', 'unknown']),
});
export type Known = v.InferOutput<typeof Known>;

const Outcome = v.object({
  reports: v.array(Known),
  /** How many scans were not answered: each is stored or not. */
  unanswered: v.number(),
  /** Requests that failed, by the address that they went to. */
  failures: v.array(v.object({ address: v.string(), what: v.string() })),
});
export type Outcome = v.InferOutput<typeof Outcome>;

/** What the load's process says. */
export const FromLoad = v.variant('kind', [
  v.object({ kind: v.literal('acknowledged'), count: v.number() }),
  v.object({ kind: v.literal('ended'), outcome: Outcome }),
]);
export type FromLoad = v.InferOutput<typeof FromLoad>;

export interface Load {
  /** How many scans and deletions were acknowledged so far. */
  acknowledged: () => number;
  /** Sends nothing more, and waits for what is under way. */
  end: () => Promise<Outcome>;
}

/** Scans, shows, lists and deletes from another process, at all addresses at once, until it is ended. */
export function startLoad(target: Target): Load {
  const child = fork(new URL('loadEntry.ts', import.meta.url), [JSON.stringify(target)]);
  let acknowledged = 0;
  const ended = new Promise<Outcome>((resolve, reject) => {
    child.on('message', (message) => {
      const said = v.parse(FromLoad, message);
      if (said.kind === 'ended') resolve(said.outcome);
      else acknowledged = said.count;
    });
    child.once('exit', () => {
      reject(new Error('The load ended before it was told to.'));
    });
  });
  ended.catch(() => undefined); // whoever waits for the end hears of it
  return {
    acknowledged: () => acknowledged,
    end: () => {
      if (child.connected) child.send('end'); // not when all its requests have failed
      return ended;
    },
  };
}
