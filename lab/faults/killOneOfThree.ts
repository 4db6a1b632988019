import assert from 'node:assert/strict';
import { serve } from '../../test/serve/server.ts';
import type { Fault } from './fault.ts';
import { requireKept, storedIn } from './kept.ts';
import { keysOfNewAccounts } from './keys.ts';
import { underLoad, untilMore } from './underLoad.ts';

export const killOneOfThree: Fault = {
  name: 'kill-one-of-three',
  title: 'kill -9 of one of three servers on PostgreSQL loses nothing and fails no request to the others',
  isQuick: false,
  async play({ random, postgres }) {
    const database = await (await postgres()).createDatabase();
    const keys = await keysOfNewAccounts(database, 2);
    const servers = await Promise.all([1, 2, 3].map(() => serve(database, '--rate-limit', '0')));
    const killed = random.pick(servers);
    const survivor = random.pick(servers.filter((server) => server !== killed));
    const outcome = await underLoad(servers, keys, random, async (load) => {
      await untilMore(load, random.whole(10, 100));
      await killed.end('SIGKILL');
      await untilMore(load, 50);
    });
    const elsewhere = outcome.failures.filter(({ address }) => address !== killed.address);
    assert.deepEqual(elsewhere, [], 'a request to a process that was not killed failed');
    await requireKept(survivor, keys, outcome);
    return `${storedIn(outcome)} reports kept`;
  },
};
