import { startPostgres, type PostgresServer } from '../../rig/postgres.ts';

let server: Promise<PostgresServer> | undefined;

after(async () => (await server)?.stop());

/** The server that all tests share, each with databases of its own. It starts, for seconds, when the first asks for it. */
export function postgres(): Promise<PostgresServer> {
  return (server ??= startPostgres());
}

/** Milliseconds that a hook may take in which the server may start. */
export const startTimeout = 120_000;
