import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

const main = resolve(import.meta.dirname, '../../../src/cli/main.ts');

/** The command line, running in `folder`. */
export function start(
  args: readonly string[],
  folder: string,
  environment: NodeJS.ProcessEnv = {},
): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [main, ...args], { cwd: folder, env: { ...process.env, ...environment } });
}

/** Runs the command line as a user does, in `folder`, and waits for its end. */
export function inkling(
  args: readonly string[],
  folder: string,
  input: string | Uint8Array = '',
): Promise<Ended> {
  return new Promise((resolveEnded, reject) => {
    const child = start(args, folder);
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      resolveEnded({ code, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() });
    });
    child.stdin.end(input);
  });
}

/** A folder with these files, for the tests of the surrounding `describe`. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): () => string {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'inkling-cli-'));
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });
  return () => folder;
}
