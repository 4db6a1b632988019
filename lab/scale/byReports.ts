import * as v from 'valibot';
import { sampleOf } from '../bench/sample.ts';
import { addReports, createAccount, fullReports, idOf } from '../bench/serviceFill.ts';
import { startServer, type Call, type Server } from '../bench/serviceServer.ts';
import { call, Reports } from '../../test/serve/requests.ts';
import { callsOf, operations } from './calls.ts';
import { costOf, postmasterOf } from './cost.ts';
import type { Curves } from './figures.ts';

/** Words of the scanned texts and of the newest reports. */
export const wordsOfAReport = 500;

const readOn = 'list, read on';
/** Reports on a page of the list. */
const perPage = 10;

export interface ByReports {
  database: string;
  /** Numbers of stored reports, ascending. */
  sizes: readonly number[];
  seconds: number;
  /** The server's log. */
  log: string;
  say: (what: string) => void;
}

/** The cost of each operation by the number of an account's reports. */
export async function costByReports({ database, sizes, seconds, log, say }: ByReports): Promise<Curves> {
  const { account, apiKey } = await createAccount(database);
  const samples = { full: sampleOf(wordsOfAReport), small: sampleOf(20) };
  const postmaster = await postmasterOf(database);
  const curves: Curves = Object.fromEntries([...operations, readOn].map((operation) => [operation, []]));
  let held = 0;
  for (const size of sizes) {
    say(`filling to ${size} reports`);
    await addReports(database, account, [held, size], samples);
    held = size;
    const server = await startServer({ database, log });
    try {
      const ids = Array.from({ length: Math.min(100, fullReports, size) }, (_, i) => idOf(size - 1 - i));
      const middle = { [readOn]: [await middleOfList(server, apiKey, size)] };
      for (const [operation, calls] of Object.entries({ ...callsOf(ids, wordsOfAReport), ...middle })) {
        say(`${size} reports: ${operation}`);
        curves[operation]?.push({ size, ...(await costOf({ server, apiKey, postmaster, seconds }, calls)) });
      }
    } finally {
      await server.stop();
    }
  }
  return curves;
}

/** A page in the middle of the list, reached by its cursor. */
async function middleOfList({ address }: Server, apiKey: string, size: number): Promise<Call> {
  const response = await call({ address }, apiKey, `/reports?page=${Math.ceil(size / perPage / 2)}`);
  const { next } = v.parse(Reports, await response.json()).links;
  if (next === null) throw new Error(`${size} reports are too few for a page in the middle of their list.`);
  return { path: next.slice(address.length) };
}
