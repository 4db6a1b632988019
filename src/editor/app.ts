import type * as vscode from 'vscode';
import type { ServiceAddress } from '../client/address.ts';
import type { Client, FetchedReport, LocalCalls } from '../client/client.ts';
import type { ReportLanguage } from '../report/words/words.ts';
import type { MarkedDocument, Analysis, Scan } from './core/markedDocument.ts';
import type { ReportRef, ServiceId } from './core/reportRef.ts';
import type { ScannedFiles } from './scannedFiles.ts';
import type { ProseReader } from './text/prose.ts';

/**
 * The features don't import each other: each uses the few fields of this object that it needs, and extension.ts
 * connects them.
 */
export interface App extends AppBase {
  readonly reports: Reports;
  readonly trees: Trees;
}

/** The part of the app that exists before the panels and views, with the calls that only the local service offers. */
export interface AppBase extends Readonly<LocalCalls> {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  /** The language of reports: the editor's, or English if the editor's is not supported. */
  readonly language: ReportLanguage;
  /** The client of the selected service, for one call. */
  readonly client: Client;
  /** Host and port of the service that analyses texts; `null` for this machine. */
  readonly host: string | null;
  /** The selected service, for work of several calls. @throws UserError when its address can't be used. */
  connected(): Connected;
  /** The client of the service that stores a report; `undefined` for a remote one that isn't selected. */
  clientOf(service: ServiceId): Client | undefined;
  readonly selectedService: SelectedService;
  readonly prose: ProseReader;
  readonly files: ScannedFiles;
  readonly marks: Marks;
}

/** A service and its client, which stay the same if the user selects another service. */
export interface Connected {
  readonly service: ServiceId;
  readonly client: Client;
}

/** The service that analyses texts. */
export interface SelectedService {
  /** The address of the remote service, if one is selected and can be used. */
  readonly address: ServiceAddress | undefined;
  /** Fires when reports and projects come from another service or account. */
  readonly onDidChange: vscode.Event<void>;
  /** Starts the local service early if it is selected, because that takes as long as reading a text's prose. */
  prepare(): void;
  /**
   * Before a scan shows progress, checks that there is a key and that the user agreed to send texts.
   * @throws UserError without a key, CancellationError when the user declines.
   */
  allowSending(): Promise<void>;
  /** Selects a remote service, after asking for its key if none is stored. */
  select(address: ServiceAddress): Promise<void>;
}

/** The marks of the open documents that were scanned. */
export interface Marks {
  of(document: vscode.TextDocument): MarkedDocument | undefined;
  /** The open documents with this report's marks: one, or the cells of a notebook. */
  documentsOf(report: ReportRef): vscode.TextDocument[];
  /** Shows a scan's marks instead of those of an earlier one. */
  show(document: vscode.TextDocument, scan: Scan): void;
  /** Shows how the document reads now or, for `null`, the scan's result again. */
  showLive(document: vscode.TextDocument, live: Analysis | null): void;
  /** Hides the marks of a report that was deleted, in closed documents too. */
  forget(report: ReportRef): void;
  /** Fires when a document's marks appear, change or disappear, or an edit makes them stale or current again. */
  readonly onDidChange: vscode.Event<vscode.TextDocument>;
}

/** The panels that show reports. */
export interface Reports {
  /**
   * Shows a report that was just scanned, without taking the cursor from the text.
   * @param textColumn the column that the text is shown in.
   */
  show(report: FetchedReport, service: ServiceId, textColumn: vscode.ViewColumn | undefined): void;
  close(report: ReportRef): void;
  /** Closes the panels of all reports of a project. */
  closeProject(service: ServiceId, project: string): void;
}

/** The views that list reports and projects. */
export interface Trees {
  /**
   * Lists a new report: at its place if that is known, otherwise by reloading the lists.
   * @param since when its scan was sent, by `performance.now()`: a list loaded later may already contain it.
   * @param wholeFile the address of the file, if the whole file was scanned.
   */
  insert(report: FetchedReport, service: ServiceId, since: number, wholeFile: string | undefined): void;
  /** Reloads the visible lists after reports or projects changed. */
  refresh(): void;
}
