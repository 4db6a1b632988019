import { parentPort, workerData } from 'node:worker_threads';
import { portServiceOf, servePort } from '../../../src/service/servePort.ts';
import { apiKey, openTestService } from './testService.ts';

// A thread that serves the test service over the real port code; `workerData` is the address of its store.
const { service } = await openTestService(String(workerData));
servePort(parentPort, portServiceOf(service), { apiKey, isPermanent: true });
