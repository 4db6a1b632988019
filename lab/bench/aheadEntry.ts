/**
 * Runs inside a fresh extension host, which calls `run`, and times a scan in the open folder, where earlier hosts
 * have scanned files.
 */
import * as vscode from 'vscode';
import { measureIn } from './activationEntry.ts';

/** @throws if no folder is open. */
export async function run(): Promise<void> {
  const open = vscode.workspace.workspaceFolders?.[0];
  if (!open) throw new Error('No folder is open.');
  await measureIn(open.uri.fsPath);
}
