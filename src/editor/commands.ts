import * as vscode from 'vscode';
import type { App } from './app.ts';
import { readArguments } from './commandArguments.ts';
import type { Place } from './marks/flagged.ts';
import { showError } from './present.ts';
import type { ReportRef } from './core/reportRef.ts';
import type { Verdict } from '../api/report.ts';
import type { ScannedReports } from './tree/filter.ts';
import type { FailedItem, Item, LoadMoreItem, PreviousPageItem, ReportItem, ViewId } from './tree/items.ts';

/**
 * Every command of the manifest with what its handler takes: commandArguments.ts reads it from what menus, keys and links
 * hand. The one list: registering follows it.
 */
export interface Commands {
  /** Menus hand the file, the explorer all that are selected too; the palette hands nothing and means the active editor. */
  'inkling.scanFile': (file?: vscode.Uri, selected?: readonly vscode.Uri[]) => Promise<void>;
  /** The explorer and the tabs hand the file or folder, the explorer all that are selected too. */
  'inkling.checkForAiWriting': (uri?: vscode.Uri, selected?: readonly vscode.Uri[]) => Promise<void>;
  /** The palette hands nothing and means the open folder. */
  'inkling.scanFolder': (folder?: vscode.Uri, selected?: readonly vscode.Uri[]) => Promise<void>;
  'inkling.scanChangedFiles': () => Promise<void>;
  'inkling.scanClipboard': () => Promise<void>;
  'inkling.scanSelection': () => Promise<void>;
  /** A hover hands the place that it is at; the palette and keys mean the cursor. */
  'inkling.nextFlagged': (from?: Place) => Promise<void>;
  'inkling.previousFlagged': () => Promise<void>;
  /** A hover hands its document's address; the palette means the active editor. */
  'inkling.hideMarks': (uri?: string) => void;
  'inkling.dismissMark': (sentence: Place) => void;
  /** The tree hands an item, marks their report. */
  'inkling.openReport': (target: ReportItem | ReportRef) => Promise<void>;
  /** Means the panel that has the focus. */
  'inkling.keepReport': () => void;
  /** The tree hands an item; the palette hands nothing and means the panel that has the focus. */
  'inkling.openReportPage': (item?: Pick<ReportItem, 'report' | 'service'>) => Promise<void>;
  'inkling.copyReportLink': (item?: Pick<ReportItem, 'report' | 'service'>) => Promise<void>;
  'inkling.refresh': () => Promise<void>;
  'inkling.loadMore': (item: LoadMoreItem) => Promise<void>;
  'inkling.retry': (item: FailedItem) => Promise<void>;
  'inkling.nextPage': (item: LoadMoreItem) => Promise<void>;
  'inkling.previousPage': (item: PreviousPageItem) => Promise<void>;
  'inkling.nextReports': () => Promise<void>;
  'inkling.previousReports': () => Promise<void>;
  'inkling.nextProjects': () => Promise<void>;
  'inkling.previousProjects': () => Promise<void>;
  'inkling.filterReports': () => Promise<void>;
  'inkling.filterReportsByVerdict': () => Promise<void>;
  /** For the summary of a scan. @param verdict only those, or (`null`) all. */
  'inkling.showScanned': (scan: ScannedReports, verdict: Verdict | null) => Promise<void>;
  'inkling.clearReportFilter': () => void;
  'inkling.searchProjects': () => Promise<void>;
  'inkling.clearProjectSearch': () => void;
  /** For a report's panel, which hands its report. */
  'inkling.deleteReport': (item: Pick<ReportItem, 'report' | 'service'>) => Promise<void>;
  /** A menu hands its row, and all rows if several are selected and it is one of them. */
  'inkling.delete': (item: Item, selected?: readonly Item[]) => Promise<void>;
  /** For the key, which VS Code hands the view only. */
  'inkling.deleteSelected': (view: ViewId) => Promise<void>;
  'inkling.copyReportId': (item: Item, selected?: readonly Item[]) => Promise<void>;
  'inkling.sortReports': () => Promise<void>;
  'inkling.sortProjects': () => Promise<void>;
  'inkling.choosePageSize': () => Promise<void>;
  'inkling.showLog': () => void;
  'inkling.chooseService': () => Promise<void>;
  'inkling.setApiKey': () => Promise<void>;
  'inkling.signOut': () => Promise<void>;
  'inkling.testConnection': () => Promise<void>;
  'inkling.openSample': () => Promise<void>;
  'inkling.openWalkthrough': () => Promise<void>;
}

type Handlers<Id extends keyof Commands> = { [K in Id]: Commands[K] };

/** Registers a feature's commands; whatever one throws is shown and logged in the one way (present.ts). */
export function registerCommands<Id extends keyof Commands>(app: App, handlers: Handlers<Id>): void {
  for (const [id, handler] of Object.entries<(...args: never[]) => unknown>(handlers)) {
    const run = async (...given: unknown[]): Promise<void> => {
      try {
        await handler(...(readArguments(id, given) as never[]));
      } catch (error) {
        await showError(app, error);
      }
    };
    app.context.subscriptions.push(vscode.commands.registerCommand(id, run));
  }
}
