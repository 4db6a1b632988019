/**
 * Makes `inkling-<version>.vsix`, beside it `inkling-<version>.cdx.json` that lists what it holds, and the command line
 * for npm, `inkling-<version>.tgz`. The same sources and the same package-lock.json give the same bytes, wherever and
 * whenever.
 *
 *     npm run package
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createVSIX } from '@vscode/vsce';
import * as v from 'valibot';
import { licensedPackages } from './licences.ts';
import { packForNpm } from './npmPackage.ts';
import { readmeLinks } from './readmeLinks.ts';
import { reproducibleZip } from './reproducibleZip.ts';
import { cycloneDx, Lock, Product } from './sbom.ts';

const root = resolve(import.meta.dirname, '..');
// The manifest names its words by their keys in package.nls.json.
const { description } = v.parse(v.object({ description: v.string() }), readJson('package.nls.json'));
const manifest = { ...(readJson('package.json') as object), description };
const product = v.parse(Product, manifest);
const { repository } = v.parse(v.object({ repository: v.object({ url: v.string() }) }), manifest);
const lock = v.parse(Lock, readJson('package-lock.json'));
const packed = join(root, 'out/packed.vsix');
const target = join(root, `${product.name}-${product.version}`);

for (const extension of ['vsix', 'cdx.json', 'tgz']) rmSync(`${target}.${extension}`, { force: true });
mkdirSync(join(root, 'out'), { recursive: true });
// Runs vscode:prepublish first, which makes the bundles and THIRD-PARTY-NOTICES.
const links = readmeLinks(repository.url, product.version);
await createVSIX({ cwd: root, packagePath: packed, dependencies: false, ...links });
const vsix = reproducibleZip(readFileSync(packed));
rmSync(packed);
writeWhole(`${target}.cdx.json`, cycloneDx(product, vsix, licensedPackages(root), lock));
writeWhole(`${target}.vsix`, vsix);
const tgz = packForNpm(root, description);
console.log(`${target}.vsix\n${target}.cdx.json\n${tgz}`);

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

/** A file that is there is whole: nobody installs half of one. */
function writeWhole(path: string, content: string | Uint8Array): void {
  const unfinished = `${path}.part`;
  writeFileSync(unfinished, content);
  renameSync(unfinished, path);
}
