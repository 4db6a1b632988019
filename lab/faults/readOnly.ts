import assert from 'node:assert/strict';
import { chmodSync, chownSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../test/rig/paths.ts';
import { idIn, scan, totalOf } from '../../test/serve/requests.ts';
import { start } from '../../test/serve/server.ts';
import type { Fault } from './fault.ts';
import { requireSound } from './kept.ts';
import { keysOfNewAccounts } from './keys.ts';

/** Debian's `nobody`, because nothing is read-only for root. */
const user = 65534;
const as = ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'];

export const readOnly: Fault = {
  name: 'read-only',
  title:
    'a database that may only be read is refused by its name, left as it is, and used again once it may be written',
  isQuick: false,
  missing: () => (process.getuid?.() === 0 ? null : 'it takes root, to become another user'),
  async play({ folder, random }) {
    const database = join(folder, 'inkling.sqlite');
    const [key = ''] = await keysOfNewAccounts(database, 1);
    chownSync(folder, user, user);
    chownSync(database, user, user);
    const serve = () => start(join(root, 'src/cli/main.ts'), database, [], as);
    const first = await serve();
    await idIn(await scan(first, key, 'The seal on the drawer was whole.'));
    const what = random.pick(['the file', 'its folder', 'the folder and all in it'] as const);
    // Files left by a kill could be written without writing to their folder.
    await first.end(what === 'its folder' ? 'SIGTERM' : random.pick(['SIGTERM', 'SIGKILL']));

    const files = readdirSync(folder).map((name) => join(folder, name));
    if (what === 'the file') chmodSync(database, 0o400);
    if (what === 'the folder and all in it') for (const file of files) chmodSync(file, 0o400);
    if (what !== 'the file') chmodSync(folder, 0o500);
    const before = files.map((file) => readFileSync(file));
    const refusal = await serve().then(
      () => assert.fail(`it serves although ${what} is read-only`),
      (error: unknown) => String(error),
    );
    assert.ok(refusal.includes(database), refusal);
    assert.match(refusal, /can’t be opened for reading and writing/);
    for (const [index, file] of files.entries()) {
      const same = readFileSync(file).equals(before[index]!);
      assert.ok(same, `${file} was changed although ${what} is read-only: ${refusal}`);
    }

    chmodSync(folder, 0o700);
    for (const file of files) chmodSync(file, 0o600);
    const again = await serve();
    assert.equal(await totalOf(again, key), 1);
    await idIn(await scan(again, key, 'And the drawer opens again.'));
    await again.end('SIGTERM');
    requireSound(database);
    return `${what} was read-only`;
  },
};
