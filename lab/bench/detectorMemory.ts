import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { root } from '../../test/rig/paths.ts';
import type { ResidentMegabytes } from './detectorMemoryEntry.ts';

/** What a fresh process holds while its worker thread, limited as the extension's is, detects `text` many times. */
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
  const folder = mkdtempSync(join(tmpdir(), 'inkling-bench-'));
  try {
    const textPath = join(folder, 'text.txt');
    writeFileSync(textPath, text);
    const { stdout } = await promisify(execFile)(process.execPath, [entry, modelPath, textPath]);
    return JSON.parse(stdout) as ResidentMegabytes;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
