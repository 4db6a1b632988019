import * as vscode from 'vscode';
import * as v from 'valibot';
import { eachTool, type AssistantParts, type AssistantTool } from '../../assistant/tools.ts';
import type { App } from '../app.ts';
import { logError, messageOf } from '../present.ts';
import { isCancelled } from '../progress.ts';
import { keptElsewhere } from '../report/keptElsewhere.ts';
import { chosenMeanwhile } from '../scan/begin.ts';
import type { ProseReader } from '../text/proseReader.ts';
import type { Connected } from '../service/chosenService.ts';
import { hostOfService, type ServiceId } from '../core/reportRef.ts';
import { UserError } from '../userError.ts';
import { readFileOfWorkspace } from './workspaceFile.ts';

/** The language-model tools of the manifest, so that an agent in the editor can check what it wrote. */
export function registerTools(app: App, prose: ProseReader): void {
  const keepers = new Keepers();
  eachTool((tool) => {
    const registered = languageModelTool(app, prose, keepers, tool);
    app.context.subscriptions.push(vscode.lm.registerTool(tool.name, registered));
  });
}

function languageModelTool<Input, Answer extends object>(
  app: App,
  prose: ProseReader,
  keepers: Keepers,
  tool: AssistantTool<Input, Answer>,
): vscode.LanguageModelTool<unknown> {
  /** The service that was chosen when the call was prepared: the question named it. */
  let preparedFor: ServiceId | undefined;
  return {
    prepareInvocation: () => {
      preparedFor = app.connected().service;
      const host = hostOfService(preparedFor);
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
        const chosen = app.connected();
        if (tool.scans && preparedFor !== undefined && preparedFor !== chosen.service)
          throw chosenMeanwhile();
        const given = v.safeParse(tool.input, input);
        if (!given.success) throw new UserError(v.summarize(given.issues));
        const { service, client } = keepers.keeperOf(given.output, app) ?? chosen;
        const host = hostOfService(service);
        const parts: AssistantParts = {
          client,
          host,
          ...(host === null && { detect: (content, signal) => detect(app, content, signal) }),
          words: app.language.words,
          readFile: (path) => readFileOfWorkspace(prose, path, signal),
        };
        const answer = await tool.run(parts, given.output, signal);
        keepers.note(answer, service);
        if (tool.scans) app.reportsChanged();
        return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(JSON.stringify(answer))]);
      } catch (error) {
        if (isCancelled(error)) throw new vscode.CancellationError();
        logError(app, error);
        throw new Error(messageOf(error), { cause: error });
      }
    },
  };
}

/** Analyses a text on this machine and stores nothing. */
async function detect(app: App, content: string, signal: AbortSignal): ReturnType<DetectForTools> {
  const { words, language, ...result } = await app.detectEdited({ document: 'tools', content }, signal);
  return { words, language, result };
}

type DetectForTools = NonNullable<AssistantParts['detect']>;

/** An agent gets and hands ids without a service: so many of the last are known by the service that gave them. */
const knownIds = 1000;

const WithId = v.object({ id: v.string() });
const WithReports = v.object({ reports: v.array(WithId) });

/** Which service keeps the reports that agents were told of. */
class Keepers {
  readonly #byId = new Map<string, ServiceId>();

  note(answer: object, service: ServiceId): void {
    const told = v.is(WithId, answer) ? [answer] : v.is(WithReports, answer) ? answer.reports : [];
    for (const { id } of told) {
      this.#byId.delete(id);
      this.#byId.set(id, service);
    }
    for (const id of this.#byId.keys()) {
      if (this.#byId.size <= knownIds) break;
      this.#byId.delete(id);
    }
  }

  /**
   * The service that told an agent of the report that it asks for now; `undefined` when none did.
   * @throws UserError when that is a remote one which isn't chosen now.
   */
  keeperOf(input: unknown, app: App): Connected | undefined {
    const service = v.is(WithId, input) ? this.#byId.get(input.id) : undefined;
    if (service === undefined) return undefined;
    const client = app.clientOf(service);
    if (!client) throw keptElsewhere(app, service!); // this machine's is always there
    return { service, client };
  }
}

/** Asked before a text leaves this machine. */
function confirmation(host: string): vscode.LanguageModelToolConfirmationMessages {
  return {
    title: vscode.l10n.t('Send text to {0}?', host),
    message: vscode.l10n.t(
      'The text is sent to {0}, the service that you chose, with its title and the name of its workspace folder. The service keeps a report of it.',
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
