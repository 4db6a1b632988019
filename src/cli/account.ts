import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { idMaker } from '../service/ids.ts';
import { hashPassword } from '../service/password.ts';
import { StartError } from '../service/startError.ts';
import type { StoredAccount, Store } from '../service/store/store.ts';
import type { Output } from './scan.ts';

/**
 * Makes an account.
 * @param password whoever has it can sign in to the account area; `null`: the account is used by its keys alone.
 * @throws StartError when the name can't be had.
 */
export async function createAccount(
  store: Store,
  name: string,
  password: string | null,
  output: Output,
): Promise<void> {
  // As the account area does: keyboards and shells send one letter in two forms.
  const trimmed = name.trim().normalize('NFC');
  if (trimmed === '' || trimmed.length > 255 || /\p{Cc}/u.test(trimmed)) {
    throw new StartError("An account's name has 1 to 255 characters, none of them a control character.");
  }
  const passwordHash = password === null ? null : await hashPassword(password);
  const isMade = await store.createAccount({ id: idMaker(Date.now)(), name: trimmed, passwordHash });
  if (!isMade) throw new StartError(`There is an account named “${trimmed}” already. Choose another name.`);
  output.stdout.write(`Made the account “${trimmed}”.\n`);
}

/**
 * The password on standard input, without the line break behind it.
 * @throws StartError when there is none.
 */
export async function readPassword(input: Readable): Promise<string> {
  const password = (await text(input)).replace(/\r?\n$/, '');
  if (password === '') throw new StartError('There is no password on standard input.');
  return password;
}

/** Prints `id`, name and when it was made, a line for each account, tabs between. */
export async function listAccounts(store: Store, output: Output): Promise<void> {
  for (const { id, name, createdAt } of await store.listAccounts()) {
    output.stdout.write(`${id}\t${name}\t${new Date(createdAt).toISOString()}\n`);
  }
}

/** @throws StartError when there is no such account. */
export async function deleteAccount(store: Store, name: string, output: Output): Promise<void> {
  const account = await accountNamed(store, name);
  await store.deleteAccount(account.id);
  output.stdout.write(`Deleted the account “${account.name}” with its keys, projects and reports.\n`);
}

/** @throws StartError when there is none. */
export async function accountNamed(store: Store, name: string): Promise<StoredAccount> {
  const account = await store.accountNamed(name.trim().normalize('NFC'));
  if (!account) {
    throw new StartError(`There is no account named “${name}”. inkling account list shows those there are.`);
  }
  return account;
}
