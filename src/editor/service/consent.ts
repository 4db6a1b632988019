import * as v from 'valibot';
import * as vscode from 'vscode';
import type { ServiceAddress } from '../../client/address.ts';

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

  /** The addresses with consent in any version, in order of time. */
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
    const { askToSend } = await import('./consentQuestion.ts');
    if (!(await askToSend(address))) return false;
    await this.#memory.update(agreedKey, [...this.#without(address), { address, terms: termsVersion }]);
    return true;
  }
}
