import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

/** A package whose code is in a bundle. */
export interface BundledPackage {
  name: string;
  version: string;
  /** Where it is installed, as package-lock.json names it; `undefined` if another package carries a copy of its code. */
  folder: string | undefined;
  /** `name@version` of the package that carries the copy. */
  within: string | undefined;
}

/** `out/bundles.json`: esbuild's metafile, of which only the paths of the inputs matter here. */
const Bundles = v.record(v.string(), v.object({ inputs: v.record(v.string(), v.unknown()) }));
const Installed = v.object({ name: v.string(), version: v.string() });

/** The innermost package of a path, from the first node_modules on: where that is a link, esbuild names its target. */
const packageFolder = /\bnode_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+(?=\/)/;

/** Bundlers leave the path of each module they put together: `//#region <path>` by Rolldown, `// <path>` by esbuild. */
const moduleComment = /^\/\/(?:#region)? ?(\S*node_modules\/\S+)$/gm;

/** pnpm keeps a package under its name and version: `.pnpm/ajv@8.18.0/node_modules/ajv/…`. */
const pnpmFolder =
  /\/\.pnpm\/(?:@[^/+]+\+)?[^/@]+@(?<version>[^/_(]+)[^/]*\/node_modules\/(?<name>(?:@[^/]+\/)?[^/]+)\//;

/**
 * Lists every package that has code in the bundles, once for each version, in the order of their names: the installed
 * ones, and those of which an installed one carries a copy.
 * @param bundles what `out/bundles.json` holds, parsed.
 * @throws if a package carries a copy of another one whose version cannot be told.
 */
export function bundledPackages(bundles: unknown, root: string): BundledPackage[] {
  const found = new Map<string, BundledPackage>();
  const inputs = Object.values(v.parse(Bundles, bundles)).flatMap((bundle) => Object.keys(bundle.inputs));
  for (const input of new Set(inputs)) {
    const folder = packageFolder.exec(input)?.[0];
    if (folder === undefined) continue;
    const manifest = v.parse(Installed, JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')));
    const owner = packageKey(manifest);
    found.set(owner, { ...manifest, folder, within: undefined });
    for (const copy of copiedPackages(readFileSync(join(root, input), 'utf8'), input)) {
      if (!found.has(packageKey(copy))) {
        found.set(packageKey(copy), { ...copy, folder: undefined, within: owner });
      }
    }
  }
  // By code unit: the order must not depend on the machine's language.
  const key = ({ name, version }: BundledPackage): string => `${name}\n${version}`;
  return [...found.values()].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** `name@version`. */
export function packageKey({ name, version }: { name: string; version: string }): string {
  return `${name}@${version}`;
}

function copiedPackages(source: string, path: string): { name: string; version: string }[] {
  return [...source.matchAll(moduleComment)].map(([, module = '']) => {
    const { name, version } = pnpmFolder.exec(module)?.groups ?? {};
    if (name === undefined || version === undefined) {
      throw new Error(`${path} carries a copy of ${module}, and does not say of which version.`);
    }
    return { name, version };
  });
}
