import type { Client } from './client.ts';
import { ApiError } from './errors.ts';
import { findStored, newestIds } from './storedReports.ts';

/**
 * The client of a service whose worker may die: a scan that it dies of is run once more by the next worker, unless its
 * report was stored before. A text that it dies of twice is the cause: that fails with `workerDied`.
 */
export function outlivingWorker(client: Client): Client {
  return {
    ...client,
    scan: async (scan, options) => {
      const known = await newestIds(client, scan.project, options);
      try {
        return await client.scan(scan, options);
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'workerDied')) throw error;
        const fate = await findStored(client, scan, known, options);
        if (fate === 'unknown') throw error;
        return fate === 'notStored' ? client.scan(scan, options) : fate;
      }
    },
  };
}
