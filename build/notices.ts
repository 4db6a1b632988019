import type { LicensedPackage } from './licences.ts';

const rule = '-'.repeat(80);

/** What THIRD-PARTY-NOTICES says: each package with its version, its copyright, and the whole text of its licence. */
export function thirdPartyNotices(packages: readonly LicensedPackage[]): string {
  const opening = [
    'Inkling contains code of the packages below, under their own licences.',
    'This file is made by build/writeNotices.ts from what the bundles hold.',
    '',
    ...packages.map(({ name, version, licence }) => `  ${name} ${version} (${licence.id})`),
  ];
  const sections = packages.map(({ name, version, within, licence }) =>
    [
      rule,
      `${name} ${version}`,
      ...(within === undefined ? [] : [`Within: ${within}`]),
      `Source: https://www.npmjs.com/package/${name}/v/${version}`,
      `Licence: ${licence.id}`,
      ...licence.copyright,
      rule,
      '',
      licence.text,
    ].join('\n'),
  );
  return `${[opening.join('\n'), ...sections].join('\n\n')}\n`;
}
