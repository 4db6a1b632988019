import {
  foldCase,
  type NewReport,
  type Store,
  type StoredAccount,
  type StoredReport,
} from '../../../src/service/store/store.ts';
import { idMaker } from '../../../src/service/api/ids.ts';
import { analysisOf, detectionOf } from './fakeDetect.ts';

export const newId = idMaker(Date.now);

export function sampleReport(fields: Partial<NewReport> = {}): NewReport {
  const content = 'Some words.';
  const shown = { title: null, project: null, privacy: 1, passwordHash: null, idempotency: null } as const;
  return { ...analysisOf(detectionOf(content)), ...shown, id: newId(), generatedAt: 1, content, ...fields };
}

/** The report as the store gives it back. */
export function shownOf(report: NewReport): StoredReport {
  const shown: StoredReport & Partial<NewReport> = { ...report };
  delete shown.parts;
  delete shown.passwordHash;
  delete shown.idempotency;
  return shown;
}

/** @returns the id of a new account with a name that no other has. */
export async function newAccount(store: Store): Promise<string> {
  const id = newId();
  await store.createAccount({ id, name: `account ${id}`, passwordHash: null });
  return id;
}

/** The account with this id, or `null`. */
export async function accountWith(store: Store, id: string): Promise<StoredAccount | null> {
  return (await store.listAccounts()).find((account) => account.id === id) ?? null;
}

/** The start of a list, upwards. */
export const firstTen = { sort: 'asc', limit: 10, from: { kind: 'offset', offset: 0 } } as const;

/** UTF-8 order, under `foldCase`; JavaScript's own `<` compares UTF-16 code units and puts U+1F600 before U+FFFD. */
export function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(foldCase(a)), Buffer.from(foldCase(b)));
}

/** A list that holds nothing. */
export const emptySlice = { items: [], damaged: [], bounds: null, more: false, total: 0 };
