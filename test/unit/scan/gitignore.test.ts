import assert from 'node:assert/strict';
import { GitIgnore } from '../../../src/scan/gitignore.ts';

const rules = new GitIgnore([
  {
    path: '.gitignore',
    text: '*.log\n/build/\nsecret.md\n!keep.log\ndrafts/*\n!drafts/final.md\n# a comment\n\n',
  },
  { path: 'docs/.gitignore', text: '!secret.md\n/own.md\n' },
]);

describe('what .gitignore leaves out of a folder scan', () => {
  const cases: [path: string, ignored: boolean, why: string][] = [
    ['notes.md', false, 'no rule'],
    ['a/b/trace.log', true, 'a pattern without a slash holds at any depth'],
    ['keep.log', false, 'a later rule brings back'],
    ['build/page.md', true, 'a folder with all in it'],
    ['src/build/page.md', false, 'a pattern that begins with a slash holds in its folder alone'],
    ['secret.md', true, 'by name'],
    ['docs/secret.md', false, 'a deeper file goes first'],
    ['docs/deep/secret.md', false, 'a deeper file goes first, all the way down'],
    ['docs/own.md', true, 'relative to the folder of its file'],
    ['own.md', false, 'and there only'],
    ['drafts/one.md', true, 'all in a folder'],
    ['drafts/final.md', false, 'but one'],
    ['# a comment', false, 'a comment is no rule'],
  ];
  it('is refused where it is so large that no scan would end', () => {
    const text = 'a.md\n'.repeat(2 ** 16);
    assert.throws(() => new GitIgnore([{ path: 'a/.gitignore', text }]), {
      name: 'ConfigError',
      message: /^a\/\.gitignore:1:1: larger than 256 KiB/,
    });
  });

  for (const [path, ignored, why] of cases) {
    it(`${ignored ? 'leaves out' : 'scans'} ${path}: ${why}`, () => {
      assert.equal(rules.ignores(path), ignored);
    });
  }

  it('brings back nothing that lies in a folder which is left out, as git does', () => {
    const outer = new GitIgnore([
      { path: '.gitignore', text: 'node_modules/\n' },
      { path: 'node_modules/package/.gitignore', text: '!README.md\n' },
    ]);
    assert.equal(outer.ignores('node_modules/package/README.md'), true);
  });

  it('scans everything where there is no .gitignore', () => {
    assert.equal(new GitIgnore([]).ignores('build/a.md'), false);
  });
});
