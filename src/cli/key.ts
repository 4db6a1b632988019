import { digestOfKey, newApiKey } from '../service/account/apiKey.ts';
import { idMaker } from '../service/api/ids.ts';
import { StartError } from '../service/startError.ts';
import { QuotaError } from '../service/store/quotas.ts';
import type { Store } from '../service/store/store.ts';
import { accountNamed } from './account.ts';
import type { Output } from './settings.ts';

/**
 * Prints a new key of the account and nothing else: it can't be shown again.
 * @throws StartError when there is no such account, or it has as many keys as it may.
 */
export async function issueKey(store: Store, accountName: string, output: Output): Promise<void> {
  const account = await accountNamed(store, accountName);
  const key = newApiKey();
  try {
    await store.addKey(account.id, {
      id: idMaker(Date.now)(),
      name: 'command line',
      digest: digestOfKey(key),
    });
  } catch (error) {
    if (!(error instanceof QuotaError)) throw error;
    throw new StartError(
      `${error.message} Revoke one with inkling key revoke, or allow more with --max-keys.`,
    );
  }
  output.stdout.write(`${key}\n`);
}

/**
 * Prints id, name, when it was issued and when it was last used or `never`, a line for each key, tabs between.
 * @throws StartError when there is no such account.
 */
export async function listKeys(store: Store, accountName: string, output: Output): Promise<void> {
  const account = await accountNamed(store, accountName);
  for (const { id, name, createdAt, lastUsedAt } of await store.listKeys(account.id)) {
    const used = lastUsedAt === null ? 'never' : new Date(lastUsedAt).toISOString();
    output.stdout.write(`${id}\t${name}\t${new Date(createdAt).toISOString()}\t${used}\n`);
  }
}

/** @throws StartError when there is no such account or key. */
export async function revokeKey(
  store: Store,
  accountName: string,
  id: string,
  output: Output,
): Promise<void> {
  const account = await accountNamed(store, accountName);
  if (!(await store.revokeKey(account.id, id))) {
    throw new StartError(
      `“${account.name}” has no key with the id ${id}. inkling key list shows those there are.`,
    );
  }
  output.stdout.write(`Revoked the key ${id}.\n`);
}
