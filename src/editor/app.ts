import * as vscode from 'vscode';
import type { Client } from '../client/client.ts';
import { BundledService } from './service/bundled.ts';

/** What every feature shares. */
export interface App {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  /** The one client, over whichever service is chosen; the bundled one is started on first use. */
  client(): Promise<Client>;
  /** Host name of the service that analyses texts, or `null` for this machine. */
  readonly host: string | null;
  /** Says that reports or projects came or went. */
  reportsChanged(): void;
  readonly onReportsChanged: vscode.Event<void>;
}

export function createApp(context: vscode.ExtensionContext): App {
  const log = vscode.window.createOutputChannel('Inkling', { log: true });
  const bundled = new BundledService(context, log);
  const changed = new vscode.EventEmitter<void>();
  // Disposed in the reverse order: the log last.
  context.subscriptions.push(log, changed, bundled);
  return {
    context,
    log,
    client: () => bundled.client(),
    host: null,
    reportsChanged: () => {
      changed.fire();
    },
    onReportsChanged: changed.event,
  };
}
