import assert from 'node:assert/strict';
import { join } from 'node:path';
import { run } from '../../test/rig/postgres.ts';
import { idIn, scan, totalOf } from '../../test/serve/requests.ts';
import { serve } from '../../test/serve/server.ts';
import type { Fault, Stage } from './fault.ts';
import { requireSound } from './kept.ts';
import { keysOfNewAccounts } from './keys.ts';
import { servePreloaded } from './preloaded.ts';

/** Roughly the number of statements of the first schema in SQLite; PostgreSQL receives it as one. */
const maxStatements = 36;
const maxStatementsPostgres = 4;

export const halfMigration: Fault = {
  name: 'half-migration',
  title: 'a migration that is killed between its statements is undone, and done by the next start',
  isQuick: true,
  async play({ folder, random }) {
    const database = join(folder, 'inkling.sqlite');
    const statements = random.whole(0, maxStatements);
    const wasKilled = await startUntilKilled(database, statements);
    await requireUsable(database);
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
    const statements = random.whole(0, maxStatementsPostgres);
    const wasKilled = await startUntilKilled(database, statements);
    if (wasKilled) {
      const left = await run(database, "SELECT 1 FROM pg_namespace WHERE nspname = 'inkling'");
      assert.deepEqual(left, [], 'something of it was left');
    }
    await requireUsable(database);
    return `${wasKilled ? 'killed' : 'done'} before statement ${statements + 1}`;
  },
};

async function requireUsable(database: string): Promise<void> {
  const [key = ''] = await keysOfNewAccounts(database, 1);
  const server = await serve(database);
  await idIn(await scan(server, key, 'The house has stood here since before the road.'));
  assert.equal(await totalOf(server, key), 1);
  await server.end('SIGTERM');
}

/** @returns whether it was killed; otherwise it had fewer statements. */
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
