/**
 * Makes a page in out/demo that judges a text in the browser, without VS Code and without sending it, and serves it on
 * 127.0.0.1. The folder is static: any web server can serve it.
 *
 *     npm run demo [-- --port 8080]
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { extname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build, type BuildOptions } from 'esbuild';
import { judgedLanguages } from '../src/api/report.ts';
import { html } from '../src/report/view/html.ts';
import { pageShell, pageStyle } from '../src/report/formats/html.ts';
import { pageTheme } from '../src/report/style/theme.ts';
import { viewStyle } from '../src/report/style/view.ts';
import { siteStyle } from '../src/service/pages/style.ts';

const root = resolve(import.meta.dirname, '..');
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
  '.inkmodel': 'application/octet-stream',
};

const style = pageStyle(`${viewStyle}${pageTheme}${siteStyle}
  .paste.account { max-width: 72em; padding-bottom: 0; }
  /* Still announced: the report itself begins with these words. */
  .paste:has(+ #report:not(:empty)) [role='status'] { position: absolute; overflow: hidden; width: 1px; height: 1px; clip-path: inset(50%); }
  .paste textarea {
    box-sizing: border-box; width: 100%; min-height: 12em; padding: 0.7em; resize: vertical;
    border: 1px solid var(--line-strong); border-radius: 3px;
    background: var(--paper); color: var(--ink); font: inherit;
  }
  .paste textarea:focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
  .paste .row { display: flex; flex-wrap: wrap; gap: 0.6em 1em; align-items: center; }
  #count { color: var(--faint); }
`);

/** Nothing but the page's own files; WebAssembly is the detector's and the store's. */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self'",
  `style-src ${style.source}`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const page = pageShell({
  language: 'en',
  title: 'Does this text read like AI?',
  style,
  head: html`<meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="referrer" content="no-referrer" />
    <script type="module" src="page.js"></script>`,
  body: html`<main>
    <form class="account paste">
      <h1>Does this text read like AI?</h1>
      <p>The text is judged in this page. It is not sent or stored.</p>
      <p>
        <label for="text">Text, at least 60 words</label>
        <textarea id="text" required autocomplete="off" aria-describedby="count"></textarea>
      </p>
      <p class="row">
        <button class="main">Judge text</button>
        <button type="reset">Clear</button>
        <span id="count"></span>
      </p>
      <p role="status"></p>
      <noscript><p>This page needs JavaScript.</p></noscript>
    </form>
    <section class="report" id="report" aria-label="Report"></section>
  </main>`,
});

/** @returns the folder with the page. */
export async function buildDemo(folder = join(root, 'out/demo')): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const options = {
    ...{ bundle: true, minify: true, platform: 'browser', target: 'es2024', logLevel: 'error' },
    define: { 'import.meta.url': "'https://inkling.invalid/'" },
  } satisfies BuildOptions;
  const bundle = (entry: string, outfile: string, format: 'esm' | 'iife', conditions: string[]) =>
    build({
      ...options,
      entryPoints: [join(root, entry)],
      outfile: join(folder, outfile),
      format,
      conditions,
    });
  await Promise.all([
    bundle('src/demo/page.ts', 'page.js', 'esm', []),
    bundle('src/service/webWorker.ts', 'service-worker.js', 'iife', ['worker']),
  ]);
  const sqlite = createRequire(import.meta.url).resolve('@sqlite.org/sqlite-wasm/sqlite3.wasm');
  copyFileSync(sqlite, join(folder, 'sqlite3.wasm'));
  for (const name of judgedLanguages.map((language) => `inkling-${language}.inkmodel`))
    copyFileSync(join(root, 'media', name), join(folder, name));
  writeFileSync(join(folder, 'index.html'), page);
  return folder;
}

/** Serves the files of the folder on 127.0.0.1. @param port 0 for any. */
export async function serveDemo(folder: string, port: number): Promise<{ server: Server; address: string }> {
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://127.0.0.1');
    const name = pathname === '/' ? 'index.html' : pathname.slice(1);
    const type = types[extname(name)];
    try {
      if (type === undefined || !/^[\w.-]+$/.test(name)) throw new Error('not of the page');
      const bytes = readFileSync(join(folder, name));
      response.writeHead(200, { 'Content-Type': type, 'Content-Security-Policy': policy }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed).listen(port, '127.0.0.1', listening);
  });
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } });
  const { address } = await serveDemo(await buildDemo(), Number(values.port));
  console.log(`Open ${address} and paste a text. Press Ctrl-C to end.`);
}
