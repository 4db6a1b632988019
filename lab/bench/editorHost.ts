import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { openHost } from '../../test/rig/hostSession.ts';
import { root } from '../../test/rig/paths.ts';
import type { EditorBlocks } from './editorHostEntry.ts';

const limit = 600_000;

/**
 * How long the largest tasks block the extension host, in a real one with the packed extension.
 * @throws {Error} when there is no result.
 */
export async function measureHostBlocks(): Promise<EditorBlocks> {
  const entry = join(root, 'out/bench/editorHostEntry.js');
  await build({
    absWorkingDir: root,
    entryPoints: ['lab/bench/editorHostEntry.ts'],
    outfile: entry,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['vscode', 'pg'],
  });
  const folder = mkdtempSync(join(tmpdir(), 'inkling-bench-'));
  const results = join(folder, 'blocks.json');
  const session = await openHost({ INKLING_BENCH_RESULTS: results });
  try {
    if ((await session.run(entry, limit)) !== 0)
      throw new Error(`There is no result: see ${await session.keepTraces('bench-editor')}.log`);
    return JSON.parse(readFileSync(results, 'utf8')) as EditorBlocks;
  } finally {
    await session.close();
    rmSync(folder, { recursive: true });
  }
}
