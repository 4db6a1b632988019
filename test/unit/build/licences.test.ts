import assert from 'node:assert/strict';
import type { BundledPackage } from '../../../build/bundledPackages.ts';
import { readLicence } from '../../../build/licences.ts';
import { manifest, packageTree } from './packageTree.ts';

const folder = 'node_modules/alpha';
const alpha: BundledPackage = { name: 'alpha', version: '1.0.0', folder, within: undefined };
const copied: BundledPackage = { name: 'beta', version: '2.0.0', folder: undefined, within: 'alpha@1.0.0' };

describe('the licence of what ships', () => {
  it('is the whole text in the package, with its notice and copyright holder', () => {
    const root = packageTree({
      [`${folder}/package.json`]: manifest('alpha', '1.0.0', { license: 'Apache-2.0' }),
      [`${folder}/LICENSE.md`]: '\r\nSome terms.\r\nCopyright (c) 2020 Ada\r\n',
      [`${folder}/NOTICE`]: 'With thanks to Bea.\n',
      [`${folder}/licensing.js`]: 'no licence',
    });
    assert.deepEqual(readLicence(alpha, root), {
      id: 'Apache-2.0',
      text: 'Some terms.\nCopyright (c) 2020 Ada\n\nWith thanks to Bea.',
      copyright: ['Copyright (c) 2020 Ada'],
    });
  });

  it('names the author if the text names no holder', () => {
    const root = packageTree({
      [`${folder}/package.json`]: manifest('alpha', '1.0.0', {
        license: 'MIT',
        author: 'Ada <ada@example.org>',
      }),
      [`${folder}/license`]: 'Some terms.',
    });
    assert.deepEqual(readLicence(alpha, root).copyright, ['Copyright Ada']);
  });

  it('is the kept text where the package carries none, or is a copy within another', () => {
    const kept = 'SPDX-License-Identifier: ISC\nSource: its page\n\nKept terms.\n';
    const root = packageTree({
      [`${folder}/package.json`]: manifest('alpha', '1.0.0'),
      'build/licences/alpha@1.0.0.txt': kept,
      'build/licences/beta@2.0.0.txt': kept,
    });
    for (const each of [alpha, copied]) {
      assert.deepEqual(readLicence(each, root), { id: 'ISC', text: 'Kept terms.', copyright: [] });
    }
  });

  it('stops the packaging when there is no text, and says where one has to go', () => {
    const root = packageTree({ [`${folder}/package.json`]: manifest('alpha', '1.0.0', { license: 'MIT' }) });
    assert.throws(
      () => readLicence(alpha, root),
      /alpha@1\.0\.0 carries no licence text.*build\/licences\/alpha@1\.0\.0\.txt/s,
    );
  });

  it('stops the packaging for a copy without a kept text', () => {
    assert.throws(() => readLicence(copied, packageTree({})), /beta@2\.0\.0 has the licence unknown/);
  });

  for (const license of ['GPL-3.0-only', 'SEE LICENSE IN LICENSE', '(MIT OR GPL-2.0)', undefined]) {
    it(`stops the packaging when it is ${license ?? 'not said'}`, () => {
      const root = packageTree({
        [`${folder}/package.json`]: manifest('alpha', '1.0.0', { license }),
        [`${folder}/LICENSE`]: 'Some terms.',
      });
      assert.throws(
        () => readLicence(alpha, root),
        (error: Error) => error.message.startsWith(`alpha@1.0.0 has the licence ${license ?? 'unknown'}`),
      );
    });
  }
});
