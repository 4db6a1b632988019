import assert from 'node:assert/strict';
import { ConfigError, decodeText, findConfiguration, parseConfig } from '../../../src/scan/config.ts';

describe('inkling.jsonc', () => {
  const problemOf = (text: string): string => {
    try {
      parseConfig(text, 'inkling.jsonc');
    } catch (error) {
      assert.ok(error instanceof ConfigError);
      return error.message;
    }
    return '';
  };

  it('may contain comments and trailing commas', () => {
    const text = '{\n  // ours alone\n  "include": ["docs/"],\n  "failOn": "ai",\n  "threshold": 0.9,\n}';
    assert.deepEqual(parseConfig(text, ''), { include: ['docs/'], failOn: 'ai', threshold: 0.9 });
  });

  it('names file, line, column and key of what is wrong, and what to write', () => {
    assert.equal(
      problemOf('{\n  "failOn": "human"\n}'),
      'inkling.jsonc:2:13: "failOn": expected "ai" or "mixed".',
    );
    assert.equal(
      problemOf('{ "threshold": 2 }'),
      'inkling.jsonc:1:16: "threshold": expected a number from 0 to 1.',
    );
    assert.match(
      problemOf('{\n  "include": ["a", 3] }'),
      /^inkling\.jsonc:2:20: "include\.1": expected a pattern/,
    );
    assert.match(
      problemOf('{\n\n  "languages": ["markdwon"] }'),
      /:3:17: "languages\.0": expected a VS Code language id/,
    );
    assert.match(
      problemOf('{\n "exlude": [] }'),
      /^inkling\.jsonc:2:2: unknown key "exlude" \(did you mean "exclude"\?\)\. Known keys: .*include, exclude,/,
    );
    assert.match(problemOf('{ "include" [] }'), /^inkling\.jsonc:1:13: invalid JSON: colon expected\.$/);
    assert.match(problemOf('{"failon": "ai"}'), /unknown key "failon" \(did you mean "failOn"\?\)/);
    assert.match(problemOf('{"colour": 1}'), /unknown key "colour"\. Known keys: /);
    assert.match(problemOf('[]'), /expected an object in braces/);
    assert.match(problemOf(''), /^inkling\.jsonc:1:1: /);
    assert.match(problemOf('['.repeat(100_000)), /too deeply nested/);
  });

  it('can’t decide where texts go, with which key, or who may read a report, and says why', () => {
    for (const key of ['service', 'inkling.service.url', 'apiKey', 'key', 'newReport.privacy', 'caFile']) {
      assert.match(
        problemOf(`{\n  "${key}": "x"\n}`),
        /^inkling\.jsonc:2:3: ".*" can’t be set here\. A repository can’t choose where texts go/,
        key,
      );
    }
  });
});

describe('a file that says what holds', () => {
  it('may begin with a byte order mark', () => {
    assert.equal(decodeText(Buffer.from('\uFEFFdocs/\n'), ''), 'docs/\n');
  });

  for (const [encoding, bytes] of [
    ['UTF-16', Buffer.from('\uFEFFdocs/', 'utf16le')],
    ['UTF-16 without a mark', Buffer.from('docs/', 'utf16le')],
    ['Latin-1', Buffer.from('caf\xe9/', 'latin1')],
    ['binary', Buffer.from('docs/\0')],
  ] as const) {
    it(`is refused by name in another encoding, not obeyed in part: ${encoding}`, () => {
      const message = '/a/.inklingignore:1:1: not valid UTF-8. Save the file as UTF-8.';
      assert.throws(() => decodeText(bytes, '/a/.inklingignore'), { name: 'ConfigError', message });
    });
  }

  it('is refused where it is so large that no scan would end', async () => {
    const read = (path: string) =>
      Promise.resolve(path === '/a/.inklingignore' ? '/x/*.md\n'.repeat(2 ** 15 + 1) : undefined);
    await assert.rejects(
      findConfiguration('/a', read, () => Promise.resolve(true)),
      { name: 'ConfigError', message: /^\/a\/\.inklingignore:1:1: larger than 256 KiB/ },
    );
  });
});

describe('the configuration of a folder', () => {
  const find = (files: Record<string, string>, folder: string, named?: string) =>
    findConfiguration(
      folder,
      (path) => Promise.resolve(files[path]),
      (path) => Promise.resolve(path === '/home/repo'),
      named,
    );

  it('is found upward, up to the root of the repository and not beyond', async () => {
    const files = { '/home/inkling.jsonc': '{ "failOn": "ai" }', '/home/repo/.inklingignore': 'old/\n' };
    assert.equal((await find(files, '/home/repo/docs')).file, undefined);
    const inRepo = await find({ ...files, '/home/repo/inkling.jsonc': '{}' }, '/home/repo/docs/a');
    assert.equal(inRepo.file, '/home/repo/inkling.jsonc');
    assert.equal(inRepo.excludedBy('/home/repo/old/a.md'), '/home/repo/.inklingignore');
    const named = await find(files, '/home/repo', '/home/inkling.jsonc');
    assert.equal(named.config.failOn, 'ai');
  });

  it('includes documents, code only on request, and nothing that is excluded', async () => {
    const plain = await find({}, '/home/repo');
    assert.equal(plain.includes('/home/repo/a.md'), true);
    assert.equal(plain.includes('/home/repo/a.py'), false);
    const config = '{ "include": ["docs/", "*.py"], "exclude": ["docs/old/", "!docs/old/keep.md"] }';
    const files = { '/home/repo/inkling.jsonc': config, '/home/repo/.inklingignore': '# ours\n*.tex\n' };
    const configured = await find(files, '/home/repo');
    const taken = [
      'docs/a.md',
      'src/a.py',
      'a.md',
      'docs/old/a.md',
      'docs/a.tex',
      '../else/docs/a.md',
    ].filter((path) => configured.includes(`/home/repo/${path}`.replace('/repo/..', '')));
    assert.deepEqual(taken, ['docs/a.md', 'src/a.py']);
    const languages = await find({ '/home/repo/inkling.jsonc': '{ "languages": ["python"] }' }, '/home/repo');
    assert.deepEqual(
      ['a.md', 'a.py'].filter((name) => languages.includes(`/home/repo/${name}`)),
      ['a.py'],
    );
  });

  it('names its baseline relative to itself in the root of a virtual file system too', async () => {
    const files = { '/inkling.jsonc': '{ "baseline": "ci\\\\.//known.json" }' };
    assert.equal((await find(files, '/docs')).baseline, '/ci/known.json');
  });

  it('names its baseline relative to itself', async () => {
    const files = { '/home/repo/inkling.jsonc': '{ "baseline": "./ci/../inkling-baseline.json" }' };
    assert.equal((await find(files, '/home/repo/docs')).baseline, '/home/repo/inkling-baseline.json');
  });
});
