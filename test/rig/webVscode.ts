import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { rigModules, root } from './paths.ts';

/** VS Code for the Web without any server of its own, as vscode.dev is, with the extension as it was built. */
export interface WebVscode {
  /** Also the workbench's origin. */
  origin: string;
  /** The address of a window on an empty folder of this name in the browser's storage. Its extensions run in an origin of its own. */
  workspace: (name: string) => string;
  close: () => Promise<void>;
}

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

const workbench = 'out/vs/code/browser/workbench/workbench';

/** Serves it on 127.0.0.1, with code-server's files of VS Code. */
export async function serveWebVscode(): Promise<WebVscode> {
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://127.0.0.1');
    const origin = originOf(server.address() as AddressInfo);
    fileAt(pathname, origin).then(
      (content) => {
        const type =
          types[extname(pathname)] ?? (pathname === '/' ? 'text/html' : 'application/octet-stream');
        response.writeHead(200, { 'Content-Type': type, 'Access-Control-Allow-Origin': '*' }).end(content);
      },
      () => response.writeHead(404, { 'Access-Control-Allow-Origin': '*' }).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = originOf(server.address() as AddressInfo);
  return {
    origin,
    workspace: (name) => `${origin}/?folder=vscode-userdata:/User/${name}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** By this name, because the workspaces' origins are below it. Browsers look it up on this machine (RFC 6761). */
const originOf = ({ port }: AddressInfo): string => `http://localhost:${port}`;

async function fileAt(pathname: string, origin: string): Promise<string | Buffer> {
  if (pathname === '/') return page(origin);
  const [, folder, ...path] = normalize(decodeURIComponent(pathname)).split('/');
  if (folder === 'inkling') return readFile(join(root, ...path));
  if (folder !== 'vscode') throw new Error(`no ${pathname}`);
  const content = await readFile(join(rigModules.codeServer, 'lib/vscode', ...path));
  return pathname.endsWith(`${workbench}.js`) ? withoutServer(content.toString()) : content;
}

/** Undoes what code-server changed in VS Code: it takes a page's origin for a server that keeps the user's data. */
function withoutServer(script: string): string {
  const changes: [RegExp, string][] = [
    [/(\.\.\.JSON\.parse\(\w+\)),remoteAuthority:location\.host\}/, '$1}'],
    [
      /this\.userDataPath(\)\.with\(\{scheme:\w+\.)vscodeRemote\}\),"User"\)/,
      '"/"$1vscodeUserData}),"User")',
    ],
  ];
  return changes.reduce((text, [pattern, replacement]) => {
    if (!pattern.test(text)) throw new Error(`code-server’s workbench has changed: no ${pattern.source}`);
    return text.replace(pattern, replacement);
  }, script);
}

function page(origin: string): string {
  const { host } = new URL(origin);
  const settings = JSON.stringify({
    productConfiguration: {
      ...{
        nameShort: 'Code',
        nameLong: 'Code',
        applicationName: 'code',
        commit: 'commit',
        quality: 'stable',
      },
      webEndpointUrlTemplate: `http://{{uuid}}.${host}/vscode`,
      extensionsGallery: { serviceUrl: '' },
    },
    webviewEndpoint: `${origin}/vscode/out/vs/workbench/contrib/webview/browser/pre`,
    configurationDefaults: {
      'telemetry.telemetryLevel': 'off',
      'security.workspace.trust.enabled': false,
      'workbench.startupEditor': 'none',
      'workbench.quickOpen.closeOnFocusLost': false,
      'chat.disableAIFeatures': true,
    },
    additionalBuiltinExtensions: [{ scheme: 'http', authority: host, path: '/inkling' }],
    // What code-server's workbench requires.
    ...{ userDataPath: '/', isEnabledFileDownloads: true, isEnabledFileUploads: true },
    isEnabledCoderGettingStarted: false,
  });
  return `<!doctype html>
    <meta charset="utf-8">
    <meta id="vscode-workbench-web-configuration" data-settings="${settings.replaceAll('"', '&quot;')}">
    <meta id="vscode-workbench-web-base-url" data-settings="/vscode">
    <link rel="stylesheet" href="/vscode/${workbench}.css">
    <body aria-label="">
    <script>globalThis._VSCODE_FILE_ROOT = '${origin}/vscode/out/';</script>
    <script type="module" src="/vscode/out/nls.messages.js"></script>
    <script type="module" src="/vscode/${workbench}.js"></script>`;
}
