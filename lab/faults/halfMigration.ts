import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { digestOfKey, newApiKey } from '../../src/service/account/apiKey.ts';
import { migrations } from '../../src/service/store/sqlite/migrations.ts';
import { run } from '../../test/rig/postgres.ts';
import { idIn, scan, totalOf } from '../../test/serve/requests.ts';
import { serve } from '../../test/serve/server.ts';
import type { Fault, Stage } from './fault.ts';
import { requireSound } from './kept.ts';
import { keysOfNewAccounts } from './keys.ts';
import { servePreloaded } from './preloaded.ts';

/** About as many as the migrations have. */
const maxStatements = 40;

export const halfMigration: Fault = {
  name: 'half-migration',
  title: 'a migration that is killed between its statements is undone, and done by the next start',
  isQuick: true,
  async play({ folder, random }) {
    const database = join(folder, 'inkling.sqlite');
    const key = newApiKey();
    writeFirstFormat(database, key);
    const statements = random.whole(0, maxStatements);
    const wasKilled = await startUntilKilled(database, statements);
    const server = await serve(database);
    assert.equal(await totalOf(server, key), 0);
    await idIn(await scan(server, key, 'The house has stood here since before the road.'));
    await server.end('SIGTERM');
    assert.equal(requireSound(database), 1);
    return `${wasKilled ? 'killed' : 'done'} before statement ${statements + 1}`;
  },
};

export const halfMigrationPostgres: Fault = {
  ...halfMigration,
  name: 'half-migration-postgres',
  isQuick: false,
  async play({ random, postgres }: Stage) {
    const database = await (await postgres()).createDatabase();
    const statements = random.whole(0, maxStatements);
    const wasKilled = await startUntilKilled(database, statements);
    if (wasKilled) {
      const left = await run(database, "SELECT 1 FROM pg_namespace WHERE nspname = 'inkling'");
      assert.deepEqual(left, [], 'something of it was left');
    }
    const [key = ''] = await keysOfNewAccounts(database, 1);
    const server = await serve(database);
    await idIn(await scan(server, key, 'The house has stood here since before the road.'));
    assert.equal(await totalOf(server, key), 1);
    return `${wasKilled ? 'killed' : 'done'} before statement ${statements + 1}`;
  },
};

/** A database of the first format, as an early version of Inkling made it, with an account and its key. */
function writeFirstFormat(database: string, key: string): void {
  const old = new DatabaseSync(database);
  old.exec(migrations[0]);
  old.exec('PRAGMA application_id = 1231973228; PRAGMA user_version = 1');
  old.exec("INSERT INTO accounts (id, name) VALUES ('0199f3a0-0000-7000-8000-000000000000', 'local')");
  old
    .prepare("INSERT INTO keys (digest, account) VALUES (?, '0199f3a0-0000-7000-8000-000000000000')")
    .run(digestOfKey(key));
  old.close();
}

/** @returns whether it was killed; else it had fewer statements. */
async function startUntilKilled(database: string, statements: number): Promise<boolean> {
  try {
    const variables = { FAULTS_STATEMENTS: String(statements) };
    await (await servePreloaded('migration', database, variables)).end('SIGTERM');
    return false;
  } catch (error) {
    assert.match(String(error), /ended before it was ready: $/, 'it ended by something else than the kill');
    return true;
  }
}
