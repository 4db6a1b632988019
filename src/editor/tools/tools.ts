import * as v from 'valibot';
import * as vscode from 'vscode';
import { cutOff, maxNameLength } from '../../api/limits.ts';
import { type AssistantParts, type AssistantTool, eachTool, type FileToScan } from '../../assistant/tools.ts';
import { placeAt } from '../../prose/documents/documentText.ts';
import { placeFinder } from '../../text/lines.ts';
import { placeInDocument } from '../../text/ranges.ts';
import type { App } from '../app.ts';
import { NewestMap } from '../core/newest.ts';
import { nameOfService, type ServiceId } from '../core/reportRef.ts';
import { clientFor, logError, messageOf } from '../errors.ts';
import { isCancelled } from '../progress.ts';
import { Configurations, exists } from '../text/configuration.ts';
import { titleOfFile } from '../text/document.ts';
import { judgedFile } from '../text/judged.ts';
import { serviceSwitched, UserError } from '../userError.ts';

export function createTools(app: App): ReadonlyMap<string, LanguageModelTool> {
  const serviceOf: ServicesByReport = new NewestMap(knownIds);
  const tools = new Map<string, LanguageModelTool>();
  eachTool((tool) => tools.set(tool.name, languageModelTool(app, serviceOf, tool)));
  return tools;
}

/** The service of each report that agents received, by the report's id, because agents pass ids without a service. */
type ServicesByReport = Map<string, ServiceId>;

/** The number of recent reports whose service is remembered. */
const knownIds = 1000;

export type LanguageModelTool = Required<vscode.LanguageModelTool<unknown>>;

function languageModelTool<Input, Answer extends object>(
  app: App,
  serviceOf: ServicesByReport,
  tool: AssistantTool<Input, Answer>,
): LanguageModelTool {
  /** The service that the user was asked to confirm. */
  let preparedFor: ServiceId | undefined;
  return {
    prepareInvocation: () => {
      preparedFor = app.connected().service;
      const host = nameOfService(preparedFor);
      return {
        invocationMessage: tool.scans
          ? vscode.l10n.t('Inkling is scanning')
          : vscode.l10n.t('Inkling is reading reports'),
        ...(tool.scans && host !== null && { confirmationMessages: confirmation(host) }),
      };
    },
    invoke: async ({ input }, token) => {
      const signal = signalOf(token);
      try {
        const selected = app.connected();
        if (tool.scans && preparedFor !== undefined && preparedFor !== selected.service)
          throw serviceSwitched();
        const given = v.safeParse(tool.input, input);
        if (!given.success) throw new UserError(v.summarize(given.issues));
        const known = v.is(WithId, given.output) ? serviceOf.get(given.output.id) : undefined;
        const { service, client } =
          known === undefined ? selected : { service: known, client: clientFor(app, known) };
        const host = nameOfService(service);
        const parts: AssistantParts = {
          client,
          host,
          // On this machine a text is analysed without storing a report.
          ...(host === null && {
            detect: (content, signal) => app.detectEdited({ document: 'tools', content }, signal),
          }),
          language: app.language,
          readFile: (path, signal) => readFileOfWorkspace(app, path, signal),
        };
        const answer = await tool.run(parts, given.output, signal);
        const reports = v.is(WithId, answer) ? [answer] : v.is(WithReports, answer) ? answer.reports : [];
        for (const { id } of reports) serviceOf.set(id, service);
        if (tool.scans) app.trees.refresh();
        return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(JSON.stringify(answer))]);
      } catch (error) {
        if (isCancelled(error)) throw new vscode.CancellationError();
        logError(app, error);
        throw new Error(messageOf(error), { cause: error });
      }
    },
  };
}

const WithId = v.object({ id: v.string() });
const WithReports = v.object({ reports: v.array(WithId) });

/** The question to confirm before a text leaves this machine. */
function confirmation(host: string): vscode.LanguageModelToolConfirmationMessages {
  return {
    title: vscode.l10n.t('Send text to {0}?', host),
    message: vscode.l10n.t(
      'The text is sent to {0}, the service you chose, with its title and the name of its workspace folder. The service stores a report.',
      host,
    ),
  };
}

function signalOf(token: vscode.CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  token.onCancellationRequested(() => {
    controller.abort();
  });
  return controller.signal;
}

/**
 * The prose of a file in an open folder. Other files are rejected, because the assistant receives sentences of the
 * file.
 * @param path absolute, or relative to the first open folder with such a file.
 * @throws UserError when there is no such file, or nothing to scan in it.
 */
async function readFileOfWorkspace(app: App, path: string, signal: AbortSignal): Promise<FileToScan> {
  const uri = await fileInWorkspace(path);
  const { text, paged, prose, notes } = await judgedFile(app, new Configurations(), uri, signal);
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  const lineAt = placeFinder(text);
  return {
    content: prose.text,
    title: titleOfFile(uri),
    reasons: notes?.reasons ?? [],
    ...(folder && { project: cutOff(folder.name, maxNameLength) }),
    placeOf: (offset) => {
      const { start } = placeInDocument(text, prose, { start: offset, end: offset + 1 });
      return paged ? { [paged.unit]: placeAt(paged, start) } : { line: lineAt(start).line };
    },
  };
}

async function fileInWorkspace(path: string): Promise<vscode.Uri> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const isAbsolute = /^([/\\]|[a-z]:)/i.test(path);
  const candidates = isAbsolute
    ? [vscode.Uri.file(path)]
    : folders.map(({ uri }) => vscode.Uri.joinPath(uri, path));
  for (const uri of candidates)
    if (vscode.workspace.getWorkspaceFolder(uri) && (await exists(uri))) return uri;
  throw new UserError(vscode.l10n.t('No open folder contains {0}.', path));
}
