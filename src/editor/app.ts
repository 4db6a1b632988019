import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { Client } from '../client/client.ts';
import type { DetectEdited } from '../client/localDetections.ts';
import type { OpenLocalPage } from '../client/localPages.ts';
import { chooseLanguage, type ReportLanguage } from '../report/words/language.ts';
import type { ReportWords } from '../report/words/reportWords.ts';
import type { ServiceId } from './core/reportRef.ts';
import { ChosenService } from './service/selectedService.ts';

/** What every feature shares. */
export interface App {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  /** Which service analyses texts, and what is kept for it: keys, consent. */
  readonly service: ChosenService;
  /** The client over the service that is chosen now, for one call. */
  readonly client: Client;
  /**
   * The service that is chosen now, for what goes on for a while: it keeps to the one it began with.
   * @throws UserError when the address that was chosen can't be used.
   */
  connected(): Connected;
  /** The client over the service that keeps a report; `undefined` for a remote one that isn't chosen now. */
  clientOf(service: ServiceId): Client | undefined;
  /** Analyses a text that is being edited, on this machine whichever service is chosen, and stores nothing. */
  readonly detectEdited: DetectEdited;
  /** Host and port of the service that analyses texts, or `null` for this machine. */
  readonly host: string | null;
  /** What reports are written in: the editor's language, or English where there are no words for it. */
  readonly language: ReportLanguage;
  /** Gives the page of a report that is on this machine; opens a port on first use. */
  readonly openLocalPage: OpenLocalPage;
  /** Says that reports or projects came or went. */
  reportsChanged(): void;
  readonly onReportsChanged: vscode.Event<void>;
}

export function createApp(context: vscode.ExtensionContext): App {
  const log = vscode.window.createOutputChannel('Inkling', { log: true });
  const changed = new vscode.EventEmitter<void>();
  const service = new ChosenService(context, log);
  context.subscriptions.push(log, changed, service);
  let language: ReportLanguage | undefined;
  return {
    context,
    log,
    service,
    detectEdited: service.thisMachine.detectEdited,
    openLocalPage: service.thisMachine.openLocalPage,
    get client() {
      return service.client;
    },
    connected: () => service.connected(),
    clientOf: (id) => service.clientOf(id),
    get host() {
      return service.host;
    },
    get language() {
      return (language ??= editorLanguage(context));
    },
    reportsChanged: () => {
      changed.fire();
    },
    onReportsChanged: changed.event,
  };
}

/** What reports are written in, for the editor's language; English where there are no words for it. */
export function editorLanguage(context: vscode.ExtensionContext): ReportLanguage {
  const { language } = vscode.env;
  const name = language === 'de' || language.startsWith('de-') ? 'de' : 'en';
  // Built from `src/report/words`, where the compiler checked it. Only the one that is shown is read.
  const words = JSON.parse(
    readFileSync(context.asAbsolutePath(`dist/report.${name}.json`), 'utf8'),
  ) as ReportWords;
  return chooseLanguage([language], [words]);
}

/** A service and the client over it, held by what goes on for a while: the user may choose another meanwhile. */
export interface Connected {
  readonly service: ServiceId;
  readonly client: Client;
}
