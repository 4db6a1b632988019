import assert from 'node:assert/strict';
import { bundledPackages } from '../../../build/bundledPackages.ts';
import { manifest, packageTree } from './packageTree.ts';

/** As esbuild's metafile has the inputs of one bundle. */
function bundleOf(...inputs: string[]): unknown {
  return { 'dist/a.js': { inputs: Object.fromEntries(inputs.map((path) => [path, { bytesInOutput: 1 }])) } };
}

describe('the packages in the bundles', () => {
  it('are listed once each, by name, without our own files', () => {
    const root = packageTree({
      'node_modules/zeta/package.json': manifest('zeta', '1.0.0'),
      'node_modules/zeta/a.js': '',
      'node_modules/zeta/b.js': '',
      'node_modules/@scope/alpha/package.json': manifest('@scope/alpha', '2.0.0'),
      'node_modules/@scope/alpha/lib/a.js': '',
    });
    const inputs = [
      'src/a.ts',
      'node_modules/zeta/a.js',
      'node_modules/zeta/b.js',
      'node_modules/@scope/alpha/lib/a.js',
    ];
    const found = bundledPackages(bundleOf(...inputs), root);
    assert.deepEqual(found, [
      { name: '@scope/alpha', version: '2.0.0', folder: 'node_modules/@scope/alpha', within: undefined },
      { name: 'zeta', version: '1.0.0', folder: 'node_modules/zeta', within: undefined },
    ]);
  });

  it('are listed in each version that is bundled', () => {
    const inner = 'node_modules/zeta/node_modules/alpha';
    const root = packageTree({
      'node_modules/alpha/package.json': manifest('alpha', '2.0.0'),
      'node_modules/alpha/a.js': '',
      [`${inner}/package.json`]: manifest('alpha', '1.0.0'),
      [`${inner}/a.js`]: '',
    });
    const found = bundledPackages(bundleOf('node_modules/alpha/a.js', `${inner}/a.js`), root);
    assert.deepEqual(
      found.map(({ version, folder }) => [version, folder]),
      [
        ['1.0.0', inner],
        ['2.0.0', 'node_modules/alpha'],
      ],
    );
  });

  it('include those whose code another package carries a copy of', () => {
    const root = packageTree({
      'node_modules/host/package.json': manifest('host', '1.0.0'),
      'node_modules/host/all.js': [
        '//#region ../../node_modules/.pnpm/copied@3.1.0_peer@2.0.0/node_modules/copied/index.js',
        'export const a = 1;',
        '//#region ../../node_modules/.pnpm/@org+copied@4.0.0/node_modules/@org/copied/index.js',
        'export const b = "node_modules/none/at.all"; // node_modules are not here',
      ].join('\n'),
    });
    const found = bundledPackages(bundleOf('node_modules/host/all.js'), root);
    assert.deepEqual(
      found.map(({ name, version, within }) => [name, version, within]),
      [
        ['@org/copied', '4.0.0', 'host@1.0.0'],
        ['copied', '3.1.0', 'host@1.0.0'],
        ['host', '1.0.0', undefined],
      ],
    );
  });

  it('are rejected when a copy does not state its version, because its licence would be unknown', () => {
    const root = packageTree({
      'node_modules/host/package.json': manifest('host', '1.0.0'),
      'node_modules/host/all.js': '// node_modules/copied/index.js\nexport const a = 1;',
    });
    assert.throws(
      () => bundledPackages(bundleOf('node_modules/host/all.js'), root),
      /node_modules\/host\/all\.js carries a copy of node_modules\/copied\/index\.js/,
    );
  });
});
