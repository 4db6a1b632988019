import { sampleOf } from '../bench/sample.ts';
import { addReports, createAccount, idOf } from '../bench/serviceFill.ts';
import type { Known } from '../../test/serve/load.ts';

export interface FilledAccounts {
  keys: string[];
  /** Every report that is there. */
  filled: Known[];
}

/** Makes two accounts in an empty store, of which the first has so many reports and the second none. */
export async function fillAccounts(database: string, reports: number): Promise<FilledAccounts> {
  const large = await createAccount(database, 'large');
  const small = await createAccount(database, 'small');
  const samples = { full: sampleOf(500), small: sampleOf(20) };
  await addReports(database, large.account, [0, reports], samples);
  const filled = Array.from({ length: reports }, (_, number): Known => ({
    key: large.apiKey,
    id: idOf(number),
    state: 'stored',
  }));
  return { keys: [large.apiKey, small.apiKey], filled };
}
