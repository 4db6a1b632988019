/**
 * Runs test/host inside the extension host of a real VS Code.
 *
 *     node test/rig/host.ts [--grep "words of a title"] [--keep]
 *
 * Ends with 0 if all passed, 1 if a test failed, 2 if there is no result.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildExtension } from './extension.ts';
import { openHost } from './hostSession.ts';
import { bundleHostTests, followResults, hostEntry, type HostOptions } from './hostTests.ts';
import { installRig } from './install.ts';

const limit = 180_000;

const { values } = parseArgs({
  options: { grep: { type: 'string' }, keep: { type: 'boolean', default: false } },
});

async function main(): Promise<number> {
  await installRig();
  const [files] = await Promise.all([bundleHostTests(), buildExtension()]);
  const folder = mkdtempSync(join(tmpdir(), 'inkling-results-'));
  const file = join(folder, 'results.ndjson');
  const results = followResults(file);
  const options: HostOptions = { files, results: file, ...(values.grep && { grep: values.grep }) };
  const session = await openHost({ INKLING_HOST_TESTS: JSON.stringify(options) }, values.keep);
  const printing = setInterval(results.print, 200);
  try {
    const code = await session.run(hostEntry, limit);
    results.print();
    if (code !== 0) console.error(`see ${await session.keepTraces('host')}.png and .log`);
    if (!results.end) {
      console.error(
        code === null ? `no result within ${limit / 1000} s` : 'the run ended before its first test did',
      );
      return 2;
    }
    const { passed, failed } = results.end;
    console.log(`${passed} passed, ${failed} failed`);
    if (passed + failed === 0) return 2;
    return failed > 0 || code !== 0 ? 1 : 0;
  } finally {
    clearInterval(printing);
    await session.close();
    rmSync(folder, { recursive: true });
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(2);
  },
);
