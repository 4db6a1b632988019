import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { bundleCoverage } from '../../coverage/bundles.ts';
import { nothingRan, sourceCoverage } from '../../coverage/sources.ts';

const source = `interface Named { name: string }

export function greet(who: Named | undefined, loud = false): string {
  if (!who) return 'nobody';
  const text: string = loud ? who.name.toUpperCase() : who.name;
  return text;
}

export class Never {
  run(): void {
    throw new Error('not run');
  }
}

console.log(greet({ name: 'Ada' }), 'é: not one byte');
`;

describe('the coverage of a source', () => {
  let folder: string;
  let path: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'inkling-coverage-'));
    path = join(folder, 'greet.ts');
    writeFileSync(path, source);
    await build({
      entryPoints: [path],
      outfile: join(folder, 'bundle.js'),
      bundle: true,
      platform: 'node',
      format: 'cjs',
      sourcemap: true,
    });
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  /** Runs the program and reads what V8 counted of it. */
  function countsOf(program: string): Profiler.ScriptCoverage {
    const counts = mkdtempSync(join(folder, 'counts-'));
    execFileSync(process.execPath, [program], { env: { ...process.env, NODE_V8_COVERAGE: counts } });
    const [file = ''] = readdirSync(counts);
    const { result } = JSON.parse(readFileSync(join(counts, file), 'utf8')) as {
      result: Profiler.ScriptCoverage[];
    };
    const own = result.find(({ url }) => url === pathToFileURL(program).href);
    assert.ok(own);
    return own;
  }

  it('tells lines and branches that ran from those that did not', async () => {
    const { s, statementMap, b } = await sourceCoverage(countsOf(path));
    const linesNotRun = Object.entries(statementMap)
      .filter(([key]) => s[key] === 0)
      .map(([, { start }]) => start.line);
    assert.deepEqual(linesNotRun, [4, 11]);
    assert.deepEqual(
      Object.values(b).map((arms) => arms.map((hits) => hits > 0)),
      // The default of `loud`, the missing greeted one, and whether it is loud.
      [[true], [false, true], [false, true]],
    );
  });

  it('is the same when it ran within a bundle', async () => {
    const direct = await sourceCoverage(countsOf(path));
    const [bundled] = await bundleCoverage(countsOf(join(folder, 'bundle.js')), (each) => each === path);
    assert.deepEqual(bundled, direct);
  });

  it('leaves out the sources of a bundle that are not ours', async () => {
    assert.deepEqual(await bundleCoverage(countsOf(join(folder, 'bundle.js')), () => false), []);
  });

  it('knows all that could run of a file that no test loads', async () => {
    const { s, f } = await nothingRan(path);
    assert.ok(Object.keys(s).length > 4);
    assert.ok([...Object.values(s), ...Object.values(f)].every((hits) => hits === 0));
  });
});
