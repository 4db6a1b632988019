/**
 * Runs test/host inside the extension host of a real VS Code.
 *
 *     node test/rig/host.ts [--grep "words of a title"] [--keep]
 *
 * Ends with 0 if all passed, 1 if a test failed, 2 if there is no result.
 */
import { parseArgs } from 'node:util';
import { buildExtension } from './extension.ts';
import { openHost } from './hostSession.ts';
import { bundleHostTests, hostEntry, runHostTests } from './hostTests.ts';
import { installRig } from './install.ts';

const limit = 840_000;

const { values } = parseArgs({
  options: { grep: { type: 'string' }, keep: { type: 'boolean', default: false } },
});

async function main(): Promise<number> {
  await installRig();
  const [files] = await Promise.all([bundleHostTests(), buildExtension()]);
  return runHostTests(files, values.grep, async (env) => {
    const session = await openHost(env, values.keep);
    try {
      const code = await session.run(hostEntry, limit);
      if (code !== 0) console.error(`see ${await session.keepTraces('host')}.png and .log`);
      return code;
    } finally {
      await session.close();
    }
  });
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(2);
  },
);
