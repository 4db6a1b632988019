import * as vscode from 'vscode';
import type { Client } from '../client/client.ts';
import type { DetectEdited } from '../client/localDetections.ts';
import { createBundledClient } from './service/bundled.ts';

/** What every feature shares. */
export interface App {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  /** The one client, over whichever service is chosen. */
  readonly client: Client;
  /** Analyses a text that is being edited, on this machine whichever service is chosen, and stores nothing. */
  readonly detectEdited: DetectEdited;
  /** Host name of the service that analyses texts, or `null` for this machine. */
  readonly host: string | null;
  /** Says that reports or projects came or went. */
  reportsChanged(): void;
  readonly onReportsChanged: vscode.Event<void>;
}

export function createApp(context: vscode.ExtensionContext): App {
  const log = vscode.window.createOutputChannel('Inkling', { log: true });
  const changed = new vscode.EventEmitter<void>();
  context.subscriptions.push(log, changed);
  const bundled = createBundledClient(context, log);
  return {
    context,
    log,
    client: bundled,
    detectEdited: bundled.detectEdited,
    host: null,
    reportsChanged: () => {
      changed.fire();
    },
    onReportsChanged: changed.event,
  };
}
