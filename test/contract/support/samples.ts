import { idMaker } from '../../../src/service/ids.ts';
import type { NewReport, Store } from '../../../src/service/store/store.ts';
import { detectionOf } from './fakeDetect.ts';

export const newId = idMaker(Date.now);

export function sampleReport(fields: Partial<NewReport> = {}): NewReport {
  const content = 'Some words.';
  const shown = { title: null, project: null, privacy: 1, passwordHash: null } as const;
  return { ...detectionOf(content), ...shown, id: newId(), generatedAt: 1, content, ...fields };
}

/** @returns the id of a new account with a name that no other has. */
export async function newAccount(store: Store): Promise<string> {
  const id = newId();
  await store.createAccount({ id, name: `account ${id}`, passwordHash: null });
  return id;
}
