/** Loaded before `inkling serve` (node --import): SIGUSR2 ends a thread of the detector, as a crash would. */
import { createRequire, syncBuiltinESMExports } from 'node:module';
import threads from 'node:worker_threads';

if (threads.isMainThread) {
  const running = new Set<threads.Worker>();
  class Watched extends threads.Worker {
    constructor(...parts: ConstructorParameters<typeof threads.Worker>) {
      super(...parts);
      // Excludes the threads that render pages.
      if (!String(parts[0]).endsWith('detectorWorker.ts')) return;
      running.add(this);
      this.once('exit', () => running.delete(this));
    }
  }
  const builtin = createRequire(import.meta.url)('node:worker_threads') as { Worker: unknown };
  builtin.Worker = Watched;
  syncBuiltinESMExports();
  process.on('SIGUSR2', () => {
    const [thread] = running;
    void thread?.terminate();
  });
}
