import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../rig/paths.ts';
import { inkling } from './cli/run.ts';

/** Ended after each test, if the test did not. */
const running = new Set<ChildProcess>();
afterEach(async () => {
  for (const child of running) if (child.exitCode === null && child.signalCode === null) await kill(child);
  running.clear();
});

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

export interface Server {
  address: string;
  port: number;
  pid: number;
  /** Its log so far. */
  log: () => string;
  /** Sends the signal and waits for the end. @returns the exit code, `null` when the signal ended it. */
  end: (signal: NodeJS.Signals) => Promise<number | null>;
}

/** Starts `inkling serve` on a free port of 127.0.0.1 and waits for the line that says it is ready. */
export async function serve(database: string, ...args: string[]): Promise<Server> {
  return start(join(root, 'src/cli/main.ts'), database, args);
}

/**
 * The same from a program of one's choice.
 * @param within a command that becomes the one behind it, such as `env` or `nice`.
 */
export async function start(
  main: string,
  database: string,
  args: readonly string[],
  within: readonly string[] = [],
): Promise<Server> {
  const own = [process.execPath, main, 'serve', '--port', '0', '--database', database, ...args];
  const [command = '', ...rest] = [...within, ...own];
  const child = spawn(command, rest);
  running.add(child);
  let [out, err] = ['', ''];
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (err += chunk));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      out += chunk;
      if (out.includes('\n')) resolve();
    });
    void ended.then(() => {
      reject(new Error(`inkling serve ended before it was ready: ${err}`));
    });
  });
  const address = /^Inkling is ready at (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(out)?.[1];
  assert.ok(address, `“${out}” is not the one line that says where it is`);
  return {
    address,
    port: Number(new URL(address).port),
    pid: child.pid ?? 0,
    log: () => err,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Makes an account and issues a key, as an administrator does. */
export async function issueKey(database: string, account: string): Promise<string> {
  const made = await inkling(['account', 'create', account, '--database', database], root);
  assert.equal(made.code, 0, made.stderr);
  const issued = await inkling(['key', 'issue', account, '--database', database], root);
  assert.match(issued.stdout, /^ink_[\w-]{43}\n$/, issued.stderr);
  return issued.stdout.trim();
}

/** Waits until it is so, and fails after so many seconds: as many as a test may take, nearly. */
export async function until(what: string, isSo: () => Promise<boolean>, seconds = 50): Promise<void> {
  for (let tries = 0; tries < seconds * 50; tries++) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.fail(`waited ${seconds} s, but ${what}`);
}
