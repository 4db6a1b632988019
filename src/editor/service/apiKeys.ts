import type * as vscode from 'vscode';
import { parseAddress, type ServiceAddress } from '../../client/address.ts';

export interface ApiKey {
  key: string;
  from: 'storage' | 'environment';
}

/** Whether the text can be a key, which is sent in a header. */
export function isApiKey(text: string): boolean {
  return /^[\x21-\x7e]{1,4096}$/.test(text);
}

/** The API keys. Each belongs to one address and is sent to no other. */
export class ApiKeys {
  readonly #secrets: vscode.SecretStorage;
  readonly #environment: Readonly<Record<string, string | undefined>>;

  /** @param environment `INKLING_API_KEY` is the key for `INKLING_URL`, unless one is stored for that address. */
  constructor(secrets: vscode.SecretStorage, environment: Readonly<Record<string, string | undefined>>) {
    this.#secrets = secrets;
    this.#environment = environment;
  }

  async keyFor(address: ServiceAddress): Promise<ApiKey | undefined> {
    const stored = await this.#secrets.get(secretOf(address));
    if (stored !== undefined) return { key: stored, from: 'storage' };
    const { INKLING_URL: url = '', INKLING_API_KEY: key = '' } = this.#environment;
    const named = parseAddress(url);
    return named.ok && named.address === address && isApiKey(key.trim())
      ? { key: key.trim(), from: 'environment' }
      : undefined;
  }

  async store(address: ServiceAddress, key: string): Promise<void> {
    await this.#secrets.store(secretOf(address), key);
  }

  async forget(address: ServiceAddress): Promise<void> {
    await this.#secrets.delete(secretOf(address));
  }

  /** Fires when the key for `address()` was stored or deleted, in this window or another. */
  onDidChangeFor(address: () => ServiceAddress | undefined, listener: () => void): vscode.Disposable {
    return this.#secrets.onDidChange(({ key }) => {
      const asked = address();
      if (asked !== undefined && key === secretOf(asked)) listener();
    });
  }
}

function secretOf(address: ServiceAddress): string {
  return `inkling.apiKey ${address}`;
}
