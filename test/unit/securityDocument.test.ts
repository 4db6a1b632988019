import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

describe('docs/security.md', () => {
  it('names for every threat a test that there is', () => {
    const rows = readFileSync(join(root, 'docs/security.md'), 'utf8')
      .split('\n')
      .filter((line) => /^\| (?!threat|-)/.test(line));
    assert.ok(rows.length > 20);
    const tests = globSync('test/**/*.ts', { cwd: root })
      .map((path) => readFileSync(join(root, path), 'utf8'))
      .join('\n');
    const unheld = rows.filter((row) => {
      const title = /“([^”]+)” +\|$/.exec(row)?.[1];
      return title === undefined || !tests.includes(title);
    });
    assert.deepEqual(unheld, []);
  });
});
