import { webOwnerPort } from '../threads/webWorker.ts';
import { serveProse } from './proseThread.ts';

serveProse(webOwnerPort());
