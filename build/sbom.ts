import { createHash } from 'node:crypto';
import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import { v5 } from 'uuid';
import * as v from 'valibot';
import { packageKey } from './bundledPackages.ts';
import type { LicensedPackage } from './licences.ts';

/** Of package.json. */
export const Product = v.object({
  name: v.string(),
  version: v.string(),
  license: v.string(),
  description: v.string(),
});
export type Product = v.InferOutput<typeof Product>;

/** Of package-lock.json. */
export const Lock = v.object({
  packages: v.record(
    v.string(),
    v.object({
      integrity: v.optional(v.string()),
      dependencies: v.optional(v.record(v.string(), v.string()), {}),
    }),
  ),
});
export type Lock = v.InferOutput<typeof Lock>;

/**
 * What the VSIX holds, as a CycloneDX 1.6 document in JSON. The same VSIX gives the same document: its serial number is
 * made from the hash of the VSIX, and it names no time.
 * @param vsix the bytes of the packed extension.
 */
export function cycloneDx(
  product: Product,
  vsix: Uint8Array,
  packages: readonly LicensedPackage[],
  lock: Lock,
): string {
  const components = new Map(packages.map((each) => [each, packageComponent(each, lock)]));
  const sha256 = createHash('sha256').update(vsix).digest('hex');
  const main = new Models.Component(Enums.ComponentType.Application, product.name, {
    ...identity(product),
    description: product.description,
    licenses: new Models.LicenseRepository([new Models.SpdxLicense(product.license)]),
    hashes: new Models.HashDictionary([[Enums.HashAlgorithm['SHA-256'], sha256]]),
  });
  connect(main, components, lock);
  const bom = new Models.Bom({
    serialNumber: `urn:uuid:${v5(`sha256:${sha256}`, v5.URL)}`,
    metadata: new Models.Metadata({ component: main }),
    components: new Models.ComponentRepository(
      [...components].filter(([{ within }]) => within === undefined).map(([, component]) => component),
    ),
  });
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

function packageComponent(each: LicensedPackage, lock: Lock): Models.Component {
  const [, group, name = each.name] = /^(@[^/]+)\/(.+)$/.exec(each.name) ?? [];
  const component = new Models.Component(Enums.ComponentType.Library, name, {
    ...identity(each),
    ...(group !== undefined && { group }),
    licenses: new Models.LicenseRepository([
      new Models.SpdxLicense(each.licence.id, { acknowledgement: Enums.LicenseAcknowledgement.Declared }),
    ]),
    ...(each.licence.copyright.length > 0 && { copyright: each.licence.copyright.join('\n') }),
  });
  const integrity = each.folder === undefined ? undefined : lock.packages[each.folder]?.integrity;
  const [, sha512] = /^sha512-(\S+)$/.exec(integrity ?? '') ?? [];
  if (sha512 !== undefined) {
    component.hashes.set(Enums.HashAlgorithm['SHA-512'], Buffer.from(sha512, 'base64').toString('hex'));
  }
  return component;
}

function identity(of: { name: string; version: string }): { version: string; bomRef: string; purl: string } {
  const purl = `pkg:npm/${of.name.replace('@', '%40')}@${of.version}`;
  return { version: of.version, bomRef: purl, purl };
}

/** Says who depends on whom, as Node finds packages; a copy is a part of the package that carries it. */
function connect(
  main: Models.Component,
  components: Map<LicensedPackage, Models.Component>,
  lock: Lock,
): void {
  const byFolder = new Map([...components].map(([{ folder }, component]) => [folder, component]));
  const byKey = new Map([...components].map(([each, component]) => [packageKey(each), component]));
  for (const [folder, component] of [['', main] as const, ...byFolder]) {
    if (folder === undefined) continue;
    for (const name of Object.keys(lock.packages[folder]?.dependencies ?? {})) {
      const target = ancestors(folder).find((above) => byFolder.has(`${above}node_modules/${name}`));
      if (target === undefined) continue; // not in the bundles
      component.dependencies.add(byFolder.get(`${target}node_modules/${name}`)!.bomRef);
    }
  }
  for (const [{ within }, component] of components) {
    if (within !== undefined) byKey.get(within)!.components.add(component);
  }
}

/** `node_modules/a/node_modules/b` → itself, `node_modules/a` and the root, each with a slash at its end but the root. */
function ancestors(folder: string): string[] {
  if (folder === '') return [''];
  const parent = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')));
  return [`${folder}/`, ...ancestors(parent)];
}
