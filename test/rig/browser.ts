import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { installChromium } from './install.ts';
import { temporaryFolder } from './temporaryFolder.ts';

export interface Browser {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Addresses on other machines that a page asked for. None was reached. */
  readonly strayRequests: readonly string[];
  close(): Promise<void>;
}

/**
 * Addresses that stay on this machine. The made-up host of `asWebviewUri` is one: the webview's own service worker
 * answers it.
 */
const local =
  /^(https?|wss?):\/\/(127\.0\.0\.1|([\w-]+\.)?localhost)[:/]|^(data|blob|vscode-file):|^https:\/\/[^/]*\.vscode-resource\.vscode-cdn\.net\//;

/**
 * Chromium with an empty profile. No name but loopback resolves, so no request can leave the machine.
 * @param pixelRatio pixels of a picture for each pixel of the page, along each side.
 */
export async function launchBrowser(pixelRatio = 1): Promise<Browser> {
  const profile = temporaryFolder('chromium');
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await installChromium(),
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: pixelRatio,
    permissions: ['clipboard-read', 'clipboard-write'],
    args: [
      ...[
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
      ],
      ...['--disable-component-update', '--disable-sync', '--disable-dev-shm-usage'],
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost',
    ],
  });
  const strayRequests: string[] = [];
  context.on('request', (request) => {
    if (!local.test(request.url())) strayRequests.push(request.url());
  });
  return {
    context,
    page: context.pages()[0] ?? (await context.newPage()),
    strayRequests,
    close: () => context.close(),
  };
}
