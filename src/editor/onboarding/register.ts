import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { registerCommands } from '../commands.ts';

/** What a newcomer begins with: the walkthrough, and a document to scan. */
export function registerOnboarding(app: App): void {
  const { extension, extensionUri } = app.context;
  registerCommands(app, {
    'inkling.openSample': async () => {
      const file = vscode.Uri.joinPath(extensionUri, 'media/walkthrough/sample.md');
      const content = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
      // A copy that was never saved: the file itself belongs to the extension, and would be put back by an update.
      const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
      await vscode.window.showTextDocument(document, { preview: false });
    },
    'inkling.openWalkthrough': async () => {
      await vscode.commands.executeCommand(
        'workbench.action.openWalkthrough',
        `${extension.id}#firstSteps`,
        false,
      );
    },
  });
}
