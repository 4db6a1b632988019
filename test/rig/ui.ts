/**
 * Packs the extension and runs test/ui: the workbench in Chromium with the packed extension installed. With
 * INKLING_DEV=1 the working tree is built and used as it is.
 *
 *     node test/rig/ui.ts [--grep "words of a title"]
 */
import { buildExtension, packExtension } from './extension.ts';
import { installChromium, installRig } from './install.ts';
import { root } from './paths.ts';
import { runGroup } from './processes.ts';

async function main(): Promise<number> {
  await installRig();
  await installChromium();
  await (process.env['INKLING_DEV'] ? buildExtension() : packExtension());
  const { code } = await runGroup(
    process.execPath,
    ['node_modules/mocha/bin/mocha.js', 'test/ui/**/*.test.ts', ...process.argv.slice(2)],
    { cwd: root, limit: 900_000, onOutput: (text) => process.stdout.write(text) },
  );
  return code ?? 2;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(2);
  },
);
