import * as vscode from 'vscode';
import type { App } from '../app.ts';
import type { LanguageModelTool } from './tools.ts';

/** Registers the manifest's language-model tools. Their code is loaded when an agent first calls one. */
export function registerTools(app: App): void {
  let loading: Promise<ReadonlyMap<string, LanguageModelTool>> | undefined;
  const load = async (name: string): Promise<LanguageModelTool> => {
    const tools = await (loading ??= import('./tools.ts').then(({ createTools }) => createTools(app)));
    return tools.get(name)!;
  };
  const { contributes } = app.context.extension.packageJSON as {
    contributes: { languageModelTools: readonly { name: string }[] };
  };
  for (const { name } of contributes.languageModelTools) {
    const tool: vscode.LanguageModelTool<unknown> = {
      prepareInvocation: async (options, token) => (await load(name)).prepareInvocation(options, token),
      invoke: async (options, token) => (await load(name)).invoke(options, token),
    };
    app.context.subscriptions.push(vscode.lm.registerTool(name, tool));
  }
}
