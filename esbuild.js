// The bundles in dist/. `--production` minifies; `--watch` rebuilds on change.
const esbuild = require('esbuild');
const fs = require('node:fs');

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

/** @type {import('esbuild').BuildOptions} */
const shared = {
  bundle: true,
  minify: production,
  sourcemap: !production,
  logLevel: 'warning',
  metafile: true,
};
/** @type {import('esbuild').BuildOptions} */
const node = {
  ...shared,
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  external: ['vscode'],
  // Its entry for Node loads its parts in a way that no bundler follows.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
};
/** @type {import('esbuild').BuildOptions} */
const browser = { ...shared, platform: 'browser', target: 'chrome138' };

/**
 * What VS Code for the Web runs, in workers: some packages have code of their own for those, since a worker has no document.
 * @type {import('esbuild').BuildOptions}
 */
const web = { ...browser, outdir: 'dist/web', conditions: ['worker'], alias: node.alias };

/**
 * The extension is ESM, so that what it loads by `import()` when it is first needed is a chunk of its own, and shares its
 * parts with the rest. VS Code loads ESM from 1.100 on.
 * @type {import('esbuild').BuildOptions}
 */
const extension = {
  ...node,
  format: 'esm',
  splitting: true,
  outExtension: { '.js': '.mjs' },
  chunkNames: 'chunks/[name]-[hash]',
  entryPoints: { extension: 'src/editor/extension.ts' },
};

/** @type {import('esbuild').BuildOptions[]} */
const bundles = [
  extension,
  { ...node, entryPoints: { 'service-worker': 'src/service/worker.ts' } },
  { ...node, entryPoints: { 'prose-worker': 'src/scan/proseWorker.ts' } },
  // ESM, so that the reader of each format is a chunk of its own.
  {
    ...node,
    format: 'esm',
    splitting: true,
    outdir: 'dist/documents',
    outExtension: { '.js': '.mjs' },
    entryPoints: { process: 'src/prose/documents/process.ts' },
  },
  { ...node, entryPoints: { 'detector-worker': 'src/service/detection/detectorWorker.ts' } },
  { ...node, entryPoints: { 'render-worker': 'src/service/pages/renderWorker.ts' } },
  // ESM, so that each command is in chunks of its own, which are loaded when it is run.
  {
    ...node,
    format: 'esm',
    splitting: true,
    outdir: 'dist/cli',
    outExtension: { '.js': '.mjs' },
    entryPoints: { cli: 'src/cli/main.ts', 'scan-worker': 'src/cli/scan/scanWorker.ts' },
    chunkNames: '[name]-[hash]',
    // Loaded when the database is PostgreSQL. It is not in the VSIX.
    external: [...node.external, 'pg'],
    // What `import()` loads has its names only as a module.
    mainFields: ['module', 'main'],
    // For the packages in it that are CommonJS.
    banner: {
      js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
    },
  },
  { ...browser, format: 'iife', entryPoints: { webview: 'src/webview/main.ts' } },
  // One file each: the extension host of a page loads CommonJS without parts, and a worker of it a classic script.
  { ...web, format: 'cjs', external: ['vscode'], entryPoints: { extension: 'src/editor/extension.ts' } },
  { ...web, format: 'iife', entryPoints: { 'prose-worker': 'src/scan/webProseWorker.ts' } },
  {
    ...web,
    format: 'iife',
    entryPoints: { 'service-worker': 'src/service/webWorker.ts' },
    // SQLite's own way to find its program, which it is handed.
    define: { 'import.meta.url': "'https://inkling.invalid/'" },
  },
];

/** The words of reports: the editor reads those of its own language. */
bundles.push({
  ...shared,
  entryPoints: { 'report.en': 'src/report/words/en.json', 'report.de': 'src/report/words/de.json' },
  loader: { '.json': 'copy' },
});

/** The program in package.json's `bin`: looks at its Node before it loads what an older one lacks (node:sqlite). */
const launcher = `#!/usr/bin/env node
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  console.error('inkling: needs Node 22.13 or newer, and this is ' + process.versions.node + '.');
  process.exit(2);
}
// Node calls SQLite experimental at each start: it is nothing that a user could act on.
const { emitWarning } = process;
process.emitWarning = (warning, ...rest) => {
  if (!String(warning).startsWith('SQLite is an experimental')) emitWarning.call(process, warning, ...rest);
};
// What V8 compiled is kept in the system's folder for temporary files, unless NODE_DISABLE_COMPILE_CACHE is set.
require('node:module').enableCompileCache();
import('./cli/cli.mjs');
`;

let building = 0;

/** @type {import('esbuild').Plugin} Says what .vscode/tasks.json waits for, over all bundles, and each problem in a line. */
const watchReport = {
  name: 'watch-report',
  setup: ({ onStart, onEnd }) => {
    onStart(() => {
      if (building++ === 0) console.log('[watch] build started');
    });
    onEnd(({ errors, warnings }) => {
      for (const problem of errors) console.error(lineOf('error', problem));
      for (const problem of warnings) console.error(lineOf('warning', problem));
      if (--building === 0) console.log('[watch] build finished');
    });
  },
};

/** @param {string} severity @param {import('esbuild').Message} problem */
function lineOf(severity, { text, location }) {
  if (!location) return `${severity}: ${text}`;
  return `${location.file}:${location.line}:${location.column + 1}: ${severity}: ${text}`;
}

/** The JSON schema of inkling.jsonc, for editors: what VS Code reads beyond the standard says that comments are fine. */
function configSchema() {
  const { toJsonSchema } = require('@valibot/to-json-schema');
  const { Config } = require('./src/scan/config.ts');
  const schema = toJsonSchema(Config, { errorMode: 'ignore', typeMode: 'input' });
  return { ...schema, title: 'Inkling', allowComments: true, allowTrailingCommas: true };
}

async function main() {
  fs.rmSync('dist', { recursive: true, force: true });
  fs.mkdirSync('dist');
  fs.mkdirSync('dist/web');
  fs.copyFileSync(require.resolve('@sqlite.org/sqlite-wasm/sqlite3.wasm'), 'dist/web/sqlite3.wasm');
  fs.writeFileSync('dist/cli.js', launcher, { mode: 0o755 });
  fs.writeFileSync('dist/inkling.schema.json', JSON.stringify(configSchema(), null, 2));
  if (watch) {
    const watched = bundles.map((b) => ({ ...b, plugins: [...(b.plugins ?? []), watchReport] }));
    const contexts = await Promise.all(
      watched.map((b) => esbuild.context({ outdir: 'dist', ...b, logLevel: 'silent' })),
    );
    await Promise.all(contexts.map((c) => c.watch()));
    return;
  }
  const contexts = await Promise.all(bundles.map((b) => esbuild.context({ outdir: 'dist', ...b })));
  const results = await Promise.all(contexts.map((c) => c.rebuild()));
  await Promise.all(contexts.map((c) => c.dispose()));
  // What went into each bundle, for the tests that bound it.
  fs.mkdirSync('out', { recursive: true });
  fs.writeFileSync(
    'out/bundles.json',
    JSON.stringify(Object.assign({}, ...results.map((r) => r.metafile.outputs))),
  );
}

main().catch(() => process.exit(1));
