import { startPostgres, type PostgresServer } from '../../rig/postgres.ts';

let server: PostgresServer | undefined;

before(async function () {
  this.timeout(120_000);
  server = await startPostgres();
});
after(() => server?.stop());

/** The server that all tests share, each with databases of its own. */
export function postgres(): PostgresServer {
  if (!server) throw new Error('PostgreSQL runs while tests run, not before.');
  return server;
}
