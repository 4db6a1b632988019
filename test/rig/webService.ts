import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { judgedLanguages } from '../../src/api/report.ts';
import type { WebWorkerStart } from '../../src/api/local.ts';
import type { Transport } from '../../src/client/calls.ts';
import { launchBrowser, type Browser } from './browser.ts';
import { root } from './paths.ts';
import type { Driven, SentRequest } from './webServicePage.ts';

const sqlite = createRequire(import.meta.url).resolve('@sqlite.org/sqlite-wasm/sqlite3.wasm');

/** Chromium, and a server on 127.0.0.1 with what a service in a worker is made of. */
export interface WebRig {
  browser: Browser;
  address: string;
  /** A tab with the client of a service whose store has this name. */
  openTab: (store: string, page?: Page, path?: '/' | '/refused') => Promise<Tab>;
  /** What was asked of the server, by path. */
  requests: string[];
  close: () => Promise<void>;
}

export interface Tab {
  page: Page;
  /** Whether its reports are kept. */
  isPermanent: boolean;
  /** The local account's key. */
  apiKey: string;
  transport: Transport;
  stop: () => Promise<void>;
}

/** The options of a bundle for a browser's worker, as esbuild.js has them. */
const options = {
  bundle: true,
  minify: true,
  write: false,
  platform: 'browser',
  format: 'iife',
  target: 'chrome138',
  define: { 'import.meta.url': "'https://inkling.invalid/'" },
  logLevel: 'error',
} as const;

const bundleOf = async (entry: string): Promise<Uint8Array> => {
  const { outputFiles } = await build({ ...options, entryPoints: [join(root, entry)] });
  return outputFiles[0]!.contents;
};

/** @param worker the entry of the worker's bundle, below the repository. */
export async function openWebRig(worker: string): Promise<WebRig> {
  const files: Record<string, [type: string, bytes: Uint8Array | string]> = {
    '/': ['text/html', '<!doctype html><script src="/page.js"></script>'],
    '/refused': ['text/html', '<!doctype html><script src="/page.js"></script>'],
    '/page.js': ['text/javascript', await bundleOf('test/rig/webServicePage.ts')],
    '/service-worker.js': ['text/javascript', await bundleOf(worker)],
    '/sqlite3.wasm': ['application/wasm', await readFile(sqlite)],
  };
  for (const language of judgedLanguages) {
    const name = `inkling-${language}.inkmodel`;
    files[`/${name}`] = ['application/octet-stream', await readFile(join(root, 'media', name))];
  }
  const headers: Record<string, Record<string, string>> = {
    // Of no origin, so that it may store nothing.
    '/refused': { 'Content-Security-Policy': 'sandbox allow-scripts' },
  };
  for (const url of Object.keys(files)) headers[url] ??= { 'Access-Control-Allow-Origin': '*' };
  const requests: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    requests.push(url);
    const [type, bytes] = files[url] ?? [];
    if (type === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'Content-Type': type, ...headers[url] }).end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await launchBrowser();
  return {
    browser,
    address,
    requests,
    openTab: async (store, page, path = '/') => {
      const tab = page ?? (await browser.context.newPage());
      if (tab.url() !== address + path) await tab.goto(address + path);
      return driveTab(tab, store);
    },
    close: async () => {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function driveTab(page: Page, store: string): Promise<Tab> {
  const start: WebWorkerStart = {
    store,
    sqlite: new URL('/sqlite3.wasm', page.url()).href,
    models: Object.fromEntries(
      judgedLanguages.map((each) => [each, new URL(`/inkling-${each}.inkmodel`, page.url()).href]),
    ) as Record<(typeof judgedLanguages)[number], string>,
    apiKey: null,
    baseUrl: 'http://inkling.test',
    maxContentBytes: 1024 * 1024,
    folder: null,
  };
  const isPermanent = await page.evaluate(
    (parts) => (globalThis as unknown as { driven: Driven }).driven.start(parts),
    start,
  );
  const apiKey = await page.evaluate(() => (globalThis as unknown as { driven: Driven }).driven.key());
  let lastId = 0;
  return {
    page,
    isPermanent,
    apiKey,
    transport: async (request) => {
      const { method, url, headers, signal } = request;
      signal.throwIfAborted();
      const bytes = request.body && Buffer.from(await request.arrayBuffer());
      const sent: SentRequest = {
        method,
        url,
        headers: [...headers],
        body: bytes?.toString('base64') ?? null,
      };
      const id = ++lastId;
      const abort = (): void => {
        void page.evaluate((aborted) => {
          (globalThis as unknown as { driven: Driven }).driven.abort(aborted);
        }, id);
      };
      signal.addEventListener('abort', abort);
      try {
        const {
          status,
          headers: answered,
          body,
        } = await page.evaluate(
          ([sentId, parts]) => (globalThis as unknown as { driven: Driven }).driven.send(sentId, parts),
          [id, sent] as const,
        );
        const content = Buffer.from(body, 'base64');
        return new Response(content.length === 0 ? null : content, { status, headers: answered });
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },
    stop: () => page.evaluate(() => (globalThis as unknown as { driven: Driven }).driven.stop()),
  };
}
