import { existsSync, readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { fileURLToPath } from 'node:url';
import { parse } from 'acorn';
import { convert, type Options } from 'ast-v8-to-istanbul';
import type { BranchMapping, FileCoverageData, Range } from 'istanbul-lib-coverage';
import { nothingRan } from './sources.ts';

type SourceMap = NonNullable<Options['sourceMap']>;

/**
 * Which statements, functions and branches of our sources ran within a bundle, by its source map. Empty for a bundle
 * without one, as that which is shipped.
 * @param isOurs says whether a file's coverage is wanted.
 */
export async function bundleCoverage(
  counts: Profiler.ScriptCoverage,
  isOurs: (path: string) => boolean,
): Promise<FileCoverageData[]> {
  const path = fileURLToPath(counts.url);
  if (!existsSync(`${path}.map`)) return [];
  const code = readFileSync(path, 'utf8');
  const ast = parse(code, { ecmaVersion: 'latest', sourceType: 'script' });
  const sourceMap = JSON.parse(readFileSync(`${path}.map`, 'utf8')) as SourceMap;
  const files = await convert({ code, ast: ast as never, coverage: counts, sourceMap });
  const wanted = (Object.values(files) as FileCoverageData[]).filter((file) => isOurs(file.path));
  return Promise.all(wanted.map(async (file) => placeHits(file, await nothingRan(file.path))));
}

/**
 * The bundle's hits on the source's own statements, functions and branches. A source map names the places where they
 * begin and is vague about where they end; so what begins at the same place is the same. What can't be placed is taken
 * for not run.
 */
function placeHits(bundled: FileCoverageData, source: FileCoverageData): FileCoverageData {
  const statements = keysBy(source.statementMap, begin);
  for (const [key, range] of Object.entries(bundled.statementMap)) {
    const same = statements.get(begin(range));
    if (same !== undefined) source.s[same] = source.s[same]! + bundled.s[key]!;
  }
  const functions = keysBy(source.fnMap, ({ decl }) => begin(decl));
  for (const [key, { decl }] of Object.entries(bundled.fnMap)) {
    const same = functions.get(begin(decl));
    if (same !== undefined) source.f[same] = source.f[same]! + bundled.f[key]!;
  }
  const branches = keysBy(source.branchMap, branchBegin);
  for (const [key, branch] of Object.entries(bundled.branchMap)) {
    const same = branches.get(branchBegin(branch));
    if (same !== undefined) source.b[same] = source.b[same]!.map((hits, arm) => hits + bundled.b[key]![arm]!);
  }
  return source;
}

function keysBy<T>(map: Readonly<Record<string, T>>, identity: (item: T) => string): Map<string, string> {
  return new Map(Object.entries(map).map(([key, item]) => [identity(item), key]));
}

function begin({ start }: Range): string {
  return `${start.line}:${start.column}`;
}

function branchBegin({ type, loc, locations }: BranchMapping): string {
  return `${type} of ${locations.length} at ${begin(loc)}`;
}
