import { parentPort } from 'node:worker_threads';
import { serveProse } from './proseThread.ts';

serveProse(parentPort);
