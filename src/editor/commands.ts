import * as vscode from 'vscode';
import type { App } from './app.ts';
import type { Place } from './marks/flagged.ts';
import { showError } from './present.ts';
import type { ProjectItem, ReportItem, LoadMoreItem } from './tree/items.ts';

/** Every command of the manifest with what VS Code hands it. The one list: registering follows it. */
export interface Commands {
  /** Explorer and editor menus hand the file; the palette hands nothing and means the active editor. */
  'inkling.scanFile': (file?: vscode.Uri) => Promise<void>;
  'inkling.scanSelection': () => Promise<void>;
  /** A hover hands the place that it is at; the palette and keys mean the cursor. */
  'inkling.nextFlagged': (from?: Place) => Promise<void>;
  'inkling.previousFlagged': () => Promise<void>;
  /** A hover hands its document's address; the palette means the active editor. */
  'inkling.hideMarks': (uri?: string) => void;
  'inkling.dismissMark': (sentence: Place) => void;
  'inkling.openReport': (target: ReportItem | string) => Promise<void>;
  'inkling.refresh': () => Promise<void>;
  'inkling.loadMore': (item: LoadMoreItem) => Promise<void>;
  /** The tree hands an item, a report's panel its report. */
  'inkling.deleteReport': (item: Pick<ReportItem, 'report'>) => Promise<void>;
  'inkling.deleteProject': (item: ProjectItem) => Promise<void>;
  'inkling.sortReportsById': () => Promise<void>;
  'inkling.sortReportsByGeneratedAt': () => Promise<void>;
  'inkling.sortReportsDescending': () => Promise<void>;
  'inkling.sortReportsAscending': () => Promise<void>;
  'inkling.sortProjectsByCreatedAt': () => Promise<void>;
  'inkling.sortProjectsByName': () => Promise<void>;
  'inkling.sortProjectsDescending': () => Promise<void>;
  'inkling.sortProjectsAscending': () => Promise<void>;
  'inkling.choosePageSize': () => Promise<void>;
  'inkling.showLog': () => void;
}

type Handlers<Id extends keyof Commands> = { [K in Id]: Commands[K] };

/** Registers a feature's commands; whatever one throws is shown and logged in the one way (present.ts). */
export function registerCommands<Id extends keyof Commands>(app: App, handlers: Handlers<Id>): void {
  for (const [id, handler] of Object.entries<(...args: never[]) => unknown>(handlers)) {
    const run = async (...args: never[]): Promise<void> => {
      try {
        await handler(...args);
      } catch (error) {
        await showError(app, error);
      }
    };
    app.context.subscriptions.push(vscode.commands.registerCommand(id, run));
  }
}
