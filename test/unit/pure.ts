import childProcess, { ChildProcess } from 'node:child_process';
import { Server, Socket } from 'node:net';
import workerThreads from 'node:worker_threads';
import sqlite from 'node:sqlite';
import { syncBuiltinESMExports } from 'node:module';
import fc from 'fast-check';
import { runs } from '../runs.ts';

fc.configureGlobal({ numRuns: runs(100) });

/** What a unit test may not do; `test/integration` and `test/serve` may. */
function refuse(what: string): () => never {
  return () => {
    throw new Error(`A unit test ${what}. Move it to test/integration or test/serve.`);
  };
}

/** Holds unit tests to what they promise: no process, thread, socket or database. */
export const mochaHooks = {
  beforeAll(): void {
    const start = refuse('starts a process');
    Object.assign(ChildProcess.prototype, { spawn: start });
    Object.assign(childProcess, { spawnSync: start, execFileSync: start, execSync: start });
    Server.prototype.listen = refuse('listens');
    Socket.prototype.connect = refuse('opens a socket');
    Object.assign(workerThreads, { Worker: refuse('starts a thread') });
    Object.assign(sqlite, { DatabaseSync: refuse('opens a database') });
    syncBuiltinESMExports();
  },
};
