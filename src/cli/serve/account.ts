import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { revokeAllKeys, digestOfKey, newApiKey } from '../../service/account/apiKey.ts';
import { idMaker } from '../../service/api/ids.ts';
import { hashPassword } from '../../service/api/password.ts';
import { passwordWeakness } from '../../service/account/passwordStrength.ts';
import { StartError } from '../../service/service.ts';
import type { StoredAccount, Store } from '../../service/store/store.ts';
import type { StoreSettings } from '../settings.ts';
import type { Streams } from '../streams.ts';
import { QuotaError } from '../../service/store/quotas.ts';

/**
 * The action of a command on accounts or keys. Each throws a StartError for an account or key that doesn't exist.
 * @param args the command's arguments; the first is the account's name.
 */
type StoreAction = (
  store: Store,
  args: readonly string[],
  settings: StoreSettings,
  streams: Streams,
) => Promise<void>;

/**
 * Creates an account. Without a password, it is used only through its keys.
 * @throws StartError when the name is invalid or taken, or the password is missing or easy to guess.
 */
export const createAccount: StoreAction = async (store, [given = ''], { passwordStdin }, streams) => {
  const password = passwordStdin ? await readPassword(streams.stdin) : null;
  const name = normalised(given);
  if (name === '' || name.length > 255 || /\p{Cc}/u.test(name)) {
    throw new StartError('An account name has 1 to 255 characters and no control characters.');
  }
  const passwordHash = password === null ? null : await hashNewPassword(password, name);
  const isCreated = await store.createAccount({ id: idMaker(Date.now)(), name, passwordHash });
  if (!isCreated) throw new StartError(`The account “${name}” already exists. Choose another name.`);
  streams.stdout.write(`Created the account “${name}”.\n`);
};

/**
 * Resets a forgotten password. Every session of the account ends, because sessions are signed with the old password's
 * hash. Its keys stay valid unless `revokeKeys` is set.
 * @throws StartError when the password is missing or easy to guess.
 */
export const setPassword: StoreAction = async (store, [given], { revokeKeys = false }, streams) => {
  const { id, name } = await accountNamed(store, given);
  await store.setPasswordHash(id, await hashNewPassword(await readNewPassword(streams), name));
  streams.stdout.write(`Set a new password for “${name}” and ended all its sessions.\n`);
  if (revokeKeys) {
    streams.stdout.write(`Keys revoked: ${await revokeAllKeys(store, id)}.\n`);
    return;
  }
  const { length } = await store.listKeys(id);
  if (length === 0) return;
  streams.stdout.write(
    `Keys still valid: ${length}. If someone else knew the old password, revoke them with --revoke-keys.\n`,
  );
};

async function hashNewPassword(password: string, name: string): Promise<string> {
  const weakness = await passwordWeakness(password, name);
  if (weakness !== undefined) throw new StartError(weakness);
  return hashPassword(password);
}

/**
 * Reads a new password: typed twice at a terminal, without echo, or all of standard input.
 * @throws StartError when there is none, or the two entries differ.
 */
async function readNewPassword(streams: Streams): Promise<string> {
  if (!streams.stdin.isTTY) return readPassword(streams.stdin);
  const password = await readHidden('New password: ', streams);
  if (password !== (await readHidden('Repeat the password: ', streams))) {
    throw new StartError('The passwords don’t match. Nothing was changed.');
  }
  return password;
}

/** Reads a line from a terminal without echo. @throws StartError after Ctrl+C or Ctrl+D. */
async function readHidden(prompt: string, { stdin, stderr }: Streams): Promise<string> {
  stderr.write(prompt);
  const lines = createInterface({ input: stdin, terminal: true, historySize: 0 }); // without output, so no echo
  try {
    for await (const line of lines) return line;
    throw new StartError('Nothing was changed.');
  } finally {
    lines.close();
    stderr.write('\n');
  }
}

/** The password on standard input, without its final line break. @throws StartError when there is none. */
async function readPassword(input: Readable): Promise<string> {
  const password = (await text(input)).replace(/\r?\n$/, '');
  if (password === '') throw new StartError('No password on standard input.');
  return password;
}

/** Prints one line per account: id, name and creation time, separated by tabs. */
export const listAccounts: StoreAction = async (store, _args, _settings, { stdout }) => {
  for (const { id, name, createdAt } of await store.listAccounts()) {
    stdout.write(`${id}\t${name}\t${new Date(createdAt).toISOString()}\n`);
  }
};

export const deleteAccount: StoreAction = async (store, [given], _settings, { stdout }) => {
  const { id, name } = await accountNamed(store, given);
  await store.deleteAccount(id);
  stdout.write(`Deleted the account “${name}” with its keys, projects and reports.\n`);
};

async function accountNamed(store: Store, name = ''): Promise<StoredAccount> {
  const account = await store.accountNamed(normalised(name));
  if (!account) throw new StartError(`No account is named “${name}”. See inkling account list.`);
  return account;
}

/** Normalises a name as the account area does, because keyboards and shells encode some letters in two ways. */
function normalised(name: string): string {
  return name.trim().normalize('NFC');
}

/**
 * Prints a new key of the account and nothing else; it can't be shown again.
 * @throws StartError when the account has reached its limit of keys.
 */
export const issueKey: StoreAction = async (store, [given], _settings, { stdout }) => {
  const account = await accountNamed(store, given);
  const key = newApiKey();
  const stored = { id: idMaker(Date.now)(), name: 'command line', digest: digestOfKey(key) };
  await store.addKey(account.id, stored).catch((error: unknown) => {
    if (!(error instanceof QuotaError)) throw error;
    throw new StartError(
      `${error.message} Revoke one with inkling key revoke, or allow more with --max-keys.`,
    );
  });
  stdout.write(`${key}\n`);
};

/** Prints one line per key: id, name, creation time and time of last use or `never`, separated by tabs. */
export const listKeys: StoreAction = async (store, [given], _settings, { stdout }) => {
  const account = await accountNamed(store, given);
  for (const { id, name, createdAt, lastUsedAt } of await store.listKeys(account.id)) {
    const used = lastUsedAt === null ? 'never' : new Date(lastUsedAt).toISOString();
    stdout.write(`${id}\t${name}\t${new Date(createdAt).toISOString()}\t${used}\n`);
  }
};

export const revokeKey: StoreAction = async (store, [given, id = ''], _settings, { stdout }) => {
  const account = await accountNamed(store, given);
  if (!(await store.revokeKey(account.id, id))) {
    throw new StartError(`“${account.name}” has no key with the id ${id}. See inkling key list.`);
  }
  stdout.write(`Revoked the key ${id}.\n`);
};
