import assert from 'node:assert/strict';
import { join } from 'node:path';
import { serve } from '../../test/serve/server.ts';
import type { Fault } from './fault.ts';
import { requireKept, requireSound, storedIn } from './kept.ts';
import { keysOfNewAccounts } from './keys.ts';
import { underLoad, untilMore } from './underLoad.ts';

export const twoServers: Fault = {
  name: 'two-servers',
  title:
    'two servers write to one SQLite database, one is killed, and the other neither fails nor loses anything',
  isQuick: false,
  async play({ folder, random }) {
    const database = join(folder, 'inkling.sqlite');
    const keys = await keysOfNewAccounts(database, 2);
    const servers = await Promise.all([1, 2].map(() => serve(database, '--rate-limit', '0')));
    const killed = random.pick(servers);
    const outcome = await underLoad(servers, keys, random, async (load) => {
      await untilMore(load, random.whole(20, 150));
      await killed.end('SIGKILL');
      await untilMore(load, 50);
    });
    const elsewhere = outcome.failures.filter(({ address }) => address !== killed.address);
    assert.deepEqual(elsewhere, [], 'a request to the process that was not killed failed');
    for (const survivor of servers) {
      if (survivor === killed) continue;
      await requireKept(survivor, keys, outcome);
      await survivor.end('SIGTERM');
    }
    requireSound(database);
    return `${storedIn(outcome)} reports kept`;
  },
};
