import type * as vscode from 'vscode';
import type { Client, FetchedReport } from '../client/client.ts';
import type { ServiceAddress } from '../client/address.ts';
import type { DetectEdited, OpenLocalPage } from '../client/local.ts';
import type { ReportLanguage } from '../report/words/reportWords.ts';
import type { MarkedDocument, Reading, Scan } from './core/markedDocument.ts';
import type { ReportRef, ServiceId } from './core/reportRef.ts';
import type { ScannedFiles } from './scannedFiles.ts';
import type { ProseReader } from './text/prose.ts';

/**
 * What the features share. They don't import each other: what one needs of another is a field here, as narrow as its
 * users are, and extension.ts puts the parts together.
 */
export interface App extends AppBase {
  readonly reports: Reports;
  readonly trees: Trees;
}

/** What is there before the panels and the views are. */
export interface AppBase {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  /** What reports are written in: the editor's language, or English where there are no words for it. */
  readonly language: ReportLanguage;
  /** The client over the service that is selected now, for one call. */
  readonly client: Client;
  /** Host and port of the service that analyses texts, or `null` for this machine. */
  readonly host: string | null;
  /**
   * The service that is selected now, for what goes on for a while: it keeps to the one it began with.
   * @throws UserError when the address that was selected can't be used.
   */
  connected(): Connected;
  /** The client over the service that keeps a report; `undefined` for a remote one that isn't selected now. */
  clientOf(service: ServiceId): Client | undefined;
  readonly selectedService: SelectedService;
  /** Analyses a text that is being edited, on this machine whichever service is selected, and stores nothing. */
  readonly detectEdited: DetectEdited;
  /** Gives the page of a report that is on this machine; opens a port on first use. */
  readonly openLocalPage: OpenLocalPage;
  readonly prose: ProseReader;
  readonly files: ScannedFiles;
  readonly marks: Marks;
}

/** A service and the client over it, held by what goes on for a while: the user may select another meanwhile. */
export interface Connected {
  readonly service: ServiceId;
  readonly client: Client;
}

/** The service that analyses texts. */
export interface SelectedService {
  /** Of the remote service, if one is selected and can be used. */
  readonly address: ServiceAddress | undefined;
  /** Fires when reports and projects come from elsewhere: another service, another account or none. */
  readonly onDidChange: vscode.Event<void>;
  /** Starts the service on this machine, where that is the one: it takes as long as reading the prose of a text. */
  prepare(): void;
  /**
   * Sees to it that texts may go to the service, before the user is told that a scan is under way: there is a key, and
   * they agreed.
   * @throws UserError without a key, CancellationError when they don't agree.
   */
  allowSending(): Promise<void>;
  /** Selects a remote service, after asking for its key where there is none yet. */
  select(address: ServiceAddress): Promise<void>;
}

/** The marks of every open document that was scanned. */
export interface Marks {
  of(document: vscode.TextDocument): MarkedDocument | undefined;
  /** The open documents that this report's marks are in: one, or the cells of a notebook. */
  documentsOf(report: ReportRef): vscode.TextDocument[];
  /** Shows a scan's marks instead of those of an earlier one. */
  show(document: vscode.TextDocument, scan: Scan): void;
  /** Shows how the document reads now, or its scan again. */
  showLive(document: vscode.TextDocument, live: Reading | null): void;
  /** Hides the marks of a report that was deleted, in closed documents too. */
  forget(report: ReportRef): void;
  /** Fires when a document's marks come, go or turn, and when an edit makes them stale or fresh again. */
  readonly onDidChange: vscode.Event<vscode.TextDocument>;
}

/** The panels that show reports. */
export interface Reports {
  /**
   * Shows a report that was just scanned, without taking the cursor from the text.
   * @param service that analysed the text.
   * @param textColumn the column that the text is shown in.
   */
  show(report: FetchedReport, service: ServiceId, textColumn: vscode.ViewColumn | undefined): void;
  /** Closes the panel of a report that another one takes the place of, unless its reader keeps it. */
  closePreview(report: ReportRef): void;
  close(report: ReportRef): void;
  /** Closes the panels of all reports of a project. */
  closeProject(service: ServiceId, project: string): void;
}

/** The views that list reports and projects. */
export interface Trees {
  /**
   * Lists a report that was created just now: in its place where that can be told, else by reading the lists again.
   * @param service that keeps it.
   * @param since when its scan was sent, by `performance.now()`: a list that was read later may have it.
   * @param wholeFile the address of the file, if it is a scan of all of one.
   */
  insert(report: FetchedReport, service: ServiceId, since: number, wholeFile: string | undefined): void;
  /** Reads the lists again, as far as they are shown: reports or projects came or went. */
  refresh(): void;
}
