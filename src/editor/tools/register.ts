import * as vscode from 'vscode';
import * as v from 'valibot';
import { eachTool, type AssistantParts, type AssistantTool } from '../../assistant/tools.ts';
import type { App } from '../app.ts';
import { logError, messageOf } from '../present.ts';
import { isCancelled } from '../progress.ts';
import type { ProseReader } from '../scan/proseReader.ts';
import { UserError } from '../userError.ts';
import { readFileOfWorkspace } from './workspaceFile.ts';

/** The language-model tools of the manifest, so that an agent in the editor can check what it wrote. */
export function registerTools(app: App, prose: ProseReader): void {
  eachTool((tool) => {
    app.context.subscriptions.push(vscode.lm.registerTool(tool.name, languageModelTool(app, prose, tool)));
  });
}

function languageModelTool<Input, Answer extends object>(
  app: App,
  prose: ProseReader,
  tool: AssistantTool<Input, Answer>,
): vscode.LanguageModelTool<unknown> {
  return {
    prepareInvocation: () => ({
      invocationMessage: tool.scans
        ? vscode.l10n.t('Inkling is scanning')
        : vscode.l10n.t('Inkling is reading reports'),
      ...(tool.scans && app.host !== null && { confirmationMessages: confirmation(app.host) }),
    }),
    invoke: async ({ input }, token) => {
      const signal = signalOf(token);
      const parts: AssistantParts = {
        client: app.client,
        host: app.host,
        words: app.language.words,
        readFile: (path) => readFileOfWorkspace(prose, path, signal),
      };
      try {
        const given = v.safeParse(tool.input, input);
        if (!given.success) throw new UserError(v.summarize(given.issues));
        const answer = await tool.run(parts, given.output, signal);
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

/** Asked before a text leaves this machine. */
function confirmation(host: string): vscode.LanguageModelToolConfirmationMessages {
  return {
    title: vscode.l10n.t('Send text to {0}?', host),
    message: vscode.l10n.t(
      'The text is sent to {0}, the service that you chose, which keeps a report of it.',
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
