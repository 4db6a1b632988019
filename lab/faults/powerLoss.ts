import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { idIn, scan } from '../../test/serve/requests.ts';
import { serve, until } from '../../test/serve/server.ts';
import type { Fault } from './fault.ts';
import { requireSound } from './kept.ts';
import { keysOfNewAccounts } from './keys.ts';
import { overwrite } from './overwrite.ts';
import type { Random } from './random.ts';

const copies = 4;
const writers = 6;

export const powerLoss: Fault = {
  name: 'power-loss',
  title: 'what the files hold at any moment opens again, with every report acknowledged before',
  isQuick: false,
  missing: () => (process.platform === 'win32' ? 'Windows can’t hold a process' : null),
  async play({ folder, random }) {
    const database = join(folder, 'inkling.sqlite');
    const [key = ''] = await keysOfNewAccounts(database, 1);
    const server = await serve(database, '--rate-limit', '0');
    const acknowledged: string[] = [];
    let isDone = false;
    const writing = Array.from({ length: writers }, async () => {
      while (!isDone)
        acknowledged.push(await idIn(await scan(server, key, 'The lamps went out one by one. '.repeat(40))));
    });
    const taken: { copy: string; before: string[] }[] = [];
    try {
      for (let number = 0; number < copies; number++) {
        const enough = acknowledged.length + random.whole(1, 40);
        await until('too little was acknowledged', () => Promise.resolve(acknowledged.length >= enough));
        const before = [...acknowledged];
        process.kill(server.pid, 'SIGSTOP'); // so that the files do not change during the copy
        const copy = copyFiles(database, join(folder, `copy-${number}`));
        process.kill(server.pid, 'SIGCONT');
        taken.push({ copy, before });
      }
    } finally {
      isDone = true;
      await Promise.all(writing);
    }
    await server.end('SIGTERM');

    for (const { copy, before } of taken) {
      const torn = copyFiles(copy, join(folder, `torn-${before.length}`));
      requireAll(copy, before);
      damageWal(torn, random);
      requireSound(torn);
    }
    const restarted = await serve(taken.at(-1)!.copy, '--rate-limit', '0');
    await idIn(await scan(restarted, key, 'When the light came back, the kettle went on.'));
    return `${copies} copies of up to ${acknowledged.length} reports opened, and as many with a damaged log`;
  },
};

/**
 * Copies the database and the files that belong to it.
 * @returns the copy's path.
 */
function copyFiles(database: string, folder: string): string {
  mkdirSync(folder);
  const copy = join(folder, 'inkling.sqlite');
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(database + suffix)) copyFileSync(database + suffix, copy + suffix);
  }
  return copy;
}

function requireAll(database: string, ids: readonly string[]): void {
  const opened = new DatabaseSync(database);
  const find = opened.prepare('SELECT count(*) AS n FROM reports WHERE id = ?');
  const lost = ids.filter((id) => find.get(id)?.['n'] !== 1);
  opened.close();
  assert.deepEqual(lost, [], 'acknowledged before the copy, and not in it');
  requireSound(database);
}

/** Simulates the end of a log after a power failure: missing or random bytes. */
function damageWal(database: string, random: Random): void {
  const wal = `${database}-wal`;
  const { size = 0 } = statSync(wal, { throwIfNoEntry: false }) ?? {};
  if (size === 0) return;
  const from = random.whole(0, size - 1);
  if (random.pick([true, false])) truncateSync(wal, from);
  else overwrite(wal, from, random.bytes(Math.min(size - from, 10_000)));
}
