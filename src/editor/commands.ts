import * as v from 'valibot';
import * as vscode from 'vscode';
import { type Verdict, verdicts } from '../api/report.ts';
import type { AppBase } from './app.ts';
import type { FailedItem, Item, PagerItem, ProjectItem, ReportItem, ViewId } from './core/items.ts';
import { parseServiceId, type ReportRef, type ScannedReports, type ServiceId } from './core/reportRef.ts';
import { showError } from './errors.ts';
import { UserError } from './userError.ts';

/**
 * All commands of the manifest with their parameters, which `schemas` parses from what menus, keys and links pass.
 * This is the only list of commands.
 */
export interface Commands {
  /**
   * Menus pass the file; the explorer also passes the selection. The palette passes nothing: the active editor is
   * used.
   */
  'inkling.scanFile': (file?: vscode.Uri, selected?: readonly vscode.Uri[]) => Promise<void>;
  /** The explorer, tabs and the source control view pass the file or folder; lists also pass the selection. */
  'inkling.checkForAiWriting': (uri?: vscode.Uri, selected?: readonly vscode.Uri[]) => Promise<void>;
  /** The palette passes nothing: the open folder is used. */
  'inkling.scanFolder': (folder?: vscode.Uri, selected?: readonly vscode.Uri[]) => Promise<void>;
  /** The source control view passes its repository. The palette passes nothing: all repositories are used. */
  'inkling.scanChangedFiles': (repository?: vscode.Uri) => Promise<void>;
  'inkling.scanClipboard': () => Promise<void>;
  'inkling.scanSelection': () => Promise<void>;
  /** A hover passes its place. The palette and keys pass nothing: the cursor is used. */
  'inkling.nextFlagged': (from?: Place) => Promise<void>;
  'inkling.previousFlagged': () => Promise<void>;
  /** A hover passes its document's address. The palette passes nothing: the active editor is used. */
  'inkling.hideMarks': (uri?: string) => void;
  'inkling.dismissMark': (sentence: Place) => void;
  /** For the light bulb of a flagged sentence. */
  'inkling.ignorePassage': (sentence: Place) => Promise<void>;
  'inkling.markAsHuman': (sentence: Place) => Promise<void>;
  'inkling.ignoreFile': (sentence: Place) => Promise<void>;
  'inkling.explain': (sentence: Place) => Promise<void>;
  'inkling.reportFalsePositive': (sentence: Place) => Promise<void>;
  /** The tree passes an item, marks pass their report. */
  'inkling.openReport': (target: ReportItem | ReportRef) => Promise<void>;
  /** For the focused panel. */
  'inkling.keepReport': () => void;
  /** The tree passes an item. The palette passes nothing: the focused panel is used. */
  'inkling.openReportPage': (item?: Pick<ReportItem, 'report' | 'service'>) => Promise<void>;
  'inkling.copyReportLink': (item?: Pick<ReportItem, 'report' | 'service'>) => Promise<void>;
  'inkling.refresh': () => Promise<void>;
  'inkling.loadMore': (item: PagerItem) => Promise<void>;
  'inkling.retry': (item: FailedItem) => Promise<void>;
  'inkling.nextPage': (item: PagerItem) => Promise<void>;
  'inkling.previousPage': (item: PagerItem) => Promise<void>;
  'inkling.nextReports': () => Promise<void>;
  'inkling.previousReports': () => Promise<void>;
  'inkling.nextProjects': () => Promise<void>;
  'inkling.previousProjects': () => Promise<void>;
  'inkling.filterReports': () => Promise<void>;
  'inkling.filterReportsByVerdict': () => Promise<void>;
  /** For the summary of a scan. @param verdict the verdict to show; `null` for all. */
  'inkling.showScanned': (scan: ScannedReports, verdict: Verdict | null) => Promise<void>;
  'inkling.showLastScan': () => Promise<void>;
  'inkling.clearReportFilter': () => void;
  'inkling.searchProjects': () => Promise<void>;
  'inkling.clearProjectSearch': () => void;
  /** For a report's panel, which passes its report. */
  'inkling.deleteReport': (item: Pick<ReportItem, 'report' | 'service'>) => Promise<void>;
  /** A menu passes its row, and also the selected rows if its row is one of several. */
  'inkling.delete': (item: Item, selected?: readonly Item[]) => Promise<void>;
  /** For the keyboard shortcut, which passes only the view. */
  'inkling.deleteSelected': (view: ViewId) => Promise<void>;
  'inkling.showProject': (item: ProjectItem) => Promise<void>;
  'inkling.copyProjectName': (item: ProjectItem) => Promise<void>;
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

/** Registers a feature's commands. Errors of all of them are shown and logged by errors.ts. */
export function registerCommands<Id extends keyof Commands>(app: AppBase, handlers: Handlers<Id>): void {
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

/**
 * Parses the arguments of commands. VS Code's menus differ in what they pass, and keys, links and other extensions may
 * pass anything, so handlers get only what matches their type.
 */

type ParametersOf<Id extends keyof Commands> = Parameters<Commands[Id]>;

/** The commands with parameters. The others get no arguments. */
type CommandWithArguments = {
  [Id in keyof Commands]: ParametersOf<Id> extends [] ? never : Id;
}[keyof Commands];

const Uri = v.custom<vscode.Uri>((given) => given instanceof vscode.Uri, 'a file’s address');

/** A notebook's toolbar passes its editor; other menus pass the notebook's address. */
const NotebookToolbar = v.pipe(
  v.object({ notebookEditor: v.object({ notebookUri: Uri }) }),
  v.transform(({ notebookEditor }) => notebookEditor.notebookUri),
);

/** The explorer's menu on the empty space below several folders passes no file. */
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

/** The repository of a source control menu; a provider may not have a folder for it. */
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

function itemOf<Kind extends Item['kind']>(...kinds: Kind[]) {
  type Wanted = Extract<Item, { kind: Kind }>;
  return v.custom<Wanted>(
    (given) => v.is(v.object({ kind: v.picklist(kinds) }), given),
    `a row of the list (${kinds.join(', ')})`,
  );
}

const AnyItem = itemOf('report', 'project', 'loadMore', 'previousPage', 'failed');

const SelectedItems = v.optional(v.array(AnyItem));

/** A service id, as text so that links can contain it. */
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

const Place = v.object({ uri: v.string(), offset: v.pipe(v.number(), v.integer(), v.minValue(0)) });

/** Further arguments are dropped: menus append internal data. */
const schemas = {
  'inkling.scanFile': v.tuple([Resource, SelectedResources]),
  'inkling.checkForAiWriting': v.tuple([Resource, SelectedResources]),
  'inkling.scanFolder': v.tuple([Resource, SelectedResources]),
  'inkling.scanChangedFiles': v.tuple([RepositoryRoot]),
  'inkling.nextFlagged': v.tuple([v.optional(Place)]),
  'inkling.hideMarks': v.tuple([v.optional(v.string())]),
  'inkling.dismissMark': v.tuple([Place]),
  'inkling.ignorePassage': v.tuple([Place]),
  'inkling.markAsHuman': v.tuple([Place]),
  'inkling.ignoreFile': v.tuple([Place]),
  'inkling.explain': v.tuple([Place]),
  'inkling.reportFalsePositive': v.tuple([Place]),
  'inkling.openReport': v.tuple([v.union([Ref, itemOf('report')])]),
  'inkling.openReportPage': v.tuple([v.optional(OfReport)]),
  'inkling.copyReportLink': v.tuple([v.optional(OfReport)]),
  'inkling.loadMore': v.tuple([itemOf('loadMore')]),
  'inkling.retry': v.tuple([itemOf('failed')]),
  'inkling.nextPage': v.tuple([itemOf('loadMore')]),
  'inkling.previousPage': v.tuple([itemOf('previousPage')]),
  'inkling.deleteReport': v.tuple([OfReport]),
  'inkling.delete': v.tuple([AnyItem, SelectedItems]),
  'inkling.deleteSelected': v.tuple([v.picklist(['inkling.reports', 'inkling.projects'])]),
  'inkling.showScanned': v.tuple([Scanned, v.nullable(v.picklist(verdicts))]),
  'inkling.showProject': v.tuple([itemOf('project')]),
  'inkling.copyProjectName': v.tuple([itemOf('project')]),
  'inkling.copyReportId': v.tuple([AnyItem, SelectedItems]),
} satisfies { [Id in CommandWithArguments]: v.GenericSchema<unknown, ParametersOf<Id>> };

/**
 * Parses the arguments for a command's handler.
 * @throws UserError when they are invalid.
 */
function readArguments(id: string, given: readonly unknown[]): unknown[] {
  if (!takesArguments(id)) return [];
  const schema = schemas[id];
  const changed = v.safeParse(ChangedFiles, given);
  if (changed.success) return readArguments(id, [changed.output[0], changed.output]);
  // Pads with `undefined`: a tuple schema, unlike a function, requires every item.
  const padded = [...given, ...Array<undefined>(schema.items.length).fill(undefined)];
  const read = v.safeParse(schema, padded.slice(0, schema.items.length));
  if (read.success) return read.output;
  throw new UserError(
    vscode.l10n.t(
      'The command {0} received invalid arguments. Run it from its menu. ({1})',
      id,
      v.summarize(read.issues),
    ),
  );
}

function takesArguments(id: string): id is CommandWithArguments {
  return Object.hasOwn(schemas, id);
}

/** A place in an open document, as in links: its address, and an offset in UTF-16 code units. */
export interface Place {
  uri: string;
  offset: number;
}
