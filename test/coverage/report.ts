/**
 * How much of `src` the tests of the last `npm test` ran: a table by folder, and every line in
 * out/coverage/index.html. Ends with 1 if it is too little.
 *
 *     npm run coverage
 */
import { rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import istanbul, { type CoverageMap, type CoverageSummary, type Totals } from 'istanbul-lib-coverage';
import { createContext } from 'istanbul-lib-report';
import reports from 'istanbul-reports';
import { root } from '../rig/paths.ts';
import { readCoverage } from './coverage.ts';

/** Percent of all lines, and of all branches, that have to run. */
const least = 90;

const htmlFolder = join(root, 'out/coverage');

function main(): boolean {
  const coverage = readCoverage();
  const folders = summariesByFolder(coverage);
  const all = coverage.getCoverageSummary();
  console.log(`${''.padEnd(16)}${'lines'.padStart(18)}${'branches'.padStart(18)}`);
  for (const [folder, summary] of [...folders, ['all', all] as const]) console.log(row(folder, summary));
  writeHtml(coverage);
  console.log(`\nEvery line: ${relative(root, htmlFolder)}/index.html`);
  const enough = all.lines.pct >= least && all.branches.pct >= least;
  if (!enough) console.log(`At least ${least} % of all lines and of all branches have to run.`);
  return enough;
}

function summariesByFolder(coverage: CoverageMap): Map<string, CoverageSummary> {
  const folders = new Map<string, CoverageSummary>();
  for (const file of coverage.files()) {
    const folder = relative(root, file).split(sep).slice(0, 2).join('/');
    const summary = folders.get(folder) ?? istanbul.createCoverageSummary();
    folders.set(folder, summary);
    summary.merge(coverage.fileCoverageFor(file).toSummary());
  }
  return folders;
}

function row(name: string, { lines, branches }: CoverageSummary): string {
  return name.padEnd(16) + share(lines).padStart(18) + share(branches).padStart(18);
}

function share({ pct, total }: Totals): string {
  return `${pct.toFixed(1)} % of ${total}`;
}

function writeHtml(coverageMap: CoverageMap): void {
  rmSync(htmlFolder, { recursive: true, force: true });
  const context = createContext({ dir: htmlFolder, coverageMap, defaultSummarizer: 'nested' });
  reports.create('html').execute(context);
}

try {
  process.exitCode = main() ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
