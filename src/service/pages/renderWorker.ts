import { parentPort } from 'node:worker_threads';
import { renderReport, type RenderJob } from './renderReport.ts';
import type { FromRenderer } from './renderThread.ts';

// The thread that renders reports. It has one job at a time.

const port = parentPort;
if (!port) throw new Error('This is the entry of a worker thread.');
port.on('message', (job: RenderJob) => {
  try {
    const rendered = renderReport(job);
    const message: FromRenderer = { kind: 'rendered', rendered };
    port.postMessage(message, 'members' in rendered ? rendered.members.map(({ buffer }) => buffer) : []);
  } catch (error) {
    const message: FromRenderer = { kind: 'threw', error };
    port.postMessage(message);
  }
});
