import * as v from 'valibot';
import * as vscode from 'vscode';
import { verdicts } from '../api/report.ts';
import type { Commands } from './commands.ts';
import { parseServiceId, type ReportRef, type ServiceId } from './core/reportRef.ts';
import type { ScannedReports } from './tree/filter.ts';
import type { Item, ReportItem } from './tree/items.ts';
import { UserError } from './userError.ts';

/**
 * Menus, keys, links and other extensions hand commands what they like: VS Code's own menus differ in it, and a key may
 * be bound to any command with any arguments. Here it is read once, so that a handler gets what its type says.
 */

type ParametersOf<Id extends keyof Commands> = Parameters<Commands[Id]>;

/** The commands that take something. The others are handed nothing, whatever came. */
type Taking = { [Id in keyof Commands]: ParametersOf<Id> extends [] ? never : Id }[keyof Commands];

const Uri = v.custom<vscode.Uri>((given) => given instanceof vscode.Uri, 'a file’s address');

/** A notebook's toolbar hands its editor, not the notebook's address as other menus do. */
const NotebookToolbar = v.pipe(
  v.object({ notebookEditor: v.object({ notebookUri: Uri }) }),
  v.transform(({ notebookEditor }) => notebookEditor.notebookUri),
);

/** The explorer's menu on the empty space below several folders. */
const Nowhere = v.pipe(
  v.strictObject({}),
  v.transform(() => undefined),
);

/** A file or folder; menus without one hand nothing or `null`. */
const Resource = v.pipe(
  v.nullish(v.union([Uri, NotebookToolbar, Nowhere])),
  v.transform((resource) => resource ?? undefined),
);

/** All that is selected, where the explorer hands it. Menus of editors hand their group in its place. */
const SelectedResources = v.fallback(v.optional(v.array(Uri)), undefined);

function itemOf<Kind extends Item['kind']>(...kinds: Kind[]) {
  type Wanted = Extract<Item, { kind: Kind }>;
  return v.custom<Wanted>(
    (given) => v.is(v.object({ kind: v.picklist(kinds) }), given),
    `a row of the list (${kinds.join(', ')})`,
  );
}

const AnyItem = itemOf('report', 'project', 'loadMore', 'previousPage', 'failed');

const SelectedItems = v.optional(v.array(AnyItem));

/** As a link has it too, which can only hold text. */
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

/** More arguments than these are left out: menus append what they hold of themselves. */
const schemas = {
  'inkling.scanFile': v.tuple([Resource, SelectedResources]),
  'inkling.checkForAiWriting': v.tuple([Resource, SelectedResources]),
  'inkling.scanFolder': v.tuple([Resource, SelectedResources]),
  'inkling.nextFlagged': v.tuple([v.optional(Place)]),
  'inkling.hideMarks': v.tuple([v.optional(v.string())]),
  'inkling.dismissMark': v.tuple([Place]),
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
  'inkling.copyReportId': v.tuple([AnyItem, SelectedItems]),
} satisfies { [Id in Taking]: v.GenericSchema<unknown, ParametersOf<Id>> };

/**
 * What a command's handler takes of what it was handed.
 * @throws UserError when it can do nothing with that.
 */
export function readArguments(id: string, given: readonly unknown[]): unknown[] {
  if (!isTaking(id)) return [];
  const schema = schemas[id];
  // One that is missing is `undefined`, for a tuple as for a function.
  const padded = [...given, ...Array<undefined>(schema.items.length).fill(undefined)];
  const read = v.safeParse(schema, padded.slice(0, schema.items.length));
  if (read.success) return read.output;
  throw new UserError(
    vscode.l10n.t(
      'The command {0} can’t do anything with what it was handed. Run it from its menu. ({1})',
      id,
      v.summarize(read.issues),
    ),
  );
}

function isTaking(id: string): id is Taking {
  return Object.hasOwn(schemas, id);
}
