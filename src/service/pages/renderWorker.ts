import { parentPort } from 'node:worker_threads';
import { serveThread } from '../../threads/thread.ts';
import { renderReport, type Rendered, type RenderJob } from './renderReport.ts';

// The thread that renders reports, one at a time.

serveThread<RenderJob, Rendered, undefined>(parentPort, renderReport, undefined, ({ gzipped }) => [
  gzipped.buffer,
]);
