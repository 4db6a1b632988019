import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../rig/paths.ts';
import { withMeasured } from '../../../../lab/scale/document.ts';
import type { Cost, Curves, ScaleFigures } from '../../../../lab/scale/figures.ts';
import { scalePlots } from '../../../../lab/scale/plots.ts';
import { scaleTables } from '../../../../lab/scale/tables.ts';

const cost = (size: number, serverMs: number, databaseMs: number | null = null): Cost => ({
  size,
  serverMs,
  databaseMs,
  wallMs: 2 * serverMs,
});
const curves = (databaseMs: number | null): Curves => ({
  list: [cost(1000, 0.5, databaseMs), cost(10_000, 0.5, databaseMs)],
  show: [cost(1000, 0.25, databaseMs), cost(10_000, 0.25, databaseMs)],
  scan: [cost(1000, 4, databaseMs), cost(10_000, 40, databaseMs)],
});
const carried = [{ processes: 2, requestsPerSecond: 812, serverMs: 0.8, databaseMs: 0.2 }];
const figures: ScaleFigures = {
  command: 'npm run scale -- --write lab',
  date: '2026-11-21',
  machine: '2 cores',
  reports: { sqlite: curves(null), postgres: curves(0.5) },
  words: { scan: [cost(100, 1)], detector: [cost(100, 1), cost(1000, 10)] },
  processes: { reading: carried, scanning: carried },
};

describe('the page on scale', () => {
  it('has a place for every table that is measured, and shows every plot, so that none is measured in vain', async () => {
    const path = join(root, 'lab/scale/README.md');
    const page = readFileSync(path, 'utf8');
    const written = await withMeasured(page, scaleTables(figures), path);
    assert.equal(written.match(/<!-- measured: /g)?.length, scaleTables(figures).size);
    for (const name of scalePlots(figures).keys()) assert.ok(page.includes(`](pictures/${name})`), name);
  });

  it('links to plots and pages that are there', () => {
    const page = readFileSync(join(root, 'lab/scale/README.md'), 'utf8');
    for (const [, target = ''] of page.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g))
      assert.ok(existsSync(join(root, 'lab/scale', target)), target);
  });

  it('says of each operation what it costs at each size, with the database behind a plus, and how that grows', () => {
    const tables = scaleTables(figures);
    assert.match(
      tables.get('reports-sqlite') ?? '',
      /^\| list \| 0\.5 \(1\) \| 0\.5 \(1\) \| 0\.00 \| 0\.00 \| does not grow \|$/m,
    );
    assert.match(tables.get('reports-postgres') ?? '', /^\| show \| 0\.25 \+ 0\.5 \(0\.5\) \|/m);
    assert.match(tables.get('words') ?? '', /^\| scan \| 1 \(2\) \| +\| +\| +\| one size alone \|$/m);
    assert.match(
      tables.get('words') ?? '',
      /^\| detector \| .+ \| 1\.00 \| 1\.00 \| grows in proportion \|$/m,
    );
  });

  it('reckons what a core carries from the time that requests take of it', () => {
    const table = scaleTables(figures).get('carries-sqlite') ?? '';
    assert.match(table, /^\| list \| 0\.5 \| 2,000 \|$/m);
    // 40 ms for a scan, twice 0.5 for the list, 0.25 for the report; half a minute of a core is 30,000 ms.
    assert.match(table, /takes 41 ms of processor time a minute/);
    assert.match(table, /carries 727 such writers/);
  });
});
