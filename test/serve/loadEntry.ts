import * as v from 'valibot';
import { seeded } from '../../lab/training/random.ts';
import { Latencies } from './latencies.ts';
import { Ledger } from './ledger.ts';
import { Target, ToLoad, type FromLoad } from './load.ts';
import { kinds, sendTraffic } from './traffic.ts';

/** The process that `startLoad` starts: it ends when it is told to, or when whoever started it is gone. */

/** For each address and key. */
const clientsEach = 2;
const { addresses, keys, seed, kept } = v.parse(v.pipe(v.string(), v.parseJson(), Target), process.argv[2]);

const failures: { address: string; what: string }[] = [];
const latencies = new Latencies(kinds);
let isEnding = false;

function say(message: FromLoad): void {
  process.send?.(message);
}
const ledger = new Ledger((count) => {
  say({ kind: 'acknowledged', count });
});

process.on('message', (message) => {
  switch (v.parse(ToLoad, message)) {
    case 'sample':
      say({ kind: 'sampled', latencies: latencies.takeRecent() });
      break;
    case 'end':
      isEnding = true;
      break;
  }
});
process.on('disconnect', () => process.exit());

const clients = addresses.flatMap((address, server) =>
  keys.flatMap((key, account) =>
    Array.from({ length: clientsEach }, async (_, client) => {
      const name = `of-${server}-${account}-${client}`;
      const random = seeded(seed * 1000 + server * 100 + account * 10 + client);
      const own = kept.filter((report) => report.key === key).map(({ id }) => id);
      try {
        await sendTraffic({ address, key, name, kept: own, random }, ledger, latencies, () => isEnding);
      } catch (error) {
        failures.push({ address, what: error instanceof Error ? error.message : String(error) });
      }
    }),
  ),
);
await Promise.all(clients);
const { reports, unanswered } = ledger;
const outcome = { reports, unanswered, failures, latencies: latencies.all() };
// After a long load this is megabytes: the process ends once they are sent.
process.send?.({ kind: 'ended', outcome } satisfies FromLoad, undefined, undefined, () => {
  process.disconnect();
});
