import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { strFromU8, unzipSync } from 'fflate';
import { packageKey } from '../../build/bundledPackages.ts';
import { keptNamesFor, keptTexts, licensedPackages } from '../../build/licences.ts';
import { root } from '../rig/paths.ts';

interface Component {
  version: string;
  purl: string;
  components?: Component[];
}

interface Document {
  metadata: { component: { hashes: { content: string }[] } };
  components: Component[];
}

const { version } = readJson('package.json') as { version: string };
const vsix = readFileSync(join(root, `inkling-${version}.vsix`));
const list = readJson(`inkling-${version}.cdx.json`) as Document;
const packages = licensedPackages(root);

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

describe('what others wrote in the VSIX', () => {
  it('is named in THIRD-PARTY-NOTICES, each with the whole text of its licence', () => {
    const notices = strFromU8(unzipSync(vsix)['extension/THIRD-PARTY-NOTICES'] ?? new Uint8Array());
    assert.ok(packages.length > 0);
    const missing = packages.filter(
      (each) => !notices.includes(`\n${each.name} ${each.version}\n`) || !notices.includes(each.licence.text),
    );
    assert.deepEqual(missing.map(packageKey), []);
  });

  it('needs every text that is kept for a package without one', () => {
    const kept = globSync('**/*.txt', { cwd: join(root, keptTexts) }).map((path) => path.slice(0, -4));
    const keys = packages.flatMap(keptNamesFor);
    assert.deepEqual(
      kept.filter((key) => !keys.includes(key)),
      [],
      `nothing in the bundles needs these texts of ${keptTexts}`,
    );
  });

  it('is in the CycloneDX list, package for package', () => {
    const listed = list.components.flatMap((each) => [each, ...(each.components ?? [])]);
    assert.deepEqual(
      listed.map(({ purl }) => decodeURIComponent(purl.replace('pkg:npm/', ''))).sort(),
      packages.map(packageKey).sort(),
    );
  });
});

describe('the CycloneDX list', () => {
  it('describes this VSIX', () => {
    const [hash] = list.metadata.component.hashes;
    assert.equal(hash?.content, createHash('sha256').update(vsix).digest('hex'));
  });

  it('can be read by every tool that knows CycloneDX 1.6', () => {
    const schemas = 'node_modules/@cyclonedx/cyclonedx-library/res/schema';
    const ajv = new Ajv({ strict: false });
    addFormats(ajv);
    // Ours are ASCII, where the two say the same.
    ajv.addFormat('iri-reference', ajv.formats['uri-reference'] as RegExp);
    ajv.addFormat('idn-email', ajv.formats['email'] as RegExp);
    for (const name of ['spdx', 'jsf-0.82']) {
      const file = `${name}.SNAPSHOT.schema.json`;
      ajv.addSchema(readJson(join(schemas, file)) as object, `http://cyclonedx.org/schema/${file}`);
    }
    const validate = ajv.compile(readJson(`${schemas}/bom-1.6.SNAPSHOT.schema.json`) as object);
    assert.ok(validate(list), JSON.stringify(validate.errors, undefined, 2));
    assert.ok(!validate({ ...list, components: [{ type: 'libary' }] }), 'the schema takes anything');
  });
});
