import assert from 'node:assert/strict';
import { idIn, scan } from '../../test/serve/requests.ts';
import { serve, until } from '../../test/serve/server.ts';
import type { Fault } from './fault.ts';
import { requireKept, storedIn } from './kept.ts';
import { keysOfNewAccounts } from './keys.ts';
import { forNow, underLoad, untilMore } from './underLoad.ts';

export const killPostgres: Fault = {
  name: 'kill-postgres',
  title: 'kill -9 of PostgreSQL loses nothing, and the servers go on by themselves once it is back',
  isQuick: false,
  async play({ random, postgres }) {
    const cluster = await postgres();
    const database = await cluster.createDatabase();
    const keys = await keysOfNewAccounts(database, 2);
    const servers = await Promise.all([1, 2].map(() => serve(database, '--rate-limit', '0')));
    const outcome = await underLoad(servers, keys, random, async (load) => {
      await untilMore(load, random.whole(10, 100));
      await cluster.crash();
    });
    for (const { what } of outcome.failures) assert.match(what, forNow);
    await cluster.resume();
    for (const server of servers) {
      await until('a server did not become ready again', async () =>
        (await fetch(`${server.address}/readyz`)).ok,
      ); // prettier-ignore
      await requireKept(server, keys, outcome);
    }
    const [key] = await keysOfNewAccounts(database, 1);
    for (const server of servers)
      await idIn(await scan(server, key ?? '', 'We went on as if nothing had been.'));
    return `${storedIn(outcome)} reports kept, ${outcome.failures.length} requests told to come back`;
  },
};
