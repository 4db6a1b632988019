import * as v from 'valibot';
import * as vscode from 'vscode';
import { verdicts } from '../api/report.ts';
import type { AppBase } from './app.ts';
import type { Item, PagingItem, ProjectItem, ReportItem } from './core/items.ts';
import { parseServiceId, type ReportRef, type ScannedReports, type ServiceId } from './core/reportRef.ts';
import { showError } from './errors.ts';
import { UserError } from './userError.ts';

const Uri = v.custom<vscode.Uri>((given) => given instanceof vscode.Uri, 'a file’s address');

/** A notebook's toolbar passes its editor; other menus pass the notebook's address. */
const NotebookToolbar = v.pipe(
  v.object({ notebookEditor: v.object({ notebookUri: Uri }) }),
  v.transform(({ notebookEditor }) => notebookEditor.notebookUri),
);

/** With several open folders, the menu of the explorer's empty space passes an empty object. */
const Nowhere = v.pipe(
  v.strictObject({}),
  v.transform(() => undefined),
);

/** A file or folder; menus without one pass nothing or `null`. */
const Resource = v.pipe(
  v.nullish(v.union([Uri, NotebookToolbar, Nowhere])),
  v.transform((resource) => resource ?? undefined),
);

/** The selection, if the explorer passes it. Menus of editors pass their group instead. */
const SelectedResources = v.fallback(v.optional(v.array(Uri)), undefined);

/** The folder of a source control menu's repository; some providers have none. */
const RepositoryRoot = v.fallback(
  v.pipe(
    v.optional(v.object({ rootUri: v.optional(Uri) })),
    v.transform((control) => control?.rootUri),
  ),
  undefined,
);

/** The source control view passes each selected file as a separate argument. */
const ChangedFiles = v.pipe(
  v.array(v.object({ resourceUri: Uri })),
  v.minLength(1),
  v.transform((changes) => changes.map(({ resourceUri }) => resourceUri)),
);

function itemOf<Wanted extends Item>(...kinds: Wanted['kind'][]) {
  return v.custom<Wanted>(
    (given) => v.is(v.object({ kind: v.picklist(kinds) }), given),
    `a row of the list (${kinds.join(', ')})`,
  );
}

const AnyItem = itemOf<Item>('report', 'project', 'loadMore', 'previousPage', 'failed', 'damaged');
const SelectedItems = v.optional(v.array(AnyItem));

/** A service id: text or `null`, so that links can contain it. */
const Service = v.custom<ServiceId>(
  (given) => given === null || (typeof given === 'string' && parseServiceId(given) === given),
  'a service',
);

/** A row of the tree, or a panel's report. */
const OfReport = v.custom<Pick<ReportItem, 'report' | 'service'>>(
  (given) => v.is(v.object({ report: v.object({ id: v.string() }), service: Service }), given),
  'a report',
);

const Ref: v.GenericSchema<unknown, ReportRef> = v.object({ service: Service, id: v.string() });

const Scanned = v.custom<ScannedReports>(
  (given) => v.is(v.object({ service: Service, ids: v.set(v.string()) }), given),
  'reports that were scanned together',
);

/** A place in an open document, as in links: its address, and an offset in UTF-16 code units. */
const Place = v.object({ uri: v.string(), offset: v.pipe(v.number(), v.integer(), v.minValue(0)) });
export type Place = v.InferOutput<typeof Place>;

/**
 * All commands of the manifest, with the arguments that their handlers get. VS Code's menus pass different arguments,
 * and keys, links and other extensions may pass anything.
 */
