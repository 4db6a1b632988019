import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { packExtension } from '../../test/rig/extension.ts';
import { installRig } from '../../test/rig/install.ts';
import { root } from '../../test/rig/paths.ts';
import { measureActivation } from './activation.ts';
import type { EditorBlocks } from './editorHostEntry.ts';
import { measurePage } from './editorPage.ts';
import { runInHost } from './runInHost.ts';

/** Time limit in milliseconds for the largest tasks together. */
const hostLimit = 600_000;

const parts: Record<string, () => Promise<object>> = {
  activation: measureActivation,
  host: async () => JSON.parse(await runInHost('editorHostEntry', hostLimit)) as EditorBlocks,
  page: measurePage,
};

/**
 * How fast the packed extension is in a real VS Code: its start, marks on the screen, blocks of the extension host,
 * long tasks of the window, bundle sizes.
 * @param args the parts to measure: `activation`, `host`, `page`; none means all.
 */
export async function measureEditor(args: string[]): Promise<object> {
  const unknown = args.find((name) => !parts[name]);
  if (unknown !== undefined) throw new Error(`${unknown} is none of ${Object.keys(parts).join(', ')}.`);
  await installRig();
  await packExtension();
  // Other programs on the machine affect every figure.
  const loadBefore = loadavg()[0];
  const figures: Record<string, object> = {};
  for (const [name, measure] of Object.entries(parts))
    if (args.length === 0 || args.includes(name)) figures[name] = await measure();
  return {
    cores: cpus().length,
    loadBefore,
    loadAfter: loadavg()[0],
    bundleBytes: bundleBytes(),
    ...figures,
  };
}

function bundleBytes(): Record<string, number> {
  const sizes = ['extension.mjs', 'webview.js'].map((name) => [
    name,
    readFileSync(join(root, 'dist', name)).byteLength,
  ]);
  return Object.fromEntries(sizes) as Record<string, number>;
}
