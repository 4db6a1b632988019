import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, resolve } from 'node:path';

/** As esbuild's metafile has it: an output's inputs by path, and what it leaves to be loaded when it runs. */
type Bundles = Record<
  string,
  { bytes: number; inputs: Record<string, unknown>; imports: { path: string; kind: string }[] }
>;

const root = resolve(import.meta.dirname, '../..');
const bundles = JSON.parse(readFileSync(join(root, 'out/bundles.json'), 'utf8')) as Bundles;

function bundle(file: string): NonNullable<Bundles[string]> {
  const found = bundles[`dist/${file}`];
  assert.ok(found, `there is no dist/${file}: npm run build`);
  return found;
}

/** What is read before `file` runs: itself, and the chunks that it imports, however deep; not what `import()` reads later. */
function startOf(file: string): NonNullable<Bundles[string]>[] {
  const read = new Set([`dist/${file}`]);
  for (const path of read) {
    for (const { path: imported, kind } of bundles[path]?.imports ?? [])
      if (kind === 'import-statement' && imported in bundles) read.add(imported);
  }
  return [...read].map((path) => bundle(path.slice('dist/'.length)));
}

function bytesAtStart(file: string): number {
  return startOf(file).reduce((sum, { bytes }) => sum + bytes, 0);
}

function inputsLike(file: string, pattern: RegExp): string[] {
  return Object.keys(bundle(file).inputs).filter((input) => pattern.test(input));
}

const webFiles = Object.keys(bundles)
  .map((path) => path.slice('dist/'.length))
  .filter((file) => file.startsWith('web/') && file.endsWith('.js'));

const editorFiles = Object.keys(bundles)
  .map((path) => path.slice('dist/'.length))
  .filter((file) => file.endsWith('.mjs') && !file.startsWith('cli/'));

describe('the bundles', () => {
  it('start fast: the extension reads at most 150 KB, the panel script is at most 60 KB', () => {
    assert.ok(bytesAtStart('extension.mjs') <= 150_000, `${bytesAtStart('extension.mjs')} bytes`);
    assert.ok(bundle('webview.js').bytes <= 60_000, `${bundle('webview.js').bytes} bytes`);
  });

  it('start the command line fast: it reads commander, and what a command needs when it is run', () => {
    assert.ok(bytesAtStart('cli/cli.mjs') <= 120_000, `${bytesAtStart('cli/cli.mjs')} bytes`);
  });

  it('are bounded in the browser: the extension, and the threads that it starts when they are needed', () => {
    const most = { extension: 350_000, 'prose-worker': 260_000, 'service-worker': 680_000 };
    for (const [name, bytes] of Object.entries(most)) {
      const file = `web/${name}.js`;
      assert.ok(bundle(file).bytes <= bytes, `${file}: ${bundle(file).bytes} bytes`);
    }
  });

  it('need nothing but vscode in the browser, where no part of Node is', () => {
    for (const file of webFiles)
      assert.deepEqual(
        bundle(file).imports.filter(({ path }) => path !== 'vscode' || file !== 'web/extension.js'),
        [],
        file,
      );
  });

  it('of the extension host contain neither service nor detector nor Markdown parser', () => {
    const kept = /^src\/(service|detector|prose\/markdown)\/|\/hono\/|\/undici\//;
    assert.deepEqual(
      editorFiles.flatMap((file) => inputsLike(file, kept)),
      [],
    );
  });

  it('leave the words of reports to the editor’s language: none is loaded that is not shown', () => {
    for (const file of [...editorFiles, 'webview.js'])
      assert.deepEqual(inputsLike(file, /^src\/report\/words\/(en|de)\./), [], file);
  });

  it('contain no training code, no database driver and no tests', () => {
    for (const output of Object.keys(bundles))
      assert.deepEqual(
        inputsLike(output.slice('dist/'.length), /^(lab|test)\/|node_modules\/pg[-/]/),
        [],
        output,
      );
  });

  it('that the editor starts don’t contain the PostgreSQL store', () => {
    for (const file of [...editorFiles, 'service-worker.js', 'prose-worker.js', 'webview.js'])
      assert.deepEqual(inputsLike(file, /^src\/service\/store\/(postgres|openStore)/), [], file);
  });

  it('of the editor’s service don’t contain the account area, which only a server has', () => {
    const area = /^src\/service\/account\/(?!apiKey\.ts)/;
    assert.deepEqual(inputsLike('service-worker.js', area), []);
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
      const allowed = output.startsWith('dist/cli/')
        ? 'pg'
        : output.endsWith('.mjs') || output === 'dist/web/extension.js'
          ? 'vscode'
          : undefined;
      const missing = imports
        .map(({ path }) => path)
        .filter((path) => path !== allowed && !(path in bundles) && !isBuiltin(path));
      assert.deepEqual(missing, [], output);
    }
  });
});
