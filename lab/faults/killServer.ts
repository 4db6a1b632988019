import assert from 'node:assert/strict';
import { join } from 'node:path';
import { serve } from '../../test/serve/server.ts';
import type { Fault } from './fault.ts';
import { requireKept, requireSound, storedIn } from './kept.ts';
import { keysOfNewAccounts } from './keys.ts';
import { underLoad, untilMore } from './underLoad.ts';

export const killServer: Fault = {
  name: 'kill-server',
  title: 'kill -9 of the server on SQLite loses nothing that was acknowledged',
  isQuick: false,
  async play({ folder, random }) {
    const database = join(folder, 'inkling.sqlite');
    const keys = await keysOfNewAccounts(database, 2);
    const server = await serve(database, '--rate-limit', '0');
    const outcome = await underLoad([server], keys, random, async (load) => {
      await untilMore(load, random.whole(10, 100));
      await server.end('SIGKILL');
    });
    assert.ok(outcome.failures.length > 0, 'the load did not notice');
    const again = await serve(database, '--rate-limit', '0');
    await requireKept(again, keys, outcome);
    assert.equal(await again.end('SIGTERM'), 0);
    requireSound(database);
    return `${storedIn(outcome)} reports kept`;
  },
};
