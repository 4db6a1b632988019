import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** The folder that the panel may load from. */
export function webviewRoot(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist');
}

/**
 * The panel's page: an empty `<main>` that the script fills and styles, and a place for
 * what only a screen reader says. Nothing may run or load but the script that carries this
 * page's nonce.
 * @param language of the words that will stand in it, as a BCP 47 tag.
 */
export function panelPage(webview: vscode.Webview, extensionUri: vscode.Uri, language: string): string {
  const nonce = randomBytes(16).toString('base64');
  const script = webview.asWebviewUri(vscode.Uri.joinPath(webviewRoot(extensionUri), 'webview.js'));
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Inkling</title>
</head>
<body>
<main id="report" class="report"></main>
<p id="status" class="status" role="status"></p>
<script nonce="${nonce}" src="${script.toString()}"></script>
</body>
</html>`;
}