const commands = {
  /** Menus pass the file, the explorer also the selection. The palette passes nothing: the active editor is used. */
  'inkling.scanFile': [Resource, SelectedResources],
  /** The explorer, tabs and the source control view pass the file or folder; lists also pass the selection. */
  'inkling.checkForAiWriting': [Resource, SelectedResources],
  /** The palette passes nothing: the open folder is used. */
  'inkling.scanFolder': [Resource, SelectedResources],
  /** The source control view passes its repository. The palette passes nothing: all repositories are used. */
  'inkling.scanChangedFiles': [RepositoryRoot],
  'inkling.scanClipboard': [],
  'inkling.scanSelection': [],
  /** A hover passes its place. The palette and keys pass nothing: the cursor is used. */
  'inkling.nextFlagged': [v.optional(Place)],
  'inkling.previousFlagged': [],
  /** A hover passes its document's address. The palette passes nothing: the active editor is used. */
  'inkling.hideMarks': [v.optional(v.string())],
  /** This and the next five commands act on a flagged sentence. */
  'inkling.dismissMark': [Place],
  'inkling.ignorePassage': [Place],
  'inkling.markAsHuman': [Place],
  'inkling.ignoreFile': [Place],
  'inkling.explain': [Place],
  'inkling.reportFalsePositive': [Place],
  /** The tree passes an item, marks pass their report. */
  'inkling.openReport': [v.union([Ref, itemOf<ReportItem>('report')])],
  /** Acts on the focused panel. */
  'inkling.keepReport': [],
  /** The tree passes an item. The palette passes nothing: the focused panel is used. */
  'inkling.openReportPage': [v.optional(OfReport)],
  'inkling.copyReportLink': [v.optional(OfReport)],
  'inkling.refresh': [],
  'inkling.loadMore': [itemOf<PagingItem>('loadMore')],
  'inkling.retry': [itemOf<PagingItem>('failed')],
  'inkling.nextPage': [itemOf<PagingItem>('loadMore')],
  'inkling.previousPage': [itemOf<PagingItem>('previousPage')],
  'inkling.nextReports': [],
  'inkling.previousReports': [],
  'inkling.nextProjects': [],
  'inkling.previousProjects': [],
  'inkling.filterReports': [],
  'inkling.filterReportsByVerdict': [],
  /** The summary of a scan passes the verdict to show, or `null` for all. */
  'inkling.showScanned': [Scanned, v.nullable(v.picklist(verdicts))],
  'inkling.showLastScan': [],
  'inkling.clearReportFilter': [],
  'inkling.searchProjects': [],
  'inkling.clearProjectSearch': [],
  /** A report's panel passes its report. */
  'inkling.deleteReport': [OfReport],
  /** A menu passes its row, and also the selected rows if its row is one of several. */
  'inkling.delete': [AnyItem, SelectedItems],
  /** The keyboard shortcut passes only the view. */
  'inkling.deleteSelected': [v.picklist(['inkling.reports', 'inkling.projects'])],
  'inkling.showProject': [itemOf<ProjectItem>('project')],
  'inkling.copyProjectName': [itemOf<ProjectItem>('project')],
  'inkling.copyReportId': [AnyItem, SelectedItems],
  'inkling.sortReports': [],
  'inkling.sortProjects': [],
  'inkling.choosePageSize': [],
  'inkling.showLog': [],
  'inkling.chooseService': [],
  'inkling.setApiKey': [],
  'inkling.signOut': [],
  'inkling.testConnection': [],
  'inkling.openSample': [],
  'inkling.openWalkthrough': [],
} as const satisfies Record<string, readonly v.GenericSchema[]>;

/** The handler of each command. */
export type Commands = {
  [Id in keyof typeof commands]: (
    ...args: v.InferOutput<v.TupleSchema<(typeof commands)[Id], undefined>>
  ) => Promise<void> | void;
};

/** Registers a feature's commands. Their errors are shown and logged by errors.ts. */
export function registerCommands<Id extends keyof Commands>(
  app: AppBase,
  handlers: Pick<Commands, Id>,
): void {
  for (const id of Object.keys(handlers) as Id[]) {
    const handler: (...args: never[]) => Promise<void> | void = handlers[id];
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

/**
 * @throws UserError when the arguments are invalid. Additional ones are dropped, because menus append internal data.
 */
function readArguments(id: keyof Commands, given: readonly unknown[]): unknown[] {
  const schemas: readonly v.GenericSchema[] = commands[id];
  const changed = v.safeParse(ChangedFiles, given);
  const passed = changed.success ? [changed.output[0], changed.output] : given;
  const read = v.safeParse(
    v.tuple(schemas),
    schemas.map((_, i) => passed[i]),
  );
  if (read.success) return read.output;
  throw new UserError(
    vscode.l10n.t(
      'The command {0} received invalid arguments. Run it from its menu. ({1})',
      id,
      v.summarize(read.issues),
    ),
  );
}
