import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { runningApp } from './harness.ts';

interface Manifest {
  contributes: { commands: { command: string }[] };
}

describe('activation', () => {
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
