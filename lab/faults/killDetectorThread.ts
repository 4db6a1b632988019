import assert from 'node:assert/strict';
import { join } from 'node:path';
import { idIn, scan } from '../../test/serve/requests.ts';
import { until } from '../../test/serve/server.ts';
import type { Fault } from './fault.ts';
import { requireKept, requireSound, storedIn } from './kept.ts';
import { keysOfNewAccounts } from './keys.ts';
import { servePreloaded } from './preloaded.ts';
import { underLoad, untilMore } from './underLoad.ts';

const long = 'We mended the gate, and by noon the wind had it off its hinges again. '.repeat(14_000);

export const killDetectorThread: Fault = {
  name: 'kill-detector-thread',
  title: 'a detector thread that dies fails the text it had and no other request',
  isQuick: true,
  missing: () => (process.platform === 'win32' ? 'Windows has no signals of one’s own' : null),
  async play({ folder, random }) {
    const database = join(folder, 'inkling.sqlite');
    const keys = await keysOfNewAccounts(database, 2);
    const [key = ''] = await keysOfNewAccounts(database, 1);
    const server = await servePreloaded('detectorThreads', database);
    // Each may stop one of the load's four clients, and one must remain.
    const deaths = random.whole(1, 3);
    let failed = 0;
    const outcome = await underLoad([server], keys, random, async (load) => {
      for (let death = 0; death < deaths; death++) {
        await untilMore(load, random.whole(5, 30));
        const doomed = scan(server, key, long);
        await new Promise((resolve) => setTimeout(resolve, random.whole(0, 400)));
        process.kill(server.pid, 'SIGUSR2');
        const { status } = await doomed;
        assert.ok(status === 201 || status === 500, `the text that the thread had was answered ${status}`);
        if (status === 500) failed += 1;
        await until('no thread came in its place', () =>
          Promise.resolve(server.log().split('a detector thread died').length - 1 === death + 1),
        );
      }
      await untilMore(load, 20);
    });
    assert.ok(outcome.failures.length <= deaths, 'more texts failed than threads died');
    for (const { what } of outcome.failures) assert.match(what, /The service failed/);
    await idIn(await scan(server, key, 'The gate held in the end.'));
    await requireKept(server, keys, outcome);
    await server.end('SIGKILL');
    requireSound(database);
    return `${deaths} threads died, ${outcome.failures.length + failed} texts failed, ${storedIn(outcome)} reports kept`;
  },
};
