import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { root } from '../../test/rig/paths.ts';
import { temporaryFolder } from '../../test/rig/temporaryFolder.ts';
import type { ResidentMegabytes } from './detectorMemoryEntry.ts';

/** The memory of a fresh process whose worker thread, with the extension's limits, detects `text` many times. */
export async function measureMemory(text: string, modelPath: string): Promise<ResidentMegabytes> {
  const entry = join(root, 'out/bench/detectorMemoryEntry.cjs');
  await build({
    absWorkingDir: root,
    entryPoints: ['lab/bench/detectorMemoryEntry.ts'],
    outfile: entry,
    bundle: true,
    platform: 'node',
    format: 'cjs',
  });
  const textPath = join(temporaryFolder('bench'), 'text.txt');
  writeFileSync(textPath, text);
  const { stdout } = await promisify(execFile)(process.execPath, [entry, modelPath, textPath]);
  return JSON.parse(stdout) as ResidentMegabytes;
}
