import assert from 'node:assert/strict';
import { join } from 'node:path';
import { idIn, scan, totalOf } from '../../test/serve/requests.ts';
import { serve, type Server } from '../../test/serve/server.ts';
import { inklingProcess } from '../../test/serve/cli/run.ts';
import type { Fault } from './fault.ts';
import { requireKept, requireSound, storedIn } from './kept.ts';
import { keysOfNewAccounts } from './keys.ts';
import { cannotMount, mountDisk } from './mount.ts';
import { forNow, underLoad, untilMore } from './underLoad.ts';

const words = 'The cellar was full to the ceiling with jars that nobody had labelled. ';

export const fullDisk: Fault = {
  name: 'full-disk',
  title: 'a full disk refuses what is new, loses nothing, and heals once there is room',
  isQuick: false,
  missing: cannotMount,
  async play({ folder, random }) {
    const disk = mountDisk(folder, random.whole(500, 3000));
    try {
      const database = join(folder, 'inkling.sqlite');
      const keys = await keysOfNewAccounts(database, 3);
      const [filling = '', ...loaded] = keys;
      const server = await serve(database, '--rate-limit', '0');
      const outcome = await underLoad([server], loaded, random, async (load) => {
        await untilMore(load, random.whole(1, 20));
        await fill(server, filling);
      });
      for (const { what } of outcome.failures) assert.match(what, forNow);
      const filled = await totalOf(server, filling);
      await requireKept(server, loaded, outcome);

      await server.end('SIGKILL');
      const backup = await inklingProcess(['backup', join(folder, 'copy'), '--database', database], folder);
      const restarted = await serve(database, '--rate-limit', '0').catch((error: unknown) => String(error));
      if (typeof restarted === 'string') assert.match(restarted, /disk .*full/);

      disk.resize(64 * 1024);
      const again = typeof restarted === 'string' ? await serve(database, '--rate-limit', '0') : restarted;
      await idIn(await scan(again, filling, words));
      assert.equal(await totalOf(again, filling), filled + 1);
      await requireKept(again, loaded, outcome);
      await again.end('SIGTERM');
      requireSound(database);
      return `${filled + storedIn(outcome)} reports kept, restart on the full disk ${typeof restarted === 'string' ? 'refused' : 'done'}, backup ${backup.code === 0 ? 'done' : 'refused'}`;
    } finally {
      disk.unmount();
    }
  },
};

/** Scans until the disk is full. */
async function fill(server: Server, key: string): Promise<void> {
  for (let tries = 0; tries < 1000; tries++) {
    const response = await scan(server, key, words.repeat(100));
    if (response.ok) continue;
    assert.equal(response.status, 503);
    assert.match(response.headers.get('Retry-After') ?? '', /^\d+$/);
    return;
  }
  assert.fail('a thousand reports, and the disk is not full');
}
