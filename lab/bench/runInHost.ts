import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { openHost } from '../../test/rig/hostSession.ts';
import { root } from '../../test/rig/paths.ts';
import { temporaryFolder } from '../../test/rig/temporaryFolder.ts';

/**
 * Runs lab/bench/`name`.ts in real extension hosts, one after the other.
 * @param limit milliseconds for each.
 * @param times number of hosts.
 * @returns the contents of the file named by `INKLING_BENCH_RESULTS`, to which they write.
 * @throws {Error} if one of them gave no result.
 */
export async function runInHost(name: string, limit: number, times = 1): Promise<string> {
  const entry = join(root, `out/bench/${name}.js`);
  await build({
    absWorkingDir: root,
    entryPoints: [`lab/bench/${name}.ts`],
    outfile: entry,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['vscode', 'pg'],
  });
  const results = join(temporaryFolder('bench'), 'results');
  writeFileSync(results, '');
  const session = await openHost({ INKLING_BENCH_RESULTS: results });
  try {
    for (let time = 1; time <= times; time++) {
      if ((await session.run(entry, limit)) !== 0)
        throw new Error(`Run ${time} gave no result: see ${await session.keepTraces(`bench-${name}`)}.log`);
    }
    return readFileSync(results, 'utf8');
  } finally {
    await session.close();
  }
}
