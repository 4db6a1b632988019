import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { LicensedPackage } from '../../../build/licences.ts';
import { cycloneDx } from '../../../build/sbom.ts';

interface Component {
  name: string;
  group?: string;
  purl: string;
  hashes?: { alg: string; content: string }[];
  licenses: unknown;
  components?: Component[];
}

interface Document {
  serialNumber: string;
  metadata: { timestamp?: string; component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}

const product = { name: 'ink', version: '1.2.3', license: 'MIT', description: 'Ink.' };
const licence = { id: 'MIT', text: 'Terms.', copyright: [] };

function installed(name: string, version: string, folder = `node_modules/${name}`): LicensedPackage {
  return { name, version, folder, within: undefined, licence };
}

const packages = [
  installed('@scope/alpha', '1.0.0'),
  installed('beta', '1.0.0'),
  installed('beta', '2.0.0', 'node_modules/@scope/alpha/node_modules/beta'),
  { name: 'copied', version: '4.0.0', folder: undefined, within: 'beta@1.0.0', licence },
];
const digest = createHash('sha512').update('the archive');
const lock = {
  packages: {
    '': { dependencies: { '@scope/alpha': '1.0.0', beta: '1.0.0', absent: '1.0.0' } },
    'node_modules/@scope/alpha': { dependencies: { beta: '^2.0.0' } },
    'node_modules/beta': { integrity: `sha512-${digest.copy().digest('base64')}`, dependencies: {} },
    'node_modules/@scope/alpha/node_modules/beta': { dependencies: { '@scope/alpha': '*' } },
  },
};
const vsix = Buffer.from('a packed extension');

function list(bytes: Uint8Array = vsix): Document {
  return JSON.parse(cycloneDx(product, bytes, packages, lock)) as Document;
}

describe('the list of what the VSIX holds', () => {
  it('is the same for the same VSIX, and has another number for another one', () => {
    assert.equal(cycloneDx(product, vsix, packages, lock), cycloneDx(product, vsix, packages, lock));
    assert.notEqual(list().serialNumber, list(Buffer.from('another')).serialNumber);
    assert.equal(list().metadata.timestamp, undefined);
  });

  it('says which VSIX it describes, by its SHA-256', () => {
    const content = createHash('sha256').update(vsix).digest('hex');
    assert.deepEqual(list().metadata.component.hashes, [{ alg: 'SHA-256', content }]);
  });

  it('names every package as advisories do, with its licence and the digest of its archive', () => {
    const { components } = list();
    assert.deepEqual(
      components.map(({ purl }) => purl),
      ['pkg:npm/%40scope/alpha@1.0.0', 'pkg:npm/beta@1.0.0', 'pkg:npm/beta@2.0.0'],
    );
    assert.deepEqual([components[0]?.group, components[0]?.name], ['@scope', 'alpha']);
    const [, { licenses, hashes } = {}] = components;
    assert.deepEqual(licenses, [{ license: { id: 'MIT', acknowledgement: 'declared' } }]);
    assert.deepEqual(hashes, [{ alg: 'SHA-512', content: digest.copy().digest('hex') }]);
  });

  it('puts a copy within the package that carries it', () => {
    const { components } = list();
    assert.deepEqual(
      components.map((each) => each.components?.map(({ purl }) => purl)),
      [undefined, ['pkg:npm/copied@4.0.0'], undefined],
    );
  });

  it('lists dependencies by the version that Node would find', () => {
    const edges = list().dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]);
    assert.deepEqual(Object.fromEntries(edges), {
      'pkg:npm/ink@1.2.3': ['pkg:npm/%40scope/alpha@1.0.0', 'pkg:npm/beta@1.0.0'],
      'pkg:npm/%40scope/alpha@1.0.0': ['pkg:npm/beta@2.0.0'],
      'pkg:npm/beta@1.0.0': undefined,
      'pkg:npm/beta@2.0.0': ['pkg:npm/%40scope/alpha@1.0.0'],
      'pkg:npm/copied@4.0.0': undefined,
    });
  });
});
