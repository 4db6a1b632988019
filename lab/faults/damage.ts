import assert from 'node:assert/strict';
import { copyFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { call, everyReport, scan } from '../../test/serve/requests.ts';
import { serve, type Server } from '../../test/serve/server.ts';
import { inklingProcess } from '../../test/serve/cli/run.ts';
import type { Fault } from './fault.ts';
import { requireSound } from './kept.ts';
import { keysOfNewAccounts } from './keys.ts';
import { overwrite } from './overwrite.ts';
import type { Random } from './random.ts';

const Shown = v.object({
  data: v.object({ id: v.string(), title: v.string(), content: v.string(), result: v.unknown() }),
});
type Shown = v.InferOutput<typeof Shown>;

const damages: Record<string, (file: string, random: Random) => void> = {
  'random pages overwritten': (file, random) => {
    for (let count = random.whole(1, 8); count > 0; count--) {
      overwrite(file, 4096 * random.whole(1, statSync(file).size / 4096 - 1), random.bytes(4096));
    }
  },
  'some bytes overwritten': (file, random) => {
    for (let count = random.whole(1, 20); count > 0; count--) {
      const length = random.whole(1, 64);
      overwrite(file, random.whole(4096, statSync(file).size - length), random.bytes(length));
    }
  },
  'the header destroyed': (file, random) => {
    overwrite(file, 0, random.bytes(random.whole(16, 4096)));
  },
  'the end cut off': (file, random) => {
    truncateSync(file, random.whole(1, statSync(file).size - 1));
  },
  'no database': (file, random) => {
    writeFileSync(file, random.bytes(random.whole(1, 20_000)));
  },
};

export const damage: Fault = {
  name: 'damage',
  title: 'a damaged database is refused by its name or answers no wrong report, and a backup can be put back',
  isQuick: true,
  async play({ folder, random }) {
    const database = join(folder, 'inkling.sqlite');
    const backup = join(folder, 'backup.sqlite');
    const [key = ''] = await keysOfNewAccounts(database, 1);
    const stored = await fill(database, key, random);
    assert.equal((await inklingProcess(['backup', backup, '--database', database], folder)).code, 0);
    const what = random.pick(Object.keys(damages));
    damages[what]?.(database, random);

    const started = await serve(database, '--rate-limit', '0').catch((error: unknown) => String(error));
    const seen = typeof started === 'string' ? refused(started, database) : await ask(started, key, stored);
    if (typeof started !== 'string') await started.end('SIGTERM');
    const another = await inklingProcess(
      ['backup', join(folder, 'another.sqlite'), '--database', database],
      folder,
    );
    if (seen !== allRight) {
      assert.equal(another.code, 2, `a damaged database was backed up: ${what}, ${seen}`);
      refused(another.stderr, database);
    }

    for (const file of [database, `${database}-wal`, `${database}-shm`]) rmSync(file, { force: true });
    copyFileSync(backup, database);
    const again = await serve(database, '--rate-limit', '0');
    for (const [id, shown] of stored) assert.deepEqual(await show(again, key, id), shown);
    assert.equal((await scan(again, key, 'It went on.')).status, 201);
    await again.end('SIGTERM');
    assert.equal(requireSound(database), stored.size + 1);
    return `${what}: ${seen}`;
  },
};

async function fill(database: string, key: string, random: Random): Promise<Map<string, Shown>> {
  const server = await serve(database, '--rate-limit', '0');
  const stored = new Map<string, Shown>();
  for (let made = 0; made < 25; made++) {
    const words = Array.from({ length: random.whole(20, 2000) }, () => random.whole(0, 99_999).toString(36));
    const body = new URLSearchParams({
      content: words.join(' '),
      title: words.slice(0, 5).join('-'),
      project: `p${made % 3}`,
    });
    const response = await call(server, key, '/reports', { method: 'POST', body });
    assert.equal(response.status, 201);
    const shown = v.parse(Shown, await response.json());
    stored.set(shown.data.id, shown);
  }
  await server.end('SIGTERM');
  return stored;
}

function refused(error: string, database: string): string {
  assert.ok(error.includes(database), error);
  assert.match(error, / is damaged\..* restore a backup/);
  return 'refused';
}

const allRight = 'nothing that was asked for was hit';

/**
 * Requests everything. Answers must be correct. Reports that a damaged index misses look like ones that never
 * existed; only reading the whole file, as `inkling backup` does, can find them.
 */
async function ask(server: Server, key: string, stored: ReadonlyMap<string, Shown>): Promise<string> {
  const statuses: number[] = [];
  for (const [id, expected] of stored) {
    const shown = await show(server, key, id);
    if (typeof shown === 'number') statuses.push(shown);
    else assert.deepEqual(shown, expected, 'a wrong report was answered');
  }
  for (const status of statuses) assert.ok(status === 404 || status === 500, `answered ${status}`);
  const listed = await everyReport(server, key).then(
    ({ items }) => items.filter(({ id }) => stored.has(id)).length,
    () => 0,
  );
  if (statuses.length === 0 && listed === stored.size) return allRight;
  const failed = statuses.filter((status) => status === 500).length;
  return `${failed} reports failed, ${statuses.length - failed} not found, ${listed} listed`;
}

async function show(server: Server, key: string, id: string): Promise<Shown | number> {
  const response = await call(server, key, `/reports/${id}`);
  return response.ok ? v.parse(Shown, await response.json()) : response.status;
}
