import * as v from 'valibot';
import * as vscode from 'vscode';
import type { ScanRequest } from '../../api/report.ts';
import { nameOfAddress, type ServiceAddress } from '../../client/address.ts';

/** The globalState key of the user's consent. */
const agreedKey = 'inkling.agreedServices';

/**
 * The version of the question. After a change of version the user is asked again. Version 1 described fewer fields
 * and stored no version.
 */
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

/** The user's consent: texts are sent to an address only after the user agreed once. */
export class Consent {
  readonly #memory: vscode.Memento;
  readonly #asking = new Map<ServiceAddress, Promise<boolean>>();

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  /** The addresses with consent to any version, oldest first. */
  get addresses(): readonly ServiceAddress[] {
    return this.#agreements.map(({ address }) => address as ServiceAddress);
  }

  /**
   * Asks unless the user agreed before. Scans that start meanwhile wait for the same answer.
   * @throws CancellationError when the user declines.
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

  /** Removes the consent, so that the next scan asks again. */
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
    if (!(await askToSend(address))) return false;
    await this.#memory.update(agreedKey, [...this.#without(address), { address, terms: termsVersion }]);
    return true;
  }
}

/** Whether the user agrees that texts are sent to this address. */
async function askToSend(address: ServiceAddress): Promise<boolean> {
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
    // Enter presses the first button.
    notNow,
    send,
  );
  return answer === send;
}

/** A description of each field that a scan sends. The type requires one for every field. */
const wordsOf: Record<keyof ScanRequest, () => string> = {
  content: () => vscode.l10n.t('the prose of your text'),
  title: () => vscode.l10n.t('the file’s path within the workspace folder'),
  project: () => vscode.l10n.t('the name of its project (usually the workspace folder’s)'),
  privacy: () => vscode.l10n.t('who may read the report’s page'),
  password: () => vscode.l10n.t('the password of that page, if you set one'),
};

/** The fields that a scan may send. */
export const sentFields: readonly string[] = Object.keys(wordsOf);

/** All that a scan sends except the key, as part of a sentence. */
export function sentInWords(): string {
  const all = Object.values(wordsOf).map((words) => words());
  return new Intl.ListFormat(vscode.env.language, { type: 'conjunction' }).format(all);
}
