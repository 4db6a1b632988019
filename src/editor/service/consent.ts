import * as v from 'valibot';
import * as vscode from 'vscode';
import type { ServiceAddress } from '../../client/address.ts';

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
    const { askToSend } = await import('./consentQuestion.ts');
    if (!(await askToSend(address))) return false;
    await this.#memory.update(agreedKey, [...this.#without(address), { address, terms: termsVersion }]);
    return true;
  }
}
