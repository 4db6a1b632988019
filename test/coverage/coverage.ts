import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import istanbul, { type CoverageMap, type CoverageMapData } from 'istanbul-lib-coverage';
import { root } from '../rig/paths.ts';
import { bundleCoverage } from './bundles.ts';
import { takeCounts } from './counts.ts';
import { nothingRan, sourceCoverage } from './sources.ts';

/** In Istanbul's format. */
const file = join(root, 'out/coverage.json');

/** The panel's script runs in the browser only, which keeps no count. */
const unmeasured = ['src/webview/**'];

/** Begins anew, with all sources and nothing of them run. */
export async function startCoverage(): Promise<void> {
  const sources = globSync('src/**/*.ts', { cwd: root, exclude: unmeasured }).sort();
  const map = istanbul.createCoverageMap({});
  for (const source of sources) map.addFileCoverage(await nothingRan(join(root, source)));
  write(map);
}

/** Adds what ran since the counting environment was made. */
export async function addCoverage(): Promise<void> {
  const map = readCoverage();
  const sources = new Set(map.files());
  const isMeasured = (path: string): boolean => sources.has(path);
  for (const counts of takeCounts()) {
    const files = counts.url.endsWith('.ts')
      ? [await sourceCoverage(counts)]
      : await bundleCoverage(counts, isMeasured);
    for (const each of files) if (isMeasured(each.path)) map.addFileCoverage(each);
  }
  write(map);
}

/**
 * What ran of each source file.
 * @throws Error with what to do, if nothing was measured yet.
 */
export function readCoverage(): CoverageMap {
  if (!existsSync(file)) throw new Error('Nothing was measured yet. Run npm test first.');
  return istanbul.createCoverageMap(JSON.parse(readFileSync(file, 'utf8')) as CoverageMapData);
}

function write(map: CoverageMap): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(map));
}
