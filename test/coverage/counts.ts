import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mergeProcessCovs } from '@bcoe/v8-coverage';
import { root } from '../rig/paths.ts';

const folder = join(root, 'out/counts');
const preload = pathToFileURL(join(root, 'test/coverage/countBlocksOnce.ts')).href;
const ours = ['src', 'dist', 'out/host'].map((each) => `${pathToFileURL(root).href}/${each}/`);

/** So many processes wrote a few megabytes each; they are read by the dozen, so that they need not fit in memory. */
const batch = 16;

/** The environment in which Node writes what ran: each process and each thread a file of its own, when it ends. */
export function countingEnvironment(): NodeJS.ProcessEnv {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return { NODE_V8_COVERAGE: folder, NODE_OPTIONS: `--import=${preload}` };
}

/** What ran of `src` and of its bundles since {@link countingEnvironment}, in all processes together. Removes their files. */
export function takeCounts(): Profiler.ScriptCoverage[] {
  const files = readdirSync(folder).map((name) => join(folder, name));
  let merged: Profiler.ScriptCoverage[] = [];
  for (let next = 0; next < files.length; next += batch) {
    const processes = files.slice(next, next + batch).map((file) => ({ result: readOurs(file) }));
    merged = mergeProcessCovs([{ result: merged }, ...processes]).result;
  }
  rmSync(folder, { recursive: true });
  return merged;
}

function readOurs(file: string): Profiler.ScriptCoverage[] {
  const { result } = parseWhole(readFileSync(file, 'utf8'));
  return result.filter(({ url }) => ours.some((start) => url.startsWith(start)));
}

/** Nothing, for a file that its process was killed in the midst of. */
function parseWhole(text: string): { result: Profiler.ScriptCoverage[] } {
  try {
    return JSON.parse(text) as { result: Profiler.ScriptCoverage[] };
  } catch {
    return { result: [] };
  }
}
