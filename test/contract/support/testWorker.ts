import { parentPort, workerData } from 'node:worker_threads';
import { servePort } from '../../../src/service/startWorker.ts';
import { apiKey, openTestService } from './testService.ts';

// A thread that serves the test service over the real port code; `workerData` is the address of its store.
if (!parentPort) throw new Error('This is the entry of a worker thread.');
const { service } = await openTestService(String(workerData));
servePort(parentPort, service);
parentPort.postMessage({ kind: 'ready', apiKey });
