/**
 * Builds what "Host tests" in .vscode/launch.json runs: the extension, its tests, and a copy of the sample folder to
 * change.
 *
 *     node test/rig/buildHostTests.ts
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { buildExtension } from './extension.ts';
import { bundleHostTests } from './hostTests.ts';
import { root } from './paths.ts';

await Promise.all([bundleHostTests(), buildExtension()]);
cpSync(join(root, 'test/rig/sample'), join(root, 'out/host/sample'), { recursive: true });
