import { readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parse } from 'acorn';
import { convert } from 'ast-v8-to-istanbul';
import type { FileCoverageData } from 'istanbul-lib-coverage';

type Counts = Pick<Profiler.ScriptCoverage, 'url' | 'functions'>;

/** Which statements, functions and branches of a TypeScript file ran, as Node runs it. */
export async function sourceCoverage(counts: Counts): Promise<FileCoverageData> {
  const path = fileURLToPath(counts.url);
  // Blanks in place of types: every place is where it was.
  const code = stripTypeScriptTypes(readFileSync(path, 'utf8'));
  const ast = parse(code, { ecmaVersion: 'latest', sourceType: 'module' });
  const files = await convert({ code, ast: ast as never, coverage: counts });
  return writable(files[path] as FileCoverageData);
}

/** Has large numbers for ends of lines, for which the library writes Infinity: JSON has no such number. */
function writable(file: FileCoverageData): FileCoverageData {
  const text = JSON.stringify(file, (_, value: unknown) =>
    value === Infinity ? Number.MAX_SAFE_INTEGER : value,
  );
  return JSON.parse(text) as FileCoverageData;
}

/** The same file, nothing of which ran. */
export function nothingRan(path: string): Promise<FileCoverageData> {
  return sourceCoverage({ url: pathToFileURL(path).href, functions: [] });
}
