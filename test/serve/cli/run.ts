import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runCommandLine } from '../../../src/cli/program.ts';
import { temporaryFolder } from '../../rig/temporaryFolder.ts';

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export const main = resolve(import.meta.dirname, '../../../src/cli/main.ts');

/** The command line, running in `folder`. */
export function start(
  args: readonly string[],
  folder: string,
  environment: NodeJS.ProcessEnv = {},
): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [main, ...args], { cwd: folder, env: { ...process.env, ...environment } });
}

/** Runs the command line in a process of its own, as a user does, and waits for its end. */
export async function inklingProcess(args: readonly string[], folder: string, input = ''): Promise<Ended> {
  const child = start(args, folder);
  child.stdin.end(input);
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'close') as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, stdout, stderr };
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs the command line within this process, which spares the second that a process takes to start, and waits for its
 * end. One after the other: a process works in one folder.
 */
export function inkling(
  args: readonly string[],
  folder: string,
  input: string | Uint8Array = '',
): Promise<Ended> {
  const ended = last.then(async () => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const written = Promise.all([text(stdout), text(stderr)]);
    const workingFolder = process.cwd();
    process.chdir(folder);
    try {
      const code = await runCommandLine(args, { stdin: Readable.from([Buffer.from(input)]), stdout, stderr });
      stdout.end();
      stderr.end();
      const [out, err] = await written;
      return { code, stdout: out, stderr: err };
    } finally {
      process.chdir(workingFolder);
    }
  });
  last = ended.catch(() => undefined);
  return ended;
}

/** A folder with these files, for the tests of the surrounding `describe`. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): () => string {
  let folder = '';
  before(() => {
    folder = temporaryFolder('cli');
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
  });
  return () => folder;
}
