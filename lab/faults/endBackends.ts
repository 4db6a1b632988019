import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { run } from '../../test/rig/postgres.ts';
import { serve } from '../../test/serve/server.ts';
import type { Fault } from './fault.ts';
import { requireKept, storedIn } from './kept.ts';
import { keysOfNewAccounts } from './keys.ts';
import { forNow, underLoad, untilMore } from './underLoad.ts';

/** Maximum tries to find a connection within a transaction. */
const maxTries = 500;

/**
 * Ends one connection to this database that has an open transaction.
 * @returns the number of connections it ended.
 */
const endOne = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
    AND backend_type = 'client backend' LIMIT 1`;

export const endBackends: Fault = {
  name: 'end-backends',
  title: 'a connection that PostgreSQL ends in the middle of a transaction leaves nothing by half',
  isQuick: false,
  async play({ random, postgres }) {
    const database = await (await postgres()).createDatabase();
    const keys = await keysOfNewAccounts(database, 4);
    const server = await serve(database, '--rate-limit', '0');
    const wanted = random.whole(1, 5);
    let ended = 0;
    const outcome = await underLoad([server], keys, random, async (load) => {
      await untilMore(load, random.whole(5, 50));
      for (let tries = 0; tries < maxTries && ended < wanted; tries++) {
        ended += (await run(database, endOne)).length;
        await delay(random.whole(0, 20));
      }
    });
    assert.ok(ended > 0, 'no transaction was met');
    for (const { what } of outcome.failures) assert.match(what, forNow);
    await requireKept(server, keys, outcome);
    return `${ended} connections ended, ${outcome.failures.length} requests told to come back, ${storedIn(outcome)} reports kept`;
  },
};
