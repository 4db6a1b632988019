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
const settingsPage = readFileSync(join(root, 'docs/vscode.md'), 'utf8');
const { contributes } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

describe('README.md', () => {
  it('is short enough to be read: 6 kB, and two commands are the first thing after the picture', () => {
    assert.ok(Buffer.byteLength(readme) <= 6000, `${Buffer.byteLength(readme)} bytes`);
    assert.match(readme, /^!\[[^\]]+\]\([^)]+\)\n\n```sh\n(?:npm .+\n){2}```\n/m);
  });

  it('says what Inkling does not find, with figures that the model card has', () => {
    const card = readFileSync(join(root, 'docs/model-card.md'), 'utf8').split('## What it is')[0]!;
    const [, sentence = ''] =
      /\*\*Inkling does not find everything:\*\*([^]+?)\[Model card\]/.exec(readme) ?? [];
    const rounded = new Set([...card.matchAll(/(\d+\.\d) %/g)].map(([, n]) => Math.round(Number(n))));
    const exact = new Set([...card.matchAll(/(\d+\.\d) %/g)].map(([, n]) => Number(n)));
    const figures = [...sentence.matchAll(/(\d+(?:\.\d)?)\s%/g)].map(([, n]) => Number(n));
    assert.ok(figures.length >= 5, sentence);
    for (const n of figures) assert.ok(rounded.has(n) || exact.has(n), `${n} %`);
  });

  it('links to a page that lists every setting in the order of the settings page, with its default and allowed values', () => {
    const listed = [...settingsPage.matchAll(/^\| `(inkling\.[\w.]+)` +\| ([^|]+?) +\|/gm)].map(
      ([, name, values]) => `${name}: ${values}`,
    );
    const settings = Object.entries(contributes.configuration.properties)
      .sort(([, one], [, other]) => one.order - other.order)
      .map(([name, setting]) => `${name}: ${valuesOf(setting)}`);
    assert.deepEqual(listed, settings);
  });

  it('has a separate place for each setting on the settings page', () => {
    const orders = Object.values(contributes.configuration.properties).map(({ order }) => order);
    assert.equal(new Set(orders).size, orders.length, String(orders));
  });

  for (const document of [
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'docs/architecture.md',
    'docs/vscode.md',
    'docs/command-line.md',
    'docs/verdicts.md',
    'docs/remote.md',
    'docs/pipelines.md',
    'docs/deploy.md',
  ]) {
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

  it('names functions that are there: what Scan File does', () => {
    const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
    const stops = [...text.matchAll(/^\d+\. `(\w+)` in `([\w./]+)`/gm)];
    assert.ok(stops.length > 0);
    const missing = stops
      .filter(([, name, file]) => {
        const source = readFileSync(join(root, 'src', file!), 'utf8');
        return !new RegExp(`\\b${name}\\b`).test(source);
      })
      .map(([stop]) => stop);
    assert.deepEqual(missing, []);
  });
});

/** The default first, in bold, then what else it may be. */
function valuesOf({ default: standard, enum: all }: Setting): string {
  if (standard === '' || (Array.isArray(standard) && standard.length === 0)) return 'empty';
  const others = (all ?? []).filter((value) => value !== standard).map((value) => `\`${String(value)}\``);
  return [`**\`${String(standard)}\`**`, ...others].join(', ');
}
