import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../rig/paths.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const files = [...globSync('.github/workflows/*.yml', { cwd: root }), 'action.yml'];

describe('a release', () => {
  it('has the same version in every file that RELEASING.md lists', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    const step = /^2\. Set the version in ([^;]+);/m.exec(read('RELEASING.md'))?.[1] ?? '';
    const listed = [...step.matchAll(/`([^`]+)`/g)].map(([, path]) => path!);
    assert.equal(listed.length, 6, step);
    for (const path of listed) {
      const found = read(path).matchAll(
        /(?:^ {2,6}"version": "|inkling@v?|^ {4}rev: v|^ {2}version:\n.+\n {4}default: )(\d+\.\d+\.\d+)/gm,
      );
      const own = [...found].map(([, each]) => each).slice(0, path === 'package-lock.json' ? 2 : undefined);
      assert.deepEqual([...new Set(own)], [version], path);
    }
  });
});

describe('the workflows', () => {
  it('publish without a stored secret, which somebody could steal', () => {
    for (const file of files) assert.doesNotMatch(read(file), /\$\{\{[^}]*secrets\./, file);
    assert.match(read('.github/workflows/release.yml'), /id-token: write/);
  });

  it('run actions of GitHub’s own, or others at one commit', () => {
    for (const file of files) {
      for (const [, used] of read(file).matchAll(/uses: (\S+)/g)) {
        assert.match(used!, /^(?:actions\/[\w-]+@v\d+|[\w./-]+@[\da-f]{40})$/, file);
      }
    }
  });

  it('insert nothing from outside into a command', () => {
    for (const file of files) {
      for (const line of read(file)
        .split('\n')
        .filter((each) => each.includes('${{'))) {
        assert.match(line, /^\s*(?:- )?(?!run:)[\w-]+: /, `${file}: ${line}`);
      }
    }
  });

  it('publish to a registry only where a person named it', () => {
    const steps = read('.github/workflows/release.yml').split(/\n(?= {6}- | {2}\w+:\n)/);
    for (const step of steps.filter((each) => /\b(?:vsce|ovsx)@|npm publish/.test(each))) {
      assert.match(step, /contains\(vars\.PUBLISH, '/);
    }
  });
});
