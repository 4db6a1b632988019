import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { runningApp } from './harness.ts';

interface Manifest {
  contributes: { commands: { command: string }[] };
}

describe('activation', () => {
  it('touches no file before the first command or view', async () => {
    const { context } = await runningApp();
    // Host tests run in a profile of their own, this one before any other.
    assert.equal(existsSync(join(context.globalStorageUri.fsPath, 'inkling.db')), false);
  });

  it('registers every command that the manifest offers', async () => {
    await runningApp();
    const { packageJSON } = vscode.extensions.getExtension('inkling.inkling') as { packageJSON: Manifest };
    const registered = new Set(await vscode.commands.getCommands(true));
    const missing = packageJSON.contributes.commands
      .map(({ command }) => command)
      .filter((id) => !registered.has(id));
    assert.deepEqual(missing, []);
  });
});
