import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { maxTextBytes } from '../../src/api/limits.ts';
import { detect } from '../../src/detector/detect.ts';
import { loadModel } from '../../src/detector/model/model.ts';
import { sampleOf } from '../bench/sample.ts';
import { addReports, createAccount } from '../bench/serviceFill.ts';
import { startServer } from '../bench/serviceServer.ts';
import { root } from '../../test/rig/paths.ts';
import { call, Reports } from '../../test/serve/requests.ts';
import { callsOf, scansOf, textOf } from './calls.ts';
import { costOf, rounded, type Measure } from './cost.ts';
import type { Cost, Curves } from './figures.ts';

/** Numbers of reports stored before, and of reports on a list's page, which should all have the text's length. */
const [reportsBefore, listed] = [1000, 10];

export interface ByWords {
  database: string;
  /** Numbers of words in a text, ascending. */
  sizes: readonly number[];
  seconds: number;
  log: string;
  say: (what: string) => void;
}

/**
 * The cost of each operation by the number of words in a text. Texts over the service's limit are measured with the
 * detector alone.
 */
export async function costByWords({ database, sizes, seconds, log, say }: ByWords): Promise<Curves> {
  const { account, apiKey } = await createAccount(database);
  await addReports(database, account, [0, reportsBefore], { full: sampleOf(500), small: sampleOf(20) });
  const curves: Curves = { list: [], show: [], page: [], scan: [], detector: [] };
  const server = await startServer({ database, log });
  const measure: Measure = { server, apiKey, postmaster: null, seconds };
  try {
    for (const size of sizes) {
      const add = (name: string, cost: Omit<Cost, 'size'>): void =>
        void curves[name]?.push({ size, ...cost });
      if (Buffer.byteLength(textOf(size)) <= maxTextBytes) {
        say(`${size} words: scan`);
        add('scan', await costOf(measure, scansOf(size)));
        const { list, show, page } = callsOf(await newest(measure), size);
        for (const [name, calls] of Object.entries({ list, show, page })) {
          say(`${size} words: ${name}`);
          add(name, await costOf(measure, calls));
        }
      }
      say(`${size} words: the detector alone`);
      add('detector', costOfDetecting(textOf(size), seconds));
    }
  } finally {
    await server.stop();
  }
  return curves;
}

async function newest({ server, apiKey }: Measure): Promise<string[]> {
  const response = await call(server, apiKey, `/reports?per_page=${listed}`);
  return v.parse(Reports, await response.json()).data.map(({ id }) => id);
}

/** Measured in this process, at least twice after a warm-up. */
function costOfDetecting(text: string, seconds: number): Omit<Cost, 'size'> {
  const model = loadModel(readFileSync(join(root, 'media/inkling-en.inkmodel')));
  detect(text, model);
  const walls: number[] = [];
  const before = process.cpuUsage();
  const started = performance.now();
  while (walls.length < 2 || performance.now() - started < seconds * 1000) {
    const begun = performance.now();
    detect(text, model);
    walls.push(performance.now() - begun);
  }
  const { user, system } = process.cpuUsage(before);
  return {
    serverMs: rounded((user + system) / 1000 / walls.length),
    databaseMs: null,
    wallMs: rounded(walls.toSorted((a, b) => a - b)[walls.length >> 1] ?? NaN),
  };
}
