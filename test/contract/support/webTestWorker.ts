import { serveAsWebWorker } from '../../../src/service/startWebWorker.ts';
import { apiKey, testServiceOver } from './testServiceOver.ts';

// A browser's worker that serves the test service over the real store and the real port.
serveAsWebWorker(async (store) => ({
  service: await testServiceOver(store),
  keyOf: () => Promise.resolve(apiKey),
}));
