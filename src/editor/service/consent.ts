import * as vscode from 'vscode';
import type { ScanRequest } from '../../api/report.ts';
import { nameOfAddress, type ServiceAddress } from '../../client/address.ts';

/** Where globalState keeps the addresses that the user agreed to send texts to. */
const agreedKey = 'inkling.agreedServices';

/** What the user agreed to: texts go to an address only after they said so once. */
export class Consent {
  readonly #memory: vscode.Memento;
  readonly #asking = new Map<ServiceAddress, Promise<boolean>>();

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  /** The addresses that texts may go to, in the order they were agreed to. */
  get agreed(): readonly ServiceAddress[] {
    const stored = this.#memory.get<unknown>(agreedKey);
    return Array.isArray(stored)
      ? stored.filter((each): each is ServiceAddress => typeof each === 'string')
      : [];
  }

  /**
   * Asks unless the user agreed before. Scans that begin meanwhile wait for the same answer.
   * @throws CancellationError when they don't agree.
   */
  async ensure(address: ServiceAddress): Promise<void> {
    if (this.agreed.includes(address)) return;
    const asking = this.#asking.get(address) ?? this.#ask(address);
    this.#asking.set(address, asking);
    try {
      if (!(await asking)) throw new vscode.CancellationError();
    } finally {
      this.#asking.delete(address);
    }
  }

  /** Asks again before the next scan. */
  async withdraw(address: ServiceAddress): Promise<void> {
    await this.#memory.update(
      agreedKey,
      this.agreed.filter((each) => each !== address),
    );
  }

  async #ask(address: ServiceAddress): Promise<boolean> {
    const send: vscode.MessageItem = { title: vscode.l10n.t('Send') };
    const notNow: vscode.MessageItem = { title: vscode.l10n.t('Not Now'), isCloseAffordance: true };
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('Send your text to {0}?', nameOfAddress(address)),
      {
        modal: true,
        detail: vscode.l10n.t(
          'To scan it, Inkling sends to {0}: {1}. Each request carries your API key. The service keeps what it gets with the report until you delete it. You are asked once for this address; the status bar says where each text was analysed.',
          address,
          sentInWords(),
        ),
      },
      send,
      notNow,
    );
    if (answer !== send) return false;
    await this.#memory.update(agreedKey, [...this.agreed, address]);
    return true;
  }
}

/** What each field of a scan sends, in words. The compiler asks for one of every field. */
const wordsOf: Record<keyof ScanRequest, () => string> = {
  content: () => vscode.l10n.t('the prose of your text'),
  title: () => vscode.l10n.t('the path of its file within the workspace folder'),
  project: () => vscode.l10n.t('the name of its project (usually that of the workspace folder)'),
  privacy: () => vscode.l10n.t("who may read the report's page"),
  password: () => vscode.l10n.t('the password of that page, where you set one'),
};

/** The fields that a scan may send. */
export const sentFields: readonly string[] = Object.keys(wordsOf);

/** All that a scan sends of its text's writer, as a part of a sentence. The key is told of where it is asked for. */
export function sentInWords(): string {
  const all = Object.values(wordsOf).map((words) => words());
  return new Intl.ListFormat(vscode.env.language, { type: 'conjunction' }).format(all);
}
