import * as v from 'valibot';
import * as vscode from 'vscode';
import type { ScanRequest } from '../../api/report.ts';
import { nameOfAddress, type ServiceAddress } from '../../client/address.ts';

/** Where globalState keeps what the user agreed to. */
const agreedKey = 'inkling.agreedServices';

/** The question's version: who agreed to another is asked again. 1 said less of what is sent, and kept no number. */
const termsVersion = 2;

const Agreement = v.object({ address: v.string(), terms: v.number() });
type Agreement = v.InferOutput<typeof Agreement>;
const Agreements = v.array(
  v.union([
    Agreement,
    v.pipe(
      v.string(),
      v.transform((address) => ({ address, terms: 1 })),
    ),
  ]),
);

/** What the user agreed to: texts go to an address only after they said so once. */
export class Consent {
  readonly #memory: vscode.Memento;
  readonly #asking = new Map<ServiceAddress, Promise<boolean>>();

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  /** The addresses that the user agreed to at any time, in that order; to what is asked now, or to less. */
  get addresses(): readonly ServiceAddress[] {
    return this.#agreements.map(({ address }) => address as ServiceAddress);
  }

  /**
   * Asks unless the user agreed before. Scans that begin meanwhile wait for the same answer.
   * @throws CancellationError when they don't agree.
   */
  async ensure(address: ServiceAddress): Promise<void> {
    if (this.#agreements.some((each) => each.address === address && each.terms === termsVersion)) return;
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
    await this.#memory.update(agreedKey, this.#without(address));
  }

  get #agreements(): readonly Agreement[] {
    const stored = v.safeParse(Agreements, this.#memory.get<unknown>(agreedKey));
    return stored.success ? stored.output : [];
  }

  #without(address: ServiceAddress): Agreement[] {
    return this.#agreements.filter((each) => each.address !== address);
  }

  async #ask(address: ServiceAddress): Promise<boolean> {
    const send: vscode.MessageItem = { title: vscode.l10n.t('Send') };
    const notNow: vscode.MessageItem = { title: vscode.l10n.t('Not Now') };
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('Send your text to {0}?', nameOfAddress(address)),
      {
        modal: true,
        detail: [
          vscode.l10n.t('Sent to {0}: {1}. Each request includes your API key.', address, sentInWords()),
          vscode.l10n.t('The service stores this with the report until you delete the report.'),
          vscode.l10n.t(
            'Inkling asks only once for this address. The status bar shows where each text was analysed.',
          ),
        ]
          .map((line) => `• ${line}`)
          .join('\n'),
      },
      // The first is what Enter presses.
      notNow,
      send,
    );
    if (answer !== send) return false;
    await this.#memory.update(agreedKey, [...this.#without(address), { address, terms: termsVersion }]);
    return true;
  }
}

/** What each field of a scan sends, in words. The compiler asks for one of every field. */
const wordsOf: Record<keyof ScanRequest, () => string> = {
  content: () => vscode.l10n.t('the prose of your text'),
  title: () => vscode.l10n.t('the file’s path within the workspace folder'),
  project: () => vscode.l10n.t('the name of its project (usually the workspace folder’s)'),
  privacy: () => vscode.l10n.t('who may read the report’s page'),
  password: () => vscode.l10n.t('the password of that page, if you set one'),
};

/** The fields that a scan may send. */
export const sentFields: readonly string[] = Object.keys(wordsOf);

/** All that a scan sends of its text's writer, as a part of a sentence. The key is explained where it is asked for. */
export function sentInWords(): string {
  const all = Object.values(wordsOf).map((words) => words());
  return new Intl.ListFormat(vscode.env.language, { type: 'conjunction' }).format(all);
}
