import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../rig/paths.ts';

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies?: Record<string, string>;
  allowScripts?: Record<string, boolean>;
}

interface LockedPackage {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  dev?: boolean;
  devOptional?: boolean;
  hasInstallScript?: boolean;
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

/** The lock's packages but the first, which is the project itself. */
function lockedPackages(folder: string): [string, LockedPackage][] {
  const { packages } = readJson(join(folder, 'package-lock.json')) as {
    packages: Record<string, LockedPackage>;
  };
  return Object.entries(packages).filter(([path]) => path !== '');
}

for (const [title, folder] of [
  ['the project', '.'],
  ['the VS Code that tests run on', 'test/rig/vscode'],
] as const) {
  describe(`what npm ci installs for ${title}`, () => {
    const manifest = readJson(join(folder, 'package.json')) as Manifest;
    const locked = lockedPackages(folder);

    it('is named by exact versions', () => {
      const inexact = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
        ([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
      );
      assert.deepEqual(inexact, []);
    });

    it('is what package.json asks for', () => {
      const { packages } = readJson(join(folder, 'package-lock.json')) as {
        packages: { '': Manifest };
      };
      assert.deepEqual(packages[''].dependencies, manifest.dependencies);
      assert.deepEqual(packages[''].devDependencies, manifest.devDependencies);
    });

    it('has a digest for every package, so that none can be replaced', () => {
      assert.ok(locked.length > 0);
      const unchecked = locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
      assert.deepEqual(
        unchecked.map(([path]) => path),
        [],
      );
    });

    it('comes from the npm registry: no link, no repository, no other host', () => {
      // A lock may leave the address out; npm then asks the registry that it is set to, and checks the digest.
      const elsewhere = locked.filter(
        ([, { link, resolved }]) =>
          link === true ||
          !(resolved ?? 'https://registry.npmjs.org/').startsWith('https://registry.npmjs.org/'),
      );
      assert.deepEqual(
        elsewhere.map(([path]) => path),
        [],
      );
    });
  });
}

describe('what npm ci prints', () => {
  it('is no wall of warnings about a Node that only installs another, and still every error', () => {
    const settings = readFileSync(join(root, '.npmrc'), 'utf8').split('\n');
    assert.deepEqual(
      settings.filter((line) => line !== '' && !line.startsWith('#')),
      ['loglevel=error'],
    );
  });
});

describe('what npm ci runs', () => {
  const locked = lockedPackages('.');

  it('is no install script of a dependency that users get', () => {
    const scripts = locked.filter(
      ([, { dev, hasInstallScript }]) => hasInstallScript === true && dev !== true,
    );
    assert.deepEqual(
      scripts.map(([path]) => path),
      [],
    );
  });

  it('is the install script of packages that were allowed by name, all for development only', () => {
    const { allowScripts = {} } = readJson('package.json') as Manifest;
    const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name] === true);
    const forDevelopment = locked
      .filter(([, { dev, hasInstallScript }]) => dev === true && hasInstallScript === true)
      .map(([path]) => path);
    assert.deepEqual(
      allowed.filter((name) => !forDevelopment.includes(`node_modules/${name}`)),
      [],
    );
  });
});
