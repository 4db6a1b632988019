import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

interface Setting {
  default: unknown;
  enum?: unknown[];
  order: number;
}

interface Manifest {
  contributes: { configuration: { properties: Record<string, Setting> } };
}

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const { contributes } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

describe('README.md', () => {
  it('lists every setting, in the order of the settings page, with its default and what it may be', () => {
    const listed = [...readme.matchAll(/^\| `(inkling\.[\w.]+)` +\| ([^|]+?) +\|/gm)].map(
      ([, name, values]) => `${name}: ${values}`,
    );
    const settings = Object.entries(contributes.configuration.properties)
      .sort(([, one], [, other]) => one.order - other.order)
      .map(([name, setting]) => `${name}: ${valuesOf(setting)}`);
    assert.deepEqual(listed, settings);
  });

  it('gives each setting a place of its own on the settings page', () => {
    const orders = Object.values(contributes.configuration.properties).map(({ order }) => order);
    assert.equal(new Set(orders).size, orders.length, String(orders));
  });

  for (const document of ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'docs/architecture.md']) {
    it(`leads to files that are there: ${document}`, () => {
      const text = readFileSync(join(root, document), 'utf8');
      const links = [...text.matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)].map(
        ([, link, source]) => link ?? source ?? '',
      );
      const broken = links
        .filter((link) => !/^(https?:|#)/.test(link))
        .map((link) => link.replace(/#.*/, ''))
        .filter((link) => !existsSync(join(root, dirname(document), link)));
      assert.deepEqual(broken, []);
    });
  }
});

/** The default first, in bold, then what else it may be. */
function valuesOf({ default: standard, enum: all }: Setting): string {
  if (standard === '' || (Array.isArray(standard) && standard.length === 0)) return 'empty';
  const others = (all ?? []).filter((value) => value !== standard).map((value) => `\`${String(value)}\``);
  return [`**\`${String(standard)}\`**`, ...others].join(', ');
}
