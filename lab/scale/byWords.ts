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

/** How many reports are there before; and how many a list shows, which all are to be of the text's size. */
const [reportsBefore, listed] = [1000, 10];

export interface ByWords {
  database: string;
  /** How many words a text has, rising. */
  sizes: readonly number[];
  seconds: number;
  log: string;
  say: (what: string) => void;
}

/**
 * What each operation costs against the number of words of a text. What is longer than the wire takes is measured at
 * the detector alone.
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

/** In this process, after one that warms up; at least twice. */
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
