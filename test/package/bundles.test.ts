import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, resolve } from 'node:path';

/** As esbuild's metafile has it: an output's inputs by path, and what it leaves to be loaded when it runs. */
type Bundles = Record<
  string,
  { bytes: number; inputs: Record<string, unknown>; imports: { path: string }[] }
>;

const root = resolve(import.meta.dirname, '../..');
const bundles = JSON.parse(readFileSync(join(root, 'out/bundles.json'), 'utf8')) as Bundles;

function bundle(name: string): Bundles[string] {
  const found = bundles[`dist/${name}.js`];
  assert.ok(found, `there is no dist/${name}.js: npm run build`);
  return found;
}

function inputsLike(name: string, pattern: RegExp): string[] {
  return Object.keys(bundle(name).inputs).filter((input) => pattern.test(input));
}

describe('the bundles', () => {
  it('start fast: the extension is at most 165 KB, the panel script at most 60 KB', () => {
    assert.ok(bundle('extension').bytes <= 165_000, `extension.js has ${bundle('extension').bytes} bytes`);
    assert.ok(bundle('webview').bytes <= 60_000, `webview.js has ${bundle('webview').bytes} bytes`);
  });

  it('keep the service, the detector and the parser of Markdown out of the extension host', () => {
    assert.deepEqual(
      inputsLike('extension', /^src\/(service|detector)\/|\/micromark|\/hono\/|\/undici\//),
      [],
    );
  });

  it('leave the words of reports to the editor’s language: none is loaded that is not shown', () => {
    assert.deepEqual(inputsLike('extension', /^src\/report\/words\/(en|de)\./), []);
    assert.deepEqual(inputsLike('webview', /^src\/report\/words\/(en|de)\./), []);
  });

  it('hold no training code, no database driver and no tests', () => {
    for (const output of Object.keys(bundles).filter((path) => path.endsWith('.js'))) {
      const name = output.replace(/^dist\/|\.js$/g, '');
      assert.deepEqual(inputsLike(name, /^src\/training\/|^test\/|node_modules\/pg[-/]/), [], output);
    }
  });

  it('keep the PostgreSQL store out of all that the editor starts', () => {
    for (const name of ['extension', 'service-worker', 'prose-worker', 'webview']) {
      assert.deepEqual(inputsLike(name, /^src\/service\/store\/(postgres|openStore)/), [], name);
    }
  });

  it('say nothing of the machine that made them, and come without source maps', () => {
    for (const output of Object.keys(bundles)) {
      const code = readFileSync(join(root, output), 'utf8');
      assert.ok(!code.includes(root), `${output} names ${root}`);
      assert.doesNotMatch(code, /sourceMappingURL=/, `${output} has a source map: npm run package`);
    }
  });

  it('need nothing but Node, vscode and bundles beside it in the extension, and pg on the command line alone', () => {
    for (const [output, { imports }] of Object.entries(bundles)) {
      const allowed = {
        'dist/extension.js': ['vscode', './saved-report.js', './gitignore.js'],
        'dist/cli.js': ['pg'],
      }[output];
      const missing = imports
        .map(({ path }) => path)
        .filter((path) => !allowed?.includes(path) && !isBuiltin(path));
      assert.deepEqual(missing, [], output);
    }
  });
});
