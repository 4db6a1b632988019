import * as vscode from 'vscode';
import type { Client } from '../client/client.ts';
import type { OpenLocalPage } from '../client/localPages.ts';
import { createBundledService } from './service/bundled.ts';

/** What every feature shares. */
export interface App {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  /** The one client, over whichever service is chosen. */
  readonly client: Client;
  /** Host name of the service that analyses texts, or `null` for this machine. */
  readonly host: string | null;
  /** Gives the page of a report that is on this machine; opens a port on first use. */
  readonly openLocalPage: OpenLocalPage;
  /** Says that reports or projects came or went. */
  reportsChanged(): void;
  readonly onReportsChanged: vscode.Event<void>;
}

export function createApp(context: vscode.ExtensionContext): App {
  const log = vscode.window.createOutputChannel('Inkling', { log: true });
  const changed = new vscode.EventEmitter<void>();
  context.subscriptions.push(log, changed);
  return {
    context,
    log,
    ...createBundledService(context, log),
    host: null,
    reportsChanged: () => {
      changed.fire();
    },
    onReportsChanged: changed.event,
  };
}
