import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { parseAddress, type ServiceAddress } from '../../src/client/address.ts';
import type { App } from '../../src/editor/app.ts';
import { ApiKeys } from '../../src/editor/service/apiKeys.ts';
import { Consent } from '../../src/editor/service/consent.ts';

export function addressOf(text: string): ServiceAddress {
  const parsed = parseAddress(text);
  assert.ok(parsed.ok);
  return parsed.address;
}

/** The keys that the editor keeps. */
export function keysOf({ context }: App): ApiKeys {
  return new ApiKeys(context.secrets, process.env);
}

/** What the user agreed to. */
export function consentOf({ context }: App): Consent {
  return new Consent(context.globalState);
}

/** Sets a setting of the user. Where it is so already nothing is written: that would cost as much as a change. */
export async function setSetting(name: string, value: unknown): Promise<void> {
  const configuration = vscode.workspace.getConfiguration();
  if (configuration.inspect(name)?.globalValue === value) return;
  await configuration.update(name, value, vscode.ConfigurationTarget.Global);
}

/** Back to this machine, with nothing remembered of any service. */
export async function forgetServices(app: App): Promise<void> {
  await setSetting('inkling.service.url', undefined);
  await setSetting('inkling.service.caFile', undefined);
  for (const address of consentOf(app).addresses) await consentOf(app).withdraw(address);
}

/** What was shown, and a way to answer it. */
export interface Shown {
  kind: 'warning' | 'error' | 'information';
  message: string;
  detail: string | undefined;
  isModal: boolean;
  buttons: string[];
}

type Message = (message: string, ...rest: unknown[]) => Thenable<unknown>;

/**
 * Runs `action` and presses in every message the button of this title, if it has it.
 * @returns the messages in order.
 */
export async function pressing(press: string, action: () => Thenable<unknown>): Promise<Shown[]> {
  const { showWarningMessage, showErrorMessage, showInformationMessage } = vscode.window;
  const shown: Shown[] = [];
  const answer =
    (kind: Shown['kind']): Message =>
    (message, ...rest) => {
      const items = rest.filter((each): each is string | vscode.MessageItem => isButton(each));
      const options = rest.find((each): each is vscode.MessageOptions => !isButton(each));
      const buttons = items.map((item) => (typeof item === 'string' ? item : item.title));
      shown.push({ kind, message, detail: options?.detail, isModal: options?.modal ?? false, buttons });
      return Promise.resolve(items[buttons.indexOf(press)]);
    };
  Object.assign(vscode.window, {
    showWarningMessage: answer('warning'),
    showErrorMessage: answer('error'),
    showInformationMessage: answer('information'),
  });
  try {
    await action();
  } finally {
    Object.assign(vscode.window, { showWarningMessage, showErrorMessage, showInformationMessage });
  }
  return shown;
}

function isButton(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'object' && value !== null && 'title' in value);
}

/** An input box that a test types into. */
export class TypedInputBox {
  title = '';
  prompt = '';
  value = '';
  password = false;
  ignoreFocusOut = false;
  busy = false;
  enabled = true;
  buttons: readonly vscode.QuickInputButton[] = [];
  validationMessage: string | undefined;
  isOpen = false;
  readonly #accepted = new vscode.EventEmitter<void>();
  readonly #hidden = new vscode.EventEmitter<void>();
  readonly #changed = new vscode.EventEmitter<string>();
  readonly onDidAccept = this.#accepted.event;
  readonly onDidHide = this.#hidden.event;
  readonly onDidChangeValue = this.#changed.event;
  readonly onDidTriggerButton = new vscode.EventEmitter<vscode.QuickInputButton>().event;

  show(): void {
    this.isOpen = true;
  }

  dispose(): void {
    this.isOpen = false;
  }

  enter(value: string): void {
    this.value = value;
    this.#changed.fire(value);
    this.#accepted.fire();
  }

  escape(): void {
    this.#hidden.fire();
  }
}

/** Runs `action` with an input box in place of the one that it opens, which `type` answers. */
export async function typing(
  type: (box: TypedInputBox) => Promise<void>,
  action: () => Thenable<unknown>,
): Promise<void> {
  const { createInputBox } = vscode.window;
  const box = new TypedInputBox();
  Object.assign(vscode.window, { createInputBox: () => box });
  try {
    const done = action();
    await type(box);
    await done;
  } finally {
    Object.assign(vscode.window, { createInputBox });
  }
}
