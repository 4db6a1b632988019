import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { bundledPackages, packageKey, type BundledPackage } from './bundledPackages.ts';

export interface Licence {
  /** SPDX identifier. */
  id: string;
  /** The whole text, with any notice that has to go with it. */
  text: string;
  /** Who holds the copyright, a line for each. */
  copyright: string[];
}

export type LicensedPackage = BundledPackage & { licence: Licence };

/** What may ship: these ask for no more than that their text goes with the code. */
const permissive = new Set([
  ...[
    '0BSD',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'BlueOak-1.0.0',
    'CC0-1.0',
    'ISC',
    'MIT',
    'MIT-0',
  ],
  ...['Python-2.0', 'Unlicense'],
]);

/**
 * Texts for packages that carry none, read by a person from the package's source: `<name>@<version>.txt`, or
 * `@<scope>@<version>.txt` for all packages of a scope that are one source's.
 */
export const keptTexts = 'build/licences';

/** The names, without `.txt`, of the kept texts that would serve a package. */
export function keptNamesFor(of: Pick<BundledPackage, 'name' | 'version'>): string[] {
  const [scope] = /^@[^/]+/.exec(of.name) ?? [];
  return [packageKey(of), ...(scope === undefined ? [] : [`${scope}@${of.version}`])];
}

const Manifest = v.object({
  license: v.optional(v.string()),
  author: v.optional(v.union([v.string(), v.object({ name: v.string() })])),
});

/**
 * Lists the packages of the bundles that were built last, each with its licence.
 * @throws as `bundledPackages` and `readLicence` do.
 */
export function licensedPackages(root: string): LicensedPackage[] {
  const bundles: unknown = JSON.parse(readFileSync(join(root, 'out/bundles.json'), 'utf8'));
  return bundledPackages(bundles, root).map((each) => ({ ...each, licence: readLicence(each, root) }));
}

/**
 * Reads the licence of a package: from the text kept for it if there is one, else from where it is installed.
 * @throws if the text is missing, or the licence is not a permissive one; says what to do.
 */
export function readLicence(of: BundledPackage, root: string): Licence {
  const key = packageKey(of);
  const candidates = keptNamesFor(of).map((name) => `${keptTexts}/${name}.txt`);
  const found = candidates.find((path) => existsSync(join(root, path)));
  const kept = found ?? `${keptTexts}/${key}.txt`;
  const { id, text, author } = found
    ? keptLicence(readFileSync(join(root, found), 'utf8'))
    : installedLicence(of, root);
  if (id === undefined || !permissive.has(id)) {
    throw new Error(
      `${key} has the licence ${id ?? 'unknown'}, which is not among the permissive ones of build/licences.ts. ` +
        `Do without the package, or write in ${kept} which permissive licence it can be used under.`,
    );
  }
  if (text.trim() === '') {
    throw new Error(
      `${key} carries no licence text. Put the text from its source into ${kept}; ` +
        'the first line is "SPDX-License-Identifier: " and the identifier.',
    );
  }
  const lines = text.split('\n').map((line) => line.trim());
  const copyright = lines.filter((line) => /^copyright\b.*\d{4}/i.test(line));
  return {
    id,
    text,
    copyright: copyright.length > 0 || author === undefined ? copyright : [`Copyright ${author}`],
  };
}

interface FoundLicence {
  id: string | undefined;
  text: string;
  author: string | undefined;
}

/** A kept text begins with a line for the identifier and one for the source. */
function keptLicence(content: string): FoundLicence {
  const [, id, text = ''] = /^SPDX-License-Identifier: (\S+)\nSource: .+\n\n([^]*)$/.exec(content) ?? [];
  return { id, text: tidied(text), author: undefined };
}

function installedLicence({ folder }: BundledPackage, root: string): FoundLicence {
  if (folder === undefined) return { id: undefined, text: '', author: undefined };
  const manifest = v.parse(Manifest, JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')));
  const texts = readdirSync(join(root, folder))
    .filter((name) => /^(licen[cs]e|copying|notice)\b/i.test(name))
    .sort()
    .map((name) => tidied(readFileSync(join(root, folder, name), 'utf8')));
  const { author } = manifest;
  return {
    id: manifest.license,
    text: texts.join('\n\n'),
    author: typeof author === 'object' ? author.name : author?.replace(/ *[<(].*$/, ''),
  };
}

function tidied(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/^\uFEFF/, '')
    .replace(/^\n+|\s+$/g, '');
}
