import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { Writable, type Readable } from 'node:stream';
import { revokeAllKeys, digestOfKey, newApiKey } from '../../service/account/apiKey.ts';
import { idMaker } from '../../service/api/ids.ts';
import { hashPassword } from '../../service/api/password.ts';
import { passwordWeakness } from '../../service/account/passwordStrength.ts';
import { StartError } from '../../service/service.ts';
import type { StoredAccount, Store } from '../../service/store/store.ts';
import type { OutputStreams } from '../streams.ts';
import { QuotaError } from '../../service/store/quotas.ts';

/**
 * Creates an account.
 * @param password for signing in to the account area; with `null`, the account is used only through its keys.
 * @throws StartError when the name is invalid or taken, or the password is easy to guess.
 */
export async function createAccount(
  store: Store,
  name: string,
  password: string | null,
  output: OutputStreams,
): Promise<void> {
  // Normalised as in the account area, because keyboards and shells encode some letters in two ways.
  const trimmed = name.trim().normalize('NFC');
  if (trimmed === '' || trimmed.length > 255 || /\p{Cc}/u.test(trimmed)) {
    throw new StartError('An account name has 1 to 255 characters and no control characters.');
  }
  const passwordHash = password === null ? null : await hashNewPassword(password, trimmed);
  const isMade = await store.createAccount({ id: idMaker(Date.now)(), name: trimmed, passwordHash });
  if (!isMade) throw new StartError(`The account “${trimmed}” already exists. Choose another name.`);
  output.stdout.write(`Created the account “${trimmed}”.\n`);
}

/**
 * Resets a forgotten password. Every session of the account ends, because sessions are signed with the old password's
 * hash. Its keys stay valid unless `revokeKeys` is set.
 * @throws StartError when there is no such account, or the password is easy to guess.
 */
export async function setPassword(
  store: Store,
  name: string,
  readNew: () => Promise<string>,
  { revokeKeys = false }: { revokeKeys?: boolean },
  output: OutputStreams,
): Promise<void> {
  const account = await accountNamed(store, name);
  await store.setPasswordHash(account.id, await hashNewPassword(await readNew(), account.name));
  const revoked = revokeKeys ? await revokeAllKeys(store, account.id) : 0;
  const left = revokeKeys ? 0 : (await store.listKeys(account.id)).length;
  output.stdout.write(`Set a new password for “${account.name}” and ended all its sessions.\n`);
  if (revokeKeys) output.stdout.write(`Keys revoked: ${revoked}.\n`);
  else if (left > 0) {
    output.stdout.write(
      `Keys still valid: ${left}. If someone else knew the old password, revoke them with --revoke-keys.\n`,
    );
  }
}

/** @throws StartError when the password is easy to guess. */
async function hashNewPassword(password: string, name: string): Promise<string> {
  const weakness = await passwordWeakness(password, name);
  if (weakness !== undefined) throw new StartError(weakness);
  return hashPassword(password);
}

/**
 * Reads a new password: typed twice at a terminal, without echo, or all of standard input.
 * @throws StartError when there is none, or the two entries differ.
 */
export async function readNewPassword(
  input: Readable & { isTTY?: boolean },
  prompts: NodeJS.WritableStream,
): Promise<string> {
  if (!input.isTTY) return readPassword(input);
  const password = await readHidden('New password: ', input, prompts);
  if (password !== (await readHidden('Repeat the password: ', input, prompts))) {
    throw new StartError('The passwords differ. Nothing was changed.');
  }
  return password;
}

function readHidden(prompt: string, input: Readable, prompts: NodeJS.WritableStream): Promise<string> {
  const unseen = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  return new Promise((resolve, reject) => {
    prompts.write(prompt);
    const lines = createInterface({ input, output: unseen, terminal: true, historySize: 0 });
    lines.once('line', (line) => {
      resolve(line);
      lines.close();
    });
    // Ctrl+C and Ctrl+D close it. After a line, the promise is already resolved.
    lines.once('close', () => {
      prompts.write('\n');
      reject(new StartError('Nothing was changed.'));
    });
  });
}

/**
 * Reads the password on standard input, without its final line break.
 * @throws StartError when there is none.
 */
export async function readPassword(input: Readable): Promise<string> {
  const password = (await text(input)).replace(/\r?\n$/, '');
  if (password === '') throw new StartError('No password on standard input.');
  return password;
}

/** Prints one line per account: id, name and creation time, separated by tabs. */
export async function listAccounts(store: Store, output: OutputStreams): Promise<void> {
  for (const { id, name, createdAt } of await store.listAccounts()) {
    output.stdout.write(`${id}\t${name}\t${new Date(createdAt).toISOString()}\n`);
  }
}

/** @throws StartError when there is no such account. */
export async function deleteAccount(store: Store, name: string, output: OutputStreams): Promise<void> {
  const account = await accountNamed(store, name);
  await store.deleteAccount(account.id);
  output.stdout.write(`Deleted the account “${account.name}” with its keys, projects and reports.\n`);
}

/** @throws StartError when there is no such account. */
export async function accountNamed(store: Store, name: string): Promise<StoredAccount> {
  const account = await store.accountNamed(name.trim().normalize('NFC'));
  if (!account) {
    throw new StartError(`No account is named “${name}”. See inkling account list.`);
  }
  return account;
}

/**
 * Prints a new key of the account and nothing else; it can't be shown again.
 * @throws StartError when there is no such account, or it has reached its limit of keys.
 */
export async function issueKey(store: Store, accountName: string, output: OutputStreams): Promise<void> {
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
 * Prints one line per key: id, name, creation time and time of last use or `never`, separated by tabs.
 * @throws StartError when there is no such account.
 */
export async function listKeys(store: Store, accountName: string, output: OutputStreams): Promise<void> {
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
  output: OutputStreams,
): Promise<void> {
  const account = await accountNamed(store, accountName);
  if (!(await store.revokeKey(account.id, id))) {
    throw new StartError(`“${account.name}” has no key with the id ${id}. See inkling key list.`);
  }
  output.stdout.write(`Revoked the key ${id}.\n`);
}
