import { environment } from '#host';
import * as vscode from 'vscode';
import { type AddressProblem, nameOfAddress, type ServiceAddress } from '../../client/address.ts';
import { createClient, type Client } from '../../client/client.ts';
import type { Connected, SelectedService } from '../app.ts';
import { setContextKey } from '../contextKeys.ts';
import type { ServiceId } from '../core/reportRef.ts';
import { chooseUrl, urlSetting, userSetting } from '../settings.ts';
import { chooseService, openSettings, setApiKey, UserError, useLocalService } from '../userError.ts';
import { ApiKeys } from './apiKeys.ts';
import { createLocalService, createRemoteClient, type LocalService } from './clients.ts';
import { type Choice, choose, type Connection } from './connection.ts';
import { Consent } from './consent.ts';

interface Selected {
  /** The place where texts are sent, for display: host, port and base path, or `null` for this machine. */
  host: string | null;
  /** The remote service’s address, if it can be used. */
  address?: ServiceAddress;
  /** Why the address can't be used. */
  error?: UserError;
  client: Client;
}

/**
 * The service that analyses texts: on this machine, or a remote one from the user's settings or the environment.
 * Changes of settings, and of keys in other windows, take effect without a reload.
 */
export class ServiceSelection implements SelectedService {
  readonly keys: ApiKeys;
  readonly consent: Consent;
  readonly #log: vscode.LogOutputChannel;
  /** The service in this editor, selected or not. */
  readonly local: LocalService;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #selected: Selected;

  constructor(context: vscode.ExtensionContext, log: vscode.LogOutputChannel) {
    this.#log = log;
    this.keys = new ApiKeys(context.secrets, environment);
    this.consent = new Consent(context.globalState);
    this.local = createLocalService(context, log);
    this.#selected = this.#readSelected();
    const follow = (): void => {
      this.#selected = this.#readSelected();
      showConnection('answers');
      log.info(`texts are analysed by ${this.host ?? 'this machine'}`);
      this.#changed.fire();
    };
    context.subscriptions.push(
      this.#changed,
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('inkling.service')) follow();
      }),
      this.keys.onDidChangeFor(() => this.address, follow),
    );
  }

  get client(): Client {
    return this.#selected.client;
  }

  get address(): ServiceAddress | undefined {
    return this.#selected.address;
  }

  get host(): string | null {
    return this.#selected.host;
  }

  connected(): Connected {
    const { address = null, client, error } = this.#selected;
    if (error) throw error;
    return { service: address, client };
  }

  clientOf(service: ServiceId): Client | undefined {
    if (service === null) return this.local.client;
    return service === this.address ? this.client : undefined;
  }

  prepare(): void {
    if (this.host === null) this.local.start();
  }

  /** Checks before a scan. The client repeats the checks for each call, so that no scan can miss them. */
  async allowSending(): Promise<void> {
    if (this.address === undefined) return;
    await this.#keyFor(this.address); // first, because consent without a key is useless
    await this.consent.ensure(this.address);
  }

  async select(address: ServiceAddress): Promise<void> {
    if (!(await this.keys.keyFor(address)) && !(await this.askForKey(address))) return;
    await chooseUrl(address);
    vscode.window.setStatusBarMessage(
      vscode.l10n.t('Inkling: texts are now analysed by {0}', nameOfAddress(address)),
      5000,
    );
  }

  /** Asks for the key to a service until the service accepts one, and stores it. @returns false if the user gave up. */
  async askForKey(address: ServiceAddress): Promise<boolean> {
    const { askApiKey } = await import('./askApiKey.ts');
    const key = await askApiKey(address, this.#log);
    if (key !== undefined) await this.keys.store(address, key);
    return key !== undefined;
  }

  #readSelected(): Selected {
    const choice = choose(userSetting(urlSetting), environment['INKLING_URL']);
    setContextKey('inkling.remote', choice.kind !== 'local');
    switch (choice.kind) {
      case 'local':
        return { host: null, client: this.local.client };
      case 'remote': {
        const { address } = choice;
        return { host: nameOfAddress(address), address, client: this.#consentingClient(address) };
      }
      case 'unusable': {
        const error = unusableAddress(choice);
        const fail = (): Promise<never> => Promise.reject(error);
        const client = createClient({ transport: fail, apiKey: fail, baseUrl: '' });
        return { host: choice.text, error, client };
      }
    }
  }

  /** The client of a remote service; it sends texts only with the user's consent. */
  #consentingClient(address: ServiceAddress): Client {
    // A client uses one account only: an operation begun with one key must not continue with another.
    let first: string | undefined;
    const apiKey = async (): Promise<string> => {
      const key = await this.#keyFor(address);
      first ??= key;
      if (key === first) return key;
      throw new UserError(
        vscode.l10n.t('The API key for {0} changed in the meantime. Start again.', nameOfAddress(address)),
      );
    };
    const report = (connection: Connection): void => {
      this.#show(address, connection);
    };
    const client = createRemoteClient({ address, apiKey, log: this.#log, report });
    return {
      ...client,
      scan: async (scan, options) => {
        await apiKey();
        await this.consent.ensure(address);
        options?.signal?.throwIfAborted();
        return client.scan(scan, options);
      },
    };
  }

  /** @throws UserError when there is no key, because the service would reject the text. */
  async #keyFor(address: ServiceAddress): Promise<string> {
    const found = await this.keys.keyFor(address);
    if (found) return found.key;
    this.#show(address, 'signedOut');
    throw new UserError(vscode.l10n.t('There is no API key for {0} yet.', nameOfAddress(address)), [
      setApiKey(),
      useLocalService(),
    ]);
  }

  /** Ignore results of a service that is no longer selected. */
  #show(address: ServiceAddress, connection: Connection): void {
    if (this.address === address) showConnection(connection);
  }
}

function showConnection(connection: Connection): void {
  setContextKey('inkling.signedOut', connection === 'signedOut');
  setContextKey('inkling.unreachable', connection === 'unreachable');
}

function unusableAddress({ text, problem, by }: Extract<Choice, { kind: 'unusable' }>): UserError {
  const named = { setting: urlSetting, environment: 'INKLING_URL' }[by];
  return new UserError(
    vscode.l10n.t('{0} is set to "{1}". {2}', named, text, problemInWords(problem)),
    by === 'setting' ? [chooseService(), openSettings(urlSetting)] : [chooseService(), useLocalService()],
  );
}

/** Explains an unusable address and the remedy. */
export function problemInWords(problem: AddressProblem): string {
  const words: Record<AddressProblem, string> = {
    notAnAddress: vscode.l10n.t('Not a web address. Example: https://detector.example.com.'),
    insecure: vscode.l10n.t(
      'The address must start with https://, because your texts and key are sent there. Only localhost, 127.0.0.1 and [::1] may use http://.',
    ),
    holdsPassword: vscode.l10n.t(
      'Remove the user name and password from the address. Inkling asks for the API key later and stores it securely.',
    ),
    holdsQuery: vscode.l10n.t(
      'Remove the ? or # and everything after it. Only the host and an optional path are used.',
    ),
  };
  return words[problem];
}
