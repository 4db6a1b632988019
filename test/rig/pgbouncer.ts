/** A PgBouncer of the tests' own before their PostgreSQL: Debian's, which is older than named prepared statements. */
import { chown, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { aptInstall, findProgram } from './install.ts';
import { freePort, unprivileged } from './postgres.ts';
import { startGroup, stopGroup } from './processes.ts';
import { temporaryFolder } from './temporaryFolder.ts';

/** Milliseconds: the tests that need it are left out then, for which mocha waits longer. */
const installLimit = 90_000;

export interface PgBouncer {
  /** The address of the same database by way of it: `postgres://...`. */
  address: string;
  stop(): Promise<void>;
}

/** @returns the program's path, installed if it is missing; `undefined` where it can't be, nor in time. */
export async function installPgBouncer(): Promise<string | undefined> {
  const find = () => findProgram('pgbouncer') ?? findProgram('/usr/sbin/pgbouncer');
  const tooLong = () => delay(installLimit, false, { ref: false });
  return find() ?? ((await Promise.race([aptInstall(['pgbouncer']), tooLong()])) ? find() : undefined);
}

/**
 * Starts one on a free port of 127.0.0.1, with fewer connections to the server than a pool of ours makes to it.
 * @param database its address: `postgres://...`.
 * @throws if it does not start; with what it wrote.
 */
export async function startPgBouncer(
  program: string,
  mode: 'session' | 'transaction',
  database: string,
): Promise<PgBouncer> {
  const { hostname, port, username, password, pathname } = new URL(database);
  const name = pathname.slice(1);
  const folder = temporaryFolder('pgbouncer');
  const own = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
${name} = host=${hostname} port=${port} dbname=${name} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${mode === 'session' ? 20 : 3}
`,
  );
  for (const path of [folder, file])
    if (unprivileged !== undefined) await chown(path, unprivileged, unprivileged);
  const child = startGroup(program, [file], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(unprivileged !== undefined && { uid: unprivileged, gid: unprivileged }),
  });
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-8000)));
  const stop = () => stopGroup(child);
  const deadline = Date.now() + 20_000;
  while (!(await listens(own))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`PgBouncer did not start:\n${output}`);
    }
    await delay(50);
  }
  return { address: `postgres://${username}:any@127.0.0.1:${own}/${name}`, stop };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}
