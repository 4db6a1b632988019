/**
 * Loads `inkling serve` for a while, and reports lost data and growth.
 *
 *     npm run soak -- --minutes 10
 *     npm run soak -- --minutes 60 --reports 1000000 --stores postgres --seed 7
 *
 * Writes out/soak/soak.md, plots and logs. Exits with 0 without findings, 1 with findings, and 2 if it can't run.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../test/rig/paths.ts';
import { readSoakOptions } from './options.ts';
import { soak } from './soak.ts';

async function main(): Promise<number> {
  const options = readSoakOptions(process.argv.slice(2));
  execFileSync(process.execPath, [join(root, 'esbuild.js'), '--production'], { cwd: root });
  const folder = join(root, 'out/soak');
  const found = await soak({
    ...options,
    folder,
    program: join(root, 'dist/cli.js'),
    say: (what) => {
      console.error(what);
    },
  });
  console.log(`Seed ${options.seed}. See ${join(folder, 'soak.md')}.`);
  for (const finding of found) console.log(finding);
  console.log(
    found.length === 0
      ? 'Nothing was lost, and nothing was seen to grow beyond its bound.'
      : `${found.length} found.`,
  );
  return found.length === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  },
);
