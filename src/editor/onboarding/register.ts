import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { registerCommands } from '../commands.ts';

/** The walkthrough, and its sample document. */
export function registerOnboarding(app: App): void {
  const { extension, extensionUri } = app.context;
  registerCommands(app, {
    'inkling.openSample': async () => {
      const file = vscode.Uri.joinPath(extensionUri, 'media/walkthrough/sample.md');
      const content = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
      // Opens an unsaved copy, because an update of the extension would overwrite changes to its own file.
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
