import * as vscode from 'vscode';
import type { App } from './app.ts';
import { showError } from './present.ts';
import type { ProjectItem, ReportItem, LoadMoreItem } from './tree/items.ts';

/** Every command of the manifest with what VS Code hands it. The one list: registering follows it. */
export interface Commands {
  /** Explorer and editor menus hand the file; the palette hands nothing and means the active editor. */
  'inkling.scanFile': (file?: vscode.Uri) => Promise<void>;
  'inkling.scanSelection': () => Promise<void>;
  'inkling.nextFlagged': () => void;
  'inkling.previousFlagged': () => void;
  'inkling.hideMarks': () => void;
  'inkling.openReport': (target: ReportItem | string) => Promise<void>;
  /** The tree hands an item; the palette hands nothing and means the panel that has the focus. */
  'inkling.openReportPage': (item?: Pick<ReportItem, 'report'>) => Promise<void>;
  'inkling.copyReportLink': (item?: Pick<ReportItem, 'report'>) => Promise<void>;
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
