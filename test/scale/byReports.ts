import { sampleOf } from '../bench/sample.ts';
import { addReports, createAccount, fullReports, idOf } from '../bench/serviceFill.ts';
import { startServer } from '../bench/serviceServer.ts';
import { callsOf, operations } from './calls.ts';
import { costOf, postmasterOf } from './cost.ts';
import type { Curves } from './figures.ts';

/** Words of the texts that are scanned, and of the newest reports. */
export const wordsOfAReport = 500;

export interface ByReports {
  database: string;
  /** How many reports are kept, rising. */
  sizes: readonly number[];
  seconds: number;
  /** The server's. */
  log: string;
  say: (what: string) => void;
}

/** What each operation costs against the number of reports that an account has. */
export async function costByReports({ database, sizes, seconds, log, say }: ByReports): Promise<Curves> {
  const { account, apiKey } = await createAccount(database);
  const samples = { full: sampleOf(wordsOfAReport), small: sampleOf(20) };
  const postmaster = await postmasterOf(database);
  const curves: Curves = Object.fromEntries(operations.map((operation) => [operation, []]));
  let held = 0;
  for (const size of sizes) {
    say(`filling to ${size} reports`);
    await addReports(database, account, [held, size], samples);
    held = size;
    const server = await startServer({ database, log });
    try {
      const ids = Array.from({ length: Math.min(100, fullReports, size) }, (_, i) => idOf(size - 1 - i));
      for (const [operation, calls] of Object.entries(callsOf(ids, wordsOfAReport))) {
        say(`${size} reports: ${operation}`);
        curves[operation]?.push({ size, ...(await costOf({ server, apiKey, postmaster, seconds }, calls)) });
      }
    } finally {
      await server.stop();
    }
  }
  return curves;
}
