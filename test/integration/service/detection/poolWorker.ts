import { parentPort, workerData } from 'node:worker_threads';
import { serveThread } from '../../../../src/threads/thread.ts';
import { fakeDetect } from '../../../contract/support/fakeDetect.ts';

// A thread of the pool without a model. `workerData`: whether it can start.
if (workerData === 'failing') throw new Error('No memory is left.');
serveThread(parentPort, fakeDetect, undefined);
